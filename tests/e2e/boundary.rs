//! What the component imports and exports. A change here is a change of what it can reach.

use wasmtime::Engine;
use wasmtime::component::Component;
use wasmtime::component::types::{ComponentInstance, ComponentItem};

const COMPONENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/toolaria.wasm");

#[test]
fn imports_and_exports_are_these() {
    let engine = Engine::default();
    let component = Component::from_file(&engine, COMPONENT).expect("./build.sh component");
    let boundary = component.component_type();
    let imports = boundary.imports(&engine).map(|(name, item)| line("import", name, &item.ty, &engine));
    let exports = boundary.exports(&engine).map(|(name, item)| line("export", name, &item.ty, &engine));
    insta::assert_snapshot!(imports.chain(exports).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_component_is_at_most_1_500_000_bytes() {
    let bytes = std::fs::metadata(COMPONENT).unwrap().len();
    assert!(bytes <= 1_500_000, "{bytes}");
}

/// An interface with its functions and resources.
fn line(direction: &str, name: &str, item: &ComponentItem, engine: &Engine) -> String {
    let ComponentItem::ComponentInstance(interface) = item else { return format!("{direction} {name}") };
    format!("{direction} {name}: {}", callable(interface, engine).join(", "))
}

fn callable(interface: &ComponentInstance, engine: &Engine) -> Vec<String> {
    let callable = |item: &ComponentItem| matches!(item, ComponentItem::ComponentFunc(_) | ComponentItem::Resource(_));
    let items = interface.exports(engine).filter(|(_, item)| callable(&item.ty));
    items.map(|(name, _)| name.to_owned()).collect()
}
