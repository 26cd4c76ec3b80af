//! A whole session, directly and through `toolaria mcp`: what no rule changes is the same.

use super::client::store;
use std::path::PathBuf;
use std::process::Command;

#[test]
fn a_session_through_the_relay_is_the_session() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/e2e/mcp");
    let home = store();
    let compared = Command::new("python3")
        .arg("-B")
        .arg(folder.join("session.py"))
        .args(["differ", env!("CARGO_BIN_EXE_toolaria"), "--", "python3", "-B"])
        .arg(folder.join("server.py"))
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home.path())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&compared.stdout);
    assert!(compared.status.success(), "{said}{}", String::from_utf8_lossy(&compared.stderr));
    assert_eq!(said.matches("40 requests: 37 answered alike, 3 as a rule says").count(), 2, "{said}");
}
