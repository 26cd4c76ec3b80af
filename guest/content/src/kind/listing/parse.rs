//! Lines of listings, form by form. Each gives `None` for a line of another form.

use super::entry::Entry;
use crate::characters::word;

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether this can be a path that a tool wrote: no white space, no signs of code or prose.
pub fn is_path(text: &str) -> bool {
    let holds = |byte: u8| text.as_bytes().contains(&byte);
    !text.is_empty()
        && text.len() < 1_000
        && !text
            .bytes()
            .any(|byte| byte <= b' ' || matches!(byte, b'"' | b'<' | b'>' | b'|' | b';' | b'{' | b'}' | b'*'))
        && (holds(b'/') || holds(b'.') || holds(b'\\'))
        && text.bytes().any(|byte| byte.is_ascii_alphabetic() || byte >= 0x80)
        && !text.contains("://")
        && !text.ends_with(['.', ',', ':'])
}

/// The permissions that `ls -l` writes.
pub fn is_mode(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes.len(), 10 | 11)
        && b"-dlbcpsD".contains(&bytes[0])
        && bytes[1..10].iter().all(|byte| b"rwxsStT-".contains(byte))
}

/// `-rw-r--r-- 1 root root 92 Jul 24 2006 name`, as `ls -l` writes it, also behind the numbers of `find -ls`, and as `tar tv` does.
pub fn long(line: &str) -> Option<Entry<'_>> {
    let (mut mode, mut rest) = word(line)?;
    for _ in 0..2 {
        if is_number(mode) {
            (mode, rest) = word(rest)?;
        }
    }
    if !is_mode(mode) {
        return None;
    }
    let (links, behind) = word(rest)?;
    let (owner, group, behind) = match links.split_once('/') {
        Some((owner, group)) => (owner, group, behind),
        None => {
            let (owner, behind) = word(behind)?;
            let (group, behind) = word(behind)?;
            (owner, group, behind)
        }
    };
    let (size, mut behind) = word(behind)?;
    if size.ends_with(',') {
        behind = word(behind)?.1;
    }
    let (date, behind) = word(behind)?;
    let (second, mut behind) = word(behind)?;
    let is_iso = date.len() == 10 && date.as_bytes()[4] == b'-';
    let mut modified = date;
    if is_iso {
        let zone =
            word(behind).filter(|(zone, name)| zone.len() == 5 && zone.starts_with(['+', '-']) && !name.is_empty());
        behind = zone.map_or(behind, |(_, name)| name);
    } else if second.is_empty() {
        return None;
    } else {
        (modified, behind) = word(behind)?;
        // Only what is older than half a year has its year.
        modified = if is_number(modified) { modified } else { "lately" };
    }
    // Only a link points to something.
    let path = if mode.starts_with('l') { behind.split(" -> ").next().unwrap_or(behind) } else { behind };
    let cells = [
        ("mode", mode),
        ("owner", owner),
        ("group", group),
        ("size", size.trim_end_matches(',')),
        ("modified", modified),
    ];
    (!path.is_empty()).then_some(Entry { path, cells: cells.map(Some), text: None })
}

/// `src/a.rs:12:text` or `src/a.rs:text`, as a search over files writes it.
pub fn hit(line: &str) -> Option<Entry<'_>> {
    let drive = if line.as_bytes().get(1) == Some(&b':') && line.as_bytes().get(2) == Some(&b'\\') { 2 } else { 0 };
    let end = drive + memchr::memchr2(b':', b'\0', &line.as_bytes()[drive..])?;
    let path = &line[..end];
    if !is_path(path) {
        return None;
    }
    let text = &line[end + 1..];
    let numbered =
        text.find(|char: char| !char.is_ascii_digit()).filter(|digits| *digits > 0 && text.as_bytes()[*digits] == b':');
    match numbered {
        Some(digits) => Some(Entry { path, text: Some(("text", &text[digits + 1..])), ..Entry::default() }),
        None if path.contains('/')
            && super::entry::extension(super::entry::split(path).1).is_some()
            && !text.starts_with(' ') =>
        {
            Some(Entry { path, text: Some(("text", text)), ..Entry::default() })
        }
        None => None,
    }
}

