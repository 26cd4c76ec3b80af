//! The component: glue between the WIT world `toolaria` and [`toolaria_core`], which holds all logic.
//!
//! An exported call is in [`exports`]: convert in, call the core, convert out. What the core needs from outside it gets
//! through [`host::WasiHost`], the only thing here that reaches the imports.

mod conversions;
mod exports;
mod filesystem;
mod host;
mod keyvalue;

/// The code that wit-bindgen makes of `wit/`.
#[allow(clippy::all, reason = "generated code; its style is wit-bindgen's affair")]
mod bindings {
    wit_bindgen::generate!({
        path: "../wit",
        world: "toolaria",
        generate_all,
    });

    export!(Component);

    /// What the host instantiates. It has no state: a call may be the only one of its instance.
    pub struct Component;
}
