//! Finds the component that the crate embeds.

use std::{env, path::Path};

fn main() {
    println!("cargo:rerun-if-env-changed=TOOLARIA_COMPONENT");
    let given = env::var("TOOLARIA_COMPONENT").unwrap_or("../target/toolaria.wasm".into());
    println!("cargo:rerun-if-changed={given}");
    match Path::new(&given).canonicalize() {
        Ok(path) => println!("cargo:rustc-env=TOOLARIA_EMBEDDED={}", path.display()),
        Err(_) => println!("cargo::error=there is no component at {given}: run ./build.sh component first"),
    }
}