/// `12:text` below the line of its file; `12-text` stands around what was found.
pub fn numbered(line: &str) -> Option<(bool, &str)> {
    let digits = line.find(|char: char| !char.is_ascii_digit()).filter(|digits| (1..9).contains(digits))?;
    match line.as_bytes()[digits] {
        b':' => Some((true, &line[digits + 1..])),
        b'-' => Some((false, &line[digits + 1..])),
        _ => None,
    }
}

/// `M src/a.rs`, as `git status --short` and `git diff --name-status` write it.
pub fn status(line: &str) -> Option<Entry<'_>> {
    let is_sign = |byte: &u8| b" MADRCUT?!".contains(byte);
    let bytes = line.as_bytes();
    let (status, path) = match line.split_once('\t') {
        Some((status, path))
            if (1..=4).contains(&status.len())
                && is_sign(&bytes[0])
                && status[1..].bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            (&status[..1], path)
        }
        _ if bytes.len() > 3
            && bytes[2] == b' '
            && is_sign(&bytes[0])
            && is_sign(&bytes[1])
            && bytes[..2] != *b"  "
            && bytes[3] != b' ' =>
        {
            (&line[..2], &line[3..])
        }
        _ => return None,
    };
    let path = path.rsplit(" -> ").next().unwrap_or(path).trim_matches('"');
    let cells = [Some(("status", status)), None, None, None, None];
    (!path.is_empty()).then_some(Entry { path, cells, text: None })
}

/// `4.0K    src`, as `du` writes it, or `123 src/a.rs` of `wc`.
pub fn sized(line: &str) -> Option<Entry<'_>> {
    let (size, path) = word(line)?;
    let number = size.trim_end_matches(['K', 'M', 'G', 'T', 'P', 'B', 'i']);
    let is_size = size.len() - number.len() <= 3
        && number.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && number.parse::<f64>().is_ok();
    (is_size && is_path(path)).then_some(Entry {
        path,
        cells: [Some(("size", size)), None, None, None, None],
        text: None,
    })
}

/// ` src/a.rs | 12 ++--`, as `git diff --stat` writes it.
pub fn changed(line: &str) -> Option<Entry<'_>> {
    let (path, rest) = line.strip_prefix(' ')?.split_once(" | ")?;
    let (lines, signs) = word(rest)?;
    let is_one = lines == "Bin" || is_number(lines) && signs.bytes().all(|sign| matches!(sign, b'+' | b'-'));
    let cells = [Some(("changes", lines)), None, None, None, None];
    is_one.then(|| Entry { path: path.trim(), cells, text: None })
}

/// A digest and a path, as `sha256sum` writes it.
pub fn sum(line: &str) -> Option<Entry<'_>> {
    let (digest, path) = line.split_once(' ')?;
    let path = path.strip_prefix([' ', '*'])?;
    let is_digest =
        matches!(digest.len(), 32 | 40 | 56 | 64 | 96 | 128) && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest.then_some(Entry { path, cells: [Some(("digest", digest)), None, None, None, None], text: None })
}

/// Whether this can be the name of a commit.
pub fn is_hash(word: &str) -> bool {
    (7..=40).contains(&word.len()) && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A hash and the subject of a commit.
pub fn commit(line: &str) -> Option<Entry<'_>> {
    let (hash, subject) = line.trim_start_matches(['*', '|', '/', '\\', '_', ' ']).split_once(' ')?;
    is_hash(hash).then(|| of_commit("", subject)).map(|[_, area, kind]| Entry {
        path: "",
        cells: [Some(area), Some(kind), None, None, None],
        text: Some(("subject", subject)),
    })
}

/// What is told of a commit: who made it, which area its subject names, and whether it takes another back or is to be joined to one.
pub fn of_commit<'l>(author: &'l str, subject: &'l str) -> [(&'static str, &'l str); 3] {
    let area = subject.split_once(": ").map(|(area, _)| area).filter(|area| area.len() <= 30 && !area.contains(' '));
    let starts = |starts: &[&str]| starts.iter().any(|start| subject.starts_with(start));
    let kind = if starts(&["Revert \"", "revert: ", "revert("]) {
        "revert"
    } else if starts(&["fixup! ", "squash! ", "WIP"]) {
        "unfinished"
    } else {
        "change"
    };
    [("author", author), ("area", area.unwrap_or("(none)")), ("kind", kind)]
}

