//! The program, as a person or a script runs it.

use crate::data;
use serde_json::Value;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Shell {
    folder: tempfile::TempDir,
}

impl Shell {
    fn new() -> Shell {
        Shell { folder: tempfile::tempdir().unwrap() }
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    fn run(&self, arguments: &[&str], input: &[u8]) -> Output {
        let mut process = Command::new(env!("CARGO_BIN_EXE_toolaria"))
            .env_clear()
            .env("HOME", self.folder.path())
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .arg("--store")
            .arg(self.store())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = process.stdin.take().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input));
            process.wait_with_output().unwrap()
        })
    }

    /// Standard output of a run that succeeds.
    fn out(&self, arguments: &[&str], input: &[u8]) -> String {
        let output = self.run(arguments, input);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn id(&self, arguments: &[&str], input: &[u8]) -> String {
        let arguments: Vec<&str> = ["--json", "rescue"].iter().chain(arguments).copied().collect();
        let handle: Value = serde_json::from_str(&self.out(&arguments, input)).unwrap();
        handle["id"].as_str().unwrap_or_else(|| panic!("{handle}")).to_owned()
    }
}

#[test]
fn rescues_from_standard_input_and_fetches_in_another_process() {
    let shell = Shell::new();
    let rows = data::rows(2_000);
    let handle = shell.out(&["rescue", "--tool", "web_extract", "--session", "s"], rows.as_bytes());
    assert!(handle.starts_with("[Toolaria: PREVIEW"), "{handle}");
    assert!(handle.chars().count() < 1_800, "{}", handle.chars().count());
    let id = &handle[handle.find("id=").unwrap() + 3..][..12];
    let found = shell.out(&["fetch", id, "--mode", "grep", "--pattern", "declined", "--session", "s"], b"");
    assert_eq!(found, "1250: {\"id\":1250,\"user\":\"user86\",\"amount\":625.50,\"status\":\"declined\"},\n");
}

#[test]
fn prints_what_is_not_rescued_byte_for_byte() {
    let shell = Shell::new();
    let output = shell.run(&["rescue"], b"short \xff\0");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), b"short \xff\0".as_slice()));
    let long = data::log(1_000);
    let output = shell.run(&["rescue", "--tool", "read_file"], long.as_bytes());
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), long.as_bytes()));
    assert!(String::from_utf8_lossy(&output.stderr).contains("rescue_tools"));
}

#[test]
fn on_a_fault_prints_the_input_and_exits_with_2() {
    let shell = Shell::new();
    let rows = data::rows(2_000);
    let output = shell.run(&["--set", "fuel_base=10000000", "--set", "fuel_per_byte=0", "rescue"], rows.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout == rows.as_bytes());
    assert!(String::from_utf8_lossy(&output.stderr).contains("rescue"), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn refuses_with_a_reason_and_exits_with_1() {
    let shell = Shell::new();
    let output = shell.run(&["fetch", "0123456789ab", "--mode", "stat"], b"");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("0123456789ab"));
}

#[test]
fn refuses_settings_that_cannot_be_used() {
    let shell = Shell::new();
    let output = shell.run(&["--set", "excerpt_max_chars=100", "--set", "no_such=1", "status"], b"");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("excerpt_max_chars") && message.contains("no_such"), "{message}");
}

