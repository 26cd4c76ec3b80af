//! Where in the sources: `file:line` in a line of output.

/// What stands in paths of libraries and of runners themselves.
const FOREIGN: [&str; 15] = [
    "node_modules",
    "node:",
    "site-packages",
    "dist-packages",
    "/lib/python",
    "/rustc/",
    "/go/src/",
    "/pkg/mod/",
    "<frozen",
    "Assertions.",
    "java.base",
    "jdk.internal",
    "org.junit",
    "sun.reflect",
    "/gems/",
];

/// The first `file.ext:line` or `file.ext:line:column` of a line, or that of `File "file", line 12`. `None` where it is of a library.
pub fn place(line: &str) -> Option<String> {
    if FOREIGN.iter().any(|foreign| line.contains(foreign)) {
        return None;
    }
    if let Some(rest) = line.trim_start().strip_prefix("File \"") {
        let (file, rest) = rest.split_once("\", line ")?;
        return Some(format!("{file}:{}", &rest[..digits(rest)]));
    }
    colon_place(line).map(str::to_owned)
}

/// The first `file.ext:line` or `file.ext:line:column`.
pub fn colon_place(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    for colon in memchr::memchr_iter(b':', bytes) {
        let number = digits(&line[colon + 1..]);
        if number == 0 {
            continue;
        }
        let start =
            line[..colon].rfind(is_around).map_or(0, |at| at + line[at..].chars().next().map_or(0, char::len_utf8));
        let name = line[start..colon].rsplit(['/', '\\']).next().unwrap_or_default();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        if !(1..=5).contains(&extension.len()) || !extension.starts_with(|char: char| char.is_ascii_alphabetic()) {
            continue;
        }
        let end = colon + 1 + number;
        let column = line[end..].strip_prefix(':').map_or(0, digits);
        return Some(&line[start..if column > 0 { end + 1 + column } else { end }]);
    }
    None
}

fn is_around(char: char) -> bool {
    char.is_whitespace() || matches!(char, '(' | ')' | '[' | '<' | '"' | '\'' | '`' | ',' | '|' | '@')
}

/// How many digits a text starts with.
pub fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_where_they_are_no_librarys() {
        for (line, found) in [
            ("tests/test_a.py:12: AssertionError", "tests/test_a.py:12"),
            ("thread 'x' (7) panicked at src/lib.rs:10:5:", "src/lib.rs:10:5"),
            ("      at Object.<anonymous> (src/b.test.js:12:15)", "src/b.test.js:12:15"),
            ("\tat com.x.FooTest.testBar(FooTest.java:12)", "FooTest.java:12"),
            ("  File \"/a b/c.py\", line 12, in x", "/a b/c.py:12"),
            (" ❯ src/b.test.ts:12:15", "src/b.test.ts:12:15"),
            ("x at 10:15 in C:\\é.cs:7", "C:\\é.cs:7"),
        ] {
            assert_eq!(place(line).as_deref(), Some(found), "{line}");
        }
        for line in ["at 10:15", "ratio 1.5:1", "at x (node:internal/y.js:1:2)", "é:", "File \"x"] {
            assert_eq!(place(line), None, "{line}");
        }
    }
}
