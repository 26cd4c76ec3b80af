//! What `wit/` looks like from the host.

wasmtime::component::bindgen!({
    path: "../wit",
    world: "toolaria",
    with: {
        "wasi:filesystem": wasmtime_wasi::p2::bindings::sync::filesystem,
        "wasi:io": wasmtime_wasi::p2::bindings::sync::io,
        "wasi:clocks": wasmtime_wasi::p2::bindings::clocks,
        "wasi:random": wasmtime_wasi::p2::bindings::random,
        "wasi:keyvalue/store.bucket": crate::keyvalue::OpenBucket,
    },
    additional_derives: [PartialEq],
    require_store_data_send: true,
});