#[test]
fn writes_the_bytes_to_a_private_file() {
    let shell = Shell::new();
    let id = shell.id(&[], &[b"text ".repeat(3_000), vec![0xff]].concat());
    let file = shell.folder.path().join("out");
    shell.out(&["fetch", &id, "--mode", "raw", "--start", "14995", "--output", file.to_str().unwrap()], b"");
    assert_eq!(std::fs::read(&file).unwrap(), b"text \xff");
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn writes_the_whole_of_a_result_to_a_file_and_replaces_none() {
    let shell = Shell::new();
    let rows = data::rows(2_000);
    let id = shell.id(&[], rows.as_bytes());
    let file = shell.folder.path().join("out");
    let arguments = ["fetch", &id, "--mode", "raw", "--output", file.to_str().unwrap()];
    let output = shell.run(&arguments, b"");
    assert!(std::fs::read(&file).unwrap() == rows.as_bytes());
    let notice = String::from_utf8(output.stderr).unwrap();
    assert!(notice.starts_with(&format!("{} bytes written to ", rows.len())), "{notice}");
    assert!(!notice.contains("cursor:"), "{notice}");

    std::fs::write(&file, "mine").unwrap();
    assert_eq!(shell.run(&arguments, b"").status.code(), Some(2));
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    assert_eq!(std::fs::read_dir(shell.folder.path()).unwrap().count(), 2, "the store and the file, nothing half done");
}

#[test]
fn writes_no_more_to_a_file_than_was_asked_for() {
    let shell = Shell::new();
    let log = data::log(1_000);
    let id = shell.id(&[], log.as_bytes());
    let write = |name: &str, more: &[&str]| {
        let file = shell.folder.path().join(name);
        let arguments = ["fetch", &id, "--mode", "range", "--output", file.to_str().unwrap()];
        shell.out(&[&arguments[..], more].concat(), b"");
        std::fs::read_to_string(&file).unwrap()
    };
    let lines: Vec<&str> = log.split_inclusive('\n').collect();
    assert!(write("all", &["--start", "10"]) == lines[10..].concat());
    assert_eq!(write("some", &["--start", "10", "--count", "2"]), lines[10..12].concat());
}

#[test]
fn rescues_a_large_file_and_prints_it_where_it_is_not_rescued() {
    let shell = Shell::new();
    let rows = data::rows(40_000);
    assert!(rows.len() > 1 << 20);
    let file = shell.folder.path().join("result");
    std::fs::write(&file, &rows).unwrap();
    let file = file.to_str().unwrap();
    let id = shell.id(&[file], b"");
    assert!(shell.out(&["fetch", &id, "--mode", "stat"], b"").contains("kind: json"));
    for arguments in [&["rescue", "--tool", "read_file", file][..], &["--set", "no_such=1", "rescue", file][..]] {
        assert!(shell.run(arguments, b"").stdout == rows.as_bytes(), "{arguments:?}");
    }
    assert!(std::fs::read(file).unwrap() == rows.as_bytes());
}

#[test]
fn refuses_records_that_would_be_lost_when_it_ends() {
    let shell = Shell::new();
    let rows = data::rows(500);
    let output = shell.run(&["--set", "kv=memory", "rescue"], rows.as_bytes());
    assert_eq!((output.status.code(), output.stdout == rows.as_bytes()), (Some(2), true));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("kv") && message.contains("`directory` or `sqlite`"), "{message}");
    assert_eq!(shell.run(&["--set", "kv=memory", "config"], b"").status.code(), Some(2));
}

#[test]
fn names_the_verb_that_a_low_budget_ends() {
    let shell = Shell::new();
    let low = ["--set", "fuel_base=1000", "--set", "fuel_per_byte=0"];
    let output = shell.run(&[&low[..], &["fetch", "0123456789ab", "--mode", "stat"]].concat(), b"");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("fetch used up its fuel of 1000 units"), "{message}");
    assert!(shell.run(&[&low[..], &["definition"]].concat(), b"").status.success());
}

