//! Lines of unittest.

use crate::test_run::run::{Run, Runner, Status};

/// `test_x (module.Class.test_x) ... ok`.
pub fn unittest_status(run: &mut Run, at: usize, text: &str) -> bool {
    // Most lines are passed over by their last byte.
    let ends = text.ends_with(['k', 'L', 'R', 'e', '\'', '"']);
    let Some((name, status)) = ends.then(|| text.rsplit_once(" ... ")).flatten() else {
        return false;
    };
    let status = match status {
        "ok" => Status::Passed,
        "FAIL" => Status::Failed,
        "ERROR" => Status::Error,
        "expected failure" => Status::Skipped,
        _ if status.starts_with("skipped") => Status::Skipped,
        _ => return false,
    };
    run.test(Runner::Unittest, status, unittest_key(name), name, at)
}

pub fn unittest_key(name: &str) -> &str {
    name.find(')').map_or(name, |end| &name[..end])
}
