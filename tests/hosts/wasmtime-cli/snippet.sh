wasmtime run --dir store::/store --dir results::/in -S keyvalue=y,config=y \
    --invoke 'rescue({tool: "web_extract", session: some("a")}, file("/in/big.json"))' toolaria.wasm