/// `373ddf1d src/a.rs (Mina Okafor 2026-11-29 23:35:47 +0000 12) text`, as `git blame` writes it.
pub fn blamed(line: &str) -> Option<Entry<'_>> {
    let (hash, rest) = line.split_once(' ')?;
    if !is_hash(hash.trim_start_matches('^')) {
        return None;
    }
    let rest = &rest[rest.find('(')? + 1..];
    let (inside, text) =
        rest.match_indices(')').map(|(at, _)| (&rest[..at], &rest[at + 1..])).find(|(inside, _)| {
            inside.ends_with(|char: char| char.is_ascii_digit()) && inside.split_ascii_whitespace().count() > 3
        })?;
    let mut words = inside.rsplit(' ').filter(|word| !word.is_empty());
    let (_number, _zone, _time, date) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let is_date = date.len() == 10 && date.as_bytes()[4] == b'-';
    let author = inside[..date.as_ptr() as usize - inside.as_ptr() as usize].trim();
    let cells = [Some(("author", author)), Some(("written", date)), Some(("commit", hash)), None, None];
    is_date.then_some(Entry { path: "", cells, text: Some(("source", text)) })
}

/// `NAME=value`, as `env` writes it.
pub fn variable(line: &str) -> Option<Entry<'_>> {
    let (name, value) = line.split_once('=')?;
    let name = name.strip_prefix("export ").or(name.strip_prefix("declare -x ")).unwrap_or(name);
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && !name.as_bytes()[0].is_ascii_digit();
    is_name.then_some(Entry {
        path: "",
        cells: [Some(("name", name)), None, None, None, None],
        text: Some(("value", value)),
    })
}

/// `name==1.2` and `name/suite 1.2 amd64`, as package managers write them.
pub fn package(line: &str) -> Option<Entry<'_>> {
    let is_version = |text: &str| text.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    if let Some((name, version)) =
        line.split_once("==").filter(|(name, version)| !name.contains(' ') && is_version(version))
    {
        return Some(Entry {
            path: "",
            cells: [Some(("name", name)), Some(("version", version)), None, None, None],
            text: None,
        });
    }
    let (name, rest) = line.split_once('/')?;
    let (suite, rest) = rest.split_once(' ')?;
    let (version, rest) = rest.split_once(' ')?;
    let (architecture, state) =
        rest.split_once(' ').map_or((rest, None), |(architecture, state)| (architecture, Some(state)));
    let is_package = is_version(version)
        && name.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !name.contains(' ')
        && !suite.is_empty()
        && !architecture.is_empty();
    is_package.then_some(Entry {
        path: "",
        cells: [("name", name), ("suite", suite), ("version", version), ("architecture", architecture)]
            .map(Some)
            .into_iter()
            .chain([state.map(|state| ("state", state))])
            .collect::<Vec<_>>()
            .try_into()
            .ok()?,
        text: None,
    })
}

/// How deep a line of `tree` stands, and the name in it.
pub fn branch(line: &str) -> Option<(usize, &str)> {
    const STARTS: [&str; 6] = ["── ", "|-- ", "`-- ", "+-- ", "\\-- ", "-- "];
    let line = line.strip_prefix("[INFO] ").unwrap_or(line);
    let is_line =
        |char: char| matches!(char, '│' | '├' | '└' | '─' | '┬' | '|' | '`' | '+' | '\\' | '-' | ' ' | '\u{a0}');
    let name = line.trim_start_matches(is_line);
    let before = &line[..line.len() - name.len()];
    let is_branch = STARTS.iter().any(|start| before.contains(start))
        || before.contains("─┬ ")
        || before.ends_with("+- ")
        || before.ends_with("\\- ");
    let width = before.chars().count();
    (is_branch && !name.is_empty()).then_some((width.div_ceil(4).max(1), name))
}

/// A path alone in its line.
pub fn path(line: &str) -> Option<Entry<'_>> {
    let is_one = is_path(line)
        || line.len() < 300
            && line.starts_with(['/', '.'])
            && line.contains('/')
            && !line.contains("://")
            && !line.contains(": ");
    is_one.then_some(Entry { path: line, ..Entry::default() })
}
