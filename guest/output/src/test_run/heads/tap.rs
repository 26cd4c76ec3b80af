//! Lines of the Test Anything Protocol.

use crate::place::digits;
use crate::test_run::failures::Mention;
use crate::test_run::run::{Run, Runner, Section, Status};

/// `ok 1 - name`, `not ok 2 - name # TODO`.
pub fn tap(run: &mut Run, at: usize, text: &str) -> bool {
    let (is_ok, rest) = match (text.strip_prefix("ok "), text.strip_prefix("not ok ")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return false,
    };
    let number = digits(rest);
    if number == 0 {
        return false;
    }
    let name = rest[number..].trim_start().trim_start_matches("- ");
    let upper =
        name.rsplit_once('#').map_or(String::new(), |(_, directive)| directive.trim_start().to_ascii_uppercase());
    let status = match is_ok {
        _ if upper.starts_with("SKIP") || upper.starts_with("TODO") => Status::Skipped,
        true => Status::Passed,
        false => Status::Failed,
    };
    run.close();
    run.test(Runner::Tap, status, &rest[..number], name, at);
    if status == Status::Failed {
        run.open(Mention::Section, &rest[..number], name, at, Section::Said(Runner::Tap));
    }
    true
}
