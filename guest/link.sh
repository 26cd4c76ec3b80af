#!/usr/bin/env bash
# wasm-ld followed by wasm-opt, for wasm-component-ld: wasm-opt knows modules, not the components that they become.
# TOOLARIA_WASM_LD and TOOLARIA_WASM_OPT name the two programs; build.sh sets them.
set -euo pipefail

# What Rust's target and build.sh switch on. Without the list, wasm-opt refuses a module that uses any of it.
readonly FEATURES=(
    --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int
    --enable-mutable-globals --enable-multivalue --enable-reference-types
)

"$TOOLARIA_WASM_LD" "$@"

output=
while [ $# -gt 0 ]; do
    if [ "$1" = -o ]; then
        output=$2
    fi
    shift
done
"$TOOLARIA_WASM_OPT" -O3 "${FEATURES[@]}" "$output" -o "$output"
