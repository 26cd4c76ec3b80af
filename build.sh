#!/usr/bin/env bash
# Builds, tests and checks Toolaria. Needs cargo and a C compiler; what else is missing, it installs or names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly TARGET=wasm32-unknown-unknown
readonly GUEST_FOLDER=target/guest            # apart from the native build, which it would otherwise invalidate
readonly COMPONENT=target/toolaria.wasm
readonly BINARYEN=binaryen@132.0.0
readonly BINARYEN_FOLDER=target/binaryen
readonly DEBIAN_RUSTC=/usr/bin/rustc
readonly RUSTUP_SECONDS=120                   # for a download of 20 MB; without network rustup gives up at once
export CARGO_TARGET_DIR=target                # the paths above hold whatever the caller has set

help() {
    cat <<'TEXT'
usage: ./build.sh VERB

  component   build target/toolaria.wasm; print its size, imports and exports
  cli         component, then target/release/toolaria with the component in it
  demo        cli, then a tour of what it does
  stress      cli, then many processes on one store, some of them killed; arguments go to it, `--help` lists them
  needles     cli, then hard results with one needle each, and calm ones; arguments go to it, `--help` lists them
  fuzz        libFuzzer over results of every kind, for 15 minutes or as its arguments say
  test        cli, then all tests, those in other hosts included
  check       formatting and lints, native and wasm
  refute      show that the interleaving test fails for each protocol that it refuted
  help        this text
TEXT
}

component() {
    find_wasm_std
    find_linker
    find_optimizer
    guest_cargo cargo build --profile component
    publish "$GUEST_FOLDER/$TARGET/component/toolaria.wasm" "$COMPONENT"
    cargo run --quiet -p toolaria-inspect -- "$COMPONENT"
}

# With the examples, cargo resolves the same features as for the tests, so that Wasmtime is compiled once for all verbs.
cli() {
    component
    cargo build --release -p toolaria --bins --examples
    say "target/release/toolaria is ready"
}

demo() {
    cli
    target/release/examples/demo
}

stress() {
    cli
    target/release/examples/stress "$@"
}

needles() {
    cli
    python3 -B tests/needles "$@"
}

# Without cargo-fuzz, which needs a nightly compiler for sanitizers; Rust without `unsafe` needs none of them.
fuzz() {
    local corpus=$CARGO_TARGET_DIR/fuzz/corpus coverage=(-Cpasses=sancov-module -Ccodegen-units=1 --cfg=fuzzing)
    local option
    for option in level=4 inline-8bit-counters pc-table trace-compares; do
        coverage+=("-Cllvm-args=-sanitizer-coverage-$option")
    done
    mkdir -p "$corpus"
    # With a target named, build scripts and macros are compiled without the flags.
    RUSTFLAGS="${coverage[*]}" CARGO_TARGET_DIR=$CARGO_TARGET_DIR/fuzz cargo run --release --manifest-path tests/fuzz/Cargo.toml \
        --target "$(rustc --print host-tuple)" -- -max_len=16384 -max_total_time=900 -timeout=20 -print_final_stats=1 \
        "-artifact_prefix=$corpus/../" "$@" "$corpus" tests/samples/detect
}