#[test]
fn prints_the_settings_that_were_given() {
    let shell = Shell::new();
    let output = shell.run(&["--set", "ttl_hours=5", "config"], b"");
    assert_eq!(output.stdout, b"ttl_hours: 5\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("README"));
}

#[test]
fn lists_a_tool_with_a_strange_name_in_one_row() {
    let shell = Shell::new();
    shell.id(&["--tool", "mcp_a\tb\nc"], data::rows(500).as_bytes());
    let list = shell.out(&["list"], b"");
    assert_eq!((list.lines().count(), list.matches('\t').count()), (1, 5), "{list}");
    assert!(list.ends_with("mcp_a\\tb\\nc\n"), "{list}");
}

#[test]
fn keeps_everything_in_the_store_private() {
    let shell = Shell::new();
    shell.id(&[], data::rows(500).as_bytes());
    let mut todo = vec![shell.store()];
    let mut files = 0;
    while let Some(path) = todo.pop() {
        let metadata = path.symlink_metadata().unwrap();
        assert_eq!(metadata.permissions().mode() & 0o077, 0, "{}", path.display());
        match metadata.is_dir() {
            true => todo.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path())),
            false => files += 1,
        }
    }
    assert!(files >= 3, "blob, record and format, at least");
}

#[test]
fn answers_as_a_model_would_call_it() {
    let shell = Shell::new();
    let id = shell.id(&["--session", "s"], data::rows(2_000).as_bytes());
    let call = format!(r#"{{"id":"{id}","mode":"outline"}}"#);
    let answer = shell.out(&["call", &call, "--session", "s"], b"");
    assert!(answer.contains("status str [ok ×1,332, pending ×667, declined ×1 (line 1250)]"), "{answer}");
    let definition: Value = serde_json::from_str(&shell.out(&["definition"], b"")).unwrap();
    assert_eq!(definition["name"], "rescuer_fetch");
}

#[test]
fn expands_arguments_from_standard_input() {
    let shell = Shell::new();
    let rows = data::rows(500);
    let id = shell.id(&["--session", "s"], rows.as_bytes());
    let arguments = format!(r#"{{"data":"tla:{id}"}}"#);
    let expanded = shell.out(&["expand", "--tool", "analyze", "--session", "s"], arguments.as_bytes());
    let expanded: Value = serde_json::from_str(&expanded).unwrap();
    assert_eq!(expanded["data"].as_str().unwrap(), rows);
    let output = shell.run(&["expand", "--tool", "terminal", "--session", "s"], arguments.as_bytes());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

#[test]
fn lists_counts_and_forgets() {
    let shell = Shell::new();
    let id = shell.id(&["--session", "s", "--tool", "web_search"], data::rows(500).as_bytes());
    let list = shell.out(&["list", "--session", "s"], b"");
    assert!(list.contains(&id) && list.contains("web_search"), "{list}");
    let status: Value = serde_json::from_str(&shell.out(&["--json", "status"], b"")).unwrap();
    assert_eq!((&status["blobs"], &status["records"]), (&Value::from(1), &Value::from(1)), "{status}");
    shell.out(&["forget", "--session", "s"], b"");
    assert_eq!(shell.run(&["fetch", &id, "--mode", "stat", "--session", "s"], b"").status.code(), Some(1));
    assert!(!String::from_utf8_lossy(&shell.run(&["list", "--session", "s"], b"").stdout).contains(&id));
}

#[test]
fn keeps_records_in_sqlite_across_processes() {
    let shell = Shell::new();
    let id = shell.id(&["--set", "kv=sqlite"], data::rows(500).as_bytes());
    assert!(shell.out(&["--set", "kv=sqlite", "fetch", &id, "--mode", "stat"], b"").contains("kind: json"));
    assert!(!shell.store().join("record").exists());
    assert_eq!(shell.run(&["fetch", &id, "--mode", "stat"], b"").status.code(), Some(1));
}

#[test]
fn leaves_no_name_and_no_folder_of_what_was_forgotten() {
    const FOLDERS: [&str; 10] =
        ["aside", "blobs", "incoming", "label", "last", "mark", "record", "sidecars", "tmp", "use"];
    let shell = Shell::new();
    let mut ids = Vec::new();
    for number in 0..20 {
        let (session, text) = (format!("s{number}"), data::rows(500 + number));
        let id = shell.id(&["--session", &session, "--tool", "web_search", "--label", "credential"], text.as_bytes());
        shell.out(&["fetch", &id, "--mode", "stat", "--session", &session], b"");
        shell.out(&["forget", "--session", &session], b"");
        ids.push(id);
    }
    let mut todo = vec![shell.store()];
    while let Some(path) = todo.pop() {
        let name = path.strip_prefix(shell.store()).unwrap().to_str().unwrap().to_owned();
        match path.is_dir() {
            true => {
                assert!(name.is_empty() || FOLDERS.contains(&name.as_str()), "the folder {name}");
                todo.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            }
            // A deletion of a label is announced for an hour.
            false => assert!(name.starts_with("mark/") || !ids.iter().any(|id| name.contains(id)), "the file {name}"),
        }
    }
}

#[test]
fn leaves_links_pipes_and_folders_alone() {
    let shell = Shell::new();
    let outside = shell.folder.path().join("outside");
    std::fs::write(&outside, "not ours").unwrap();
    let live = shell.id(&["--session", "live"], data::rows(500).as_bytes());
    let doomed = shell.id(&["--session", "doomed"], data::rows(600).as_bytes());
    let at = |name: &str| shell.store().join(name);
    let digest_of = |id: &str| {
        let blobs = std::fs::read_dir(at("blobs")).unwrap().map(|entry| entry.unwrap().file_name());
        blobs.map(|name| name.into_string().unwrap()).find(|name| name.starts_with(id)).unwrap()
    };
    let (live_digest, nobodys) = (digest_of(&live), "f".repeat(64));
    for folder in ["sidecars", "aside", "sidecars/folder", "blobs/folder", "tmp/folder", "record/folder"] {
        std::fs::create_dir_all(at(folder)).unwrap();
    }
    std::fs::create_dir(at(&format!("aside/{nobodys}.x"))).unwrap();
    let withheld = [
        format!("blobs/{nobodys}"),
        format!("blobs/{}", "e".repeat(64)),
        format!("sidecars/{}.sums", "d".repeat(64)),
        format!("sidecars/{live_digest}.sums"),
        format!("aside/{nobodys}.0123456789abcdef"),
        format!("aside/{}.0123456789abcdef", digest_of(&doomed)),
    ];
    for (index, name) in withheld.iter().map(String::as_str).chain(["sidecars/x", "sidecars/y"]).enumerate() {
        match index % 2 {
            0 => std::os::unix::fs::symlink(&outside, at(name)).unwrap(),
            _ => assert!(Command::new("mkfifo").arg(at(name)).status().unwrap().success()),
        }
    }
    let status: Value = serde_json::from_str(&shell.out(&["--json", "status"], b"")).unwrap();
    assert_eq!((&status["blobs"], &status["sidecars"]), (&Value::from(2), &Value::from(0)), "{status}");
    shell.out(&["sweep"], b"");
    for treatment in [&["--json", "doctor"][..], &["--json", "doctor", "--mend"]] {
        let diagnosis = shell.run(treatment, b"");
        let diagnosis: Value = serde_json::from_slice(&diagnosis.stdout).unwrap();
        let findings = diagnosis["findings"].as_array().unwrap();
        assert!(findings.iter().all(|finding| finding["ailment"] == "withheld"), "{diagnosis}");
        let mut names: Vec<&str> = findings.iter().map(|finding| finding["name"].as_str().unwrap()).collect();
        let mut expected: Vec<&str> = withheld.iter().map(String::as_str).collect();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected);
    }
    let forgotten = shell.out(&["--json", "forget", "--session", "doomed"], b"");
    let forgotten: Value = serde_json::from_str(&forgotten).unwrap();
    assert_eq!(forgotten["blobs_deleted"], 1, "{forgotten}");
    assert!(shell.out(&["fetch", &live, "--mode", "stat", "--session", "live"], b"").contains("kind: json"));
    assert!(withheld.iter().all(|name| at(name).symlink_metadata().is_ok_and(|found| !found.is_file())));
    assert_eq!(std::fs::read(&outside).unwrap(), b"not ours");
}
