//! `toolaria-inspect FILE`: prints a component's size in bytes, then one line for each of its imports and exports.

use std::error::Error;
use std::{env, fs};

use wasmparser::{Parser, Payload};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: toolaria-inspect FILE")?;
    let component = fs::read(&path)?;
    println!("{path}: {} bytes", component.len());
    for line in boundary(&component)? {
        println!("  {line}");
    }
    Ok(())
}

/// The imports, then the exports, of the outermost component; not those of the modules and components inside it.
fn boundary(component: &[u8]) -> wasmparser::Result<Vec<String>> {
    let (mut lines, mut exports, mut depth) = (Vec::new(), Vec::new(), 0_usize);
    for payload in Parser::new(0).parse_all(component) {
        match payload? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(section) if depth == 0 => {
                for import in section {
                    lines.push(format!("import {}", import?.name.name));
                }
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                for export in section {
                    exports.push(format!("export {}", export?.name.name));
                }
            }
            _ => {}
        }
    }
    lines.append(&mut exports);
    Ok(lines)
}
