//! The program `toolaria`: the library on the command line.

mod cli;
mod mcp;

use std::process::ExitCode;

use rustix::fs::Mode;

fn main() -> ExitCode {
    // What the component writes gets its mode from here: WASI has none.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    cli::main()
}
