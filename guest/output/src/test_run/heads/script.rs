//! Lines of the runners of JavaScript: files, and tests behind a sign.

use super::go;
use crate::place::{colon_place, place};
use crate::test_run::failures::Mention;
use crate::test_run::run::{Run, Runner, Section, Status};

/// `FAIL src/x.test.js` of jest, `FAIL  src/x.test.ts > name` of vitest, `FAIL<tab>package<tab>0.1s` of go.
pub fn file(run: &mut Run, at: usize, text: &str, rest: &str) -> bool {
    if let Some(package) = rest.strip_prefix('\t') {
        if !package.ends_with(']') {
            return go::go_package(run, at, text);
        }
        let name = package.split(' ').next().unwrap_or(package);
        run.told[Runner::Go as usize].counted.errors += 1;
        return run.open(Mention::Section, package, name, at, Section::None);
    }
    let rest = rest.trim_start();
    if text.starts_with("FAIL") && rest.contains(" > ") {
        let key = rest.rsplit(" > ").next().unwrap_or(rest);
        return run.open(Mention::Section, key, rest, at, Section::Next(Runner::Vitest));
    }
    let name = rest.split(' ').next().unwrap_or_default();
    let is_file = name.contains('.');
    if is_file && run.section != Section::Again {
        name.clone_into(&mut run.file);
        run.close();
    }
    run.certain += u64::from(is_file);
    is_file
}

/// `✓ name`, `✕ name`, `● suite › name`.
pub fn symbol(run: &mut Run, at: usize, text: &str, indent: usize) -> bool {
    let mut chars = text.chars();
    let (symbol, rest) = (chars.next(), chars.as_str());
    let Some(name) = rest.strip_prefix(' ') else {
        return false;
    };
    let name = name.trim_start();
    match symbol {
        Some('✓' | '✔' | '√') => run.test(Runner::Jest, Status::Passed, name, name, at),
        Some('○') => run.test(Runner::Jest, Status::Skipped, name, name, at),
        Some('✕' | '✗' | '×' | '✖') => {
            run.told[Runner::Jest as usize].counted.failed += 1;
            true
        }
        Some('●') if indent <= 2 && run.section != Section::Again && name != "Console" => {
            let name = if run.file.is_empty() { name.to_owned() } else { format!("{} › {name}", run.file) };
            run.open(Mention::Section, &name, &name, at, Section::Next(Runner::Jest))
        }
        Some('❯') if run.open.is_some() => {
            let place = colon_place(name).and(place(name));
            run.locate(place);
            true
        }
        Some('⎯') => true,
        _ => false,
    }
}