# The tests of content and core keep the overflow checks of the dev profile. The others share the program's release build of Wasmtime.
run_tests() {
    cli
    cargo test -p toolaria-scan -p toolaria-lines -p toolaria-output -p toolaria-markup -p toolaria-content -p toolaria-core
    cargo test --release -p toolaria
    local harness
    for harness in tests/hosts/*/run; do
        "$harness" "$COMPONENT"
    done
    python3 -B tests/needles
}

check() {
    cargo fmt --all --check
    component                                 # the program embeds it, so its crate does not compile without
    cargo clippy --workspace --exclude toolaria-guest --all-targets -- -D warnings
    guest_clippy -- -D warnings
}

refute() {
    guest/core/tests/interleavings/refute
}

# --- the guest's compiler ---

# Sets WASM_STD to `installed`, or to `debian` where the standard library is built from Debian's source.
find_wasm_std() {
    if has_wasm_std; then
        WASM_STD=installed
    elif has_debian_source; then
        WASM_STD=debian
    elif rustup_adds_std; then
        WASM_STD=installed
    elif debian_adds_source; then
        WASM_STD=debian
    else
        die "Rust's standard library for $TARGET is missing: run 'rustup target add $TARGET', or, as root on Debian," \
            "'apt-get install rustc-web rust-web-src'."
    fi
}

has_wasm_std() {
    [ -d "$(rustc --print target-libdir --target "$TARGET")" ]
}

rustup_adds_std() {
    command -v rustup >/dev/null || return 1
    say "adding $TARGET with rustup"
    within "$RUSTUP_SECONDS" rustup target add "$TARGET" && has_wasm_std
}

has_debian_source() {
    [ -x "$DEBIAN_RUSTC" ] && dpkg -s rustc-web rust-web-src >/dev/null 2>&1
}

debian_adds_source() {
    debian_install rustc-web rust-web-src && has_debian_source
}

debian_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "installing $* from Debian"
    apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >&2
}

# Sets COMPONENT_LD and WASM_LD. rustup's toolchain ships both programs, only not in PATH.
find_linker() {
    local bin
    bin=$(rustc --print sysroot)/lib/rustlib/$(rustc --print host-tuple)/bin
    if [ -x "$bin/wasm-component-ld" ]; then
        COMPONENT_LD=$bin/wasm-component-ld
        WASM_LD=$bin/gcc-ld/wasm-ld
    elif command -v wasm-component-ld && command -v wasm-ld; then
        COMPONENT_LD=wasm-component-ld
        WASM_LD=wasm-ld
    else
        die "The linker for components is missing: install Rust with rustup, whose toolchain ships it, or put" \
            "wasm-component-ld ('cargo install wasm-component-ld') and wasm-ld (package 'lld') into PATH."
    fi >/dev/null
}

# Sets WASM_OPT; to nothing where there is none, and then the component is a tenth larger than its test allows.
find_optimizer() {
    local installed=$BINARYEN_FOLDER/node_modules/.bin/wasm-opt
    if WASM_OPT=$(command -v wasm-opt); then
        return
    elif [ ! -x "$installed" ] && debian_install binaryen; then
        WASM_OPT=$(command -v wasm-opt)
    elif [ -x "$installed" ] || npm_install "$BINARYEN_FOLDER" "$BINARYEN"; then
        WASM_OPT=$PWD/$installed
    else
        say "There is no wasm-opt, so the component will be larger: install the package 'binaryen'."
    fi
}

npm_install() {
    command -v npm >/dev/null || return 1
    say "installing $2 with npm"
    npm install --prefix "$1" --no-audit --no-fund --fetch-retries=0 --loglevel=error "$2" >&2
}

# Runs PROGRAM VERB [ARGUMENTS] of cargo on the guest. The flags take the place of the caller's RUSTFLAGS, and cargo
# applies them to the target only, not to build scripts and macros. Without `--wasi-adapter=none` the linker raises the
# versions of the imports to those of its adapter. The remapping keeps paths of this machine out of the component.
guest_cargo() {
    local program=$1 verb=$2 flags ld=$WASM_LD options=(-p toolaria-guest --target "$TARGET")
    shift 2
    [ -z "$WASM_OPT" ] || ld=$PWD/guest/link.sh
    flags=$(joined -Ctarget-feature=+simd128 "-Clinker=$COMPONENT_LD" -Clink-arg=--wasi-adapter=none \
        "-Clink-arg=--wasm-ld-path=$ld" \
        "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" "--remap-path-prefix=$PWD=toolaria")
    local settings=(
        CARGO_TARGET_DIR="$GUEST_FOLDER" CARGO_ENCODED_RUSTFLAGS="$flags"
        TOOLARIA_WASM_LD="$WASM_LD" TOOLARIA_WASM_OPT="$WASM_OPT"
    )
    if [ "$WASM_STD" = debian ]; then
        settings+=(RUSTC="$DEBIAN_RUSTC" RUSTC_BOOTSTRAP=1)
        options+=("-Zbuild-std=std,panic_abort")
    fi
    env "${settings[@]}" "$program" "$verb" "${options[@]}" "$@"
}

# Debian's compiler comes with a lint program of its own, since one of another version cannot read what it compiled.
guest_clippy() {
    local program=cargo
    if [ "$WASM_STD" = debian ]; then
        program=/usr/bin/cargo-clippy
        [ -x "$program" ] || debian_install rust-web-clippy ||
            die "The lint program is missing: run, as root, 'apt-get install rust-web-clippy'."
    fi
    guest_cargo "$program" clippy --profile component "$@"
}

# --- small tools ---

# Joins compiler flags as CARGO_ENCODED_RUSTFLAGS wants them, which lets paths hold spaces.
joined() {
    local IFS=$'\x1f'
    printf '%s' "$*"
}

# Copies a file unless the copy is the same already, so that what depends on it is not built again.
publish() {
    cmp -s "$1" "$2" || cp "$1" "$2"
}

# Runs a command, stopped after some seconds where the system can do that.
within() {
    local seconds=$1
    shift
    if command -v timeout >/dev/null; then
        timeout "$seconds" "$@"
    else
        "$@"
    fi
}

say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "build.sh: $*"
    exit 1
}

case "${1:-help}" in
    component | cli | demo | check | refute) "$1" ;;
    stress) shift && stress "$@" ;;
    needles) shift && needles "$@" ;;
    fuzz) shift && fuzz "$@" ;;
    test) run_tests ;;
    help | -h | --help) help ;;
    *)
        help >&2
        exit 2
        ;;
esac
