//! One entry of a listing, and what its path tells.

/// A line of a listing, taken apart. What its form has not is empty.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Entry<'l> {
    pub path: &'l str,
    /// What stands before the path, by the name of its column.
    pub cells: [Option<(&'static str, &'l str)>; 5],
    /// What stands behind it, such as a line that was found, by the name of its column.
    pub text: Option<(&'static str, &'l str)>,
}

impl Entry<'_> {
    /// The number of bytes that an entry says.
    pub fn bytes(&self) -> u64 {
        let size = self.cells.iter().flatten().find(|(name, _)| *name == "size");
        size.and_then(|(_, size)| size.parse().ok()).unwrap_or_default()
    }
}

/// The folder and the name of a path.
pub fn split(path: &str) -> (&str, &str) {
    let path = path.strip_suffix('/').unwrap_or(path);
    let bytes = path.as_bytes();
    // `\x2d` stands for a sign in names of systemd.
    match memchr::memrchr2_iter(b'/', b'\\', bytes).find(|at| !bytes[*at..].starts_with(b"\\x")) {
        Some(0) => ("/", &path[1..]),
        Some(at) => (&path[..at], &path[at + 1..]),
        None => ("", path),
    }
}

/// The first two folders of a path that starts at the root, else the first.
pub fn root(path: &str) -> &str {
    let skipped = path.len() - path.trim_start_matches("./").len();
    let start = if path.starts_with('/') { 1 } else { skipped };
    let levels = if path.starts_with('/') { 2 } else { 1 };
    let mut ends = memchr::memchr_iter(b'/', &path.as_bytes()[start..]).map(|at| start + at);
    match ends.nth(levels - 1) {
        Some(end) => &path[skipped..end],
        None => split(&path[skipped..]).0,
    }
}

/// What follows the last dot of a name, if it can be an extension.
pub fn extension(name: &str) -> Option<&str> {
    const LONGEST: usize = 10;
    let marked = name.bytes().rev().take_while(|byte| matches!(byte, b'*' | b'@' | b'=' | b'|')).count();
    let name = &name[..name.len() - marked];
    let dot = memchr::memrchr(b'.', name.as_bytes())?;
    let (stem, extension) = (&name[..dot], &name[dot + 1..]);
    let is_one = !stem.is_empty()
        && extension.len() <= LONGEST
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'~'))
        && extension.bytes().any(|byte| byte.is_ascii_alphabetic());
    is_one.then_some(extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_folder_a_root_and_an_extension() {
        assert_eq!(split("a/b/c.rs"), ("a/b", "c.rs"));
        assert_eq!([split("/etc"), split("a"), split("d/")], [("/", "etc"), ("", "a"), ("", "d")]);
        assert_eq!([split("C:\\a\\b"), split("dev-\\x2ddisk.slice")], [("C:\\a", "b"), ("", "dev-\\x2ddisk.slice")]);
        assert_eq!(
            ["/usr/share/perl/x", "./src/a/b.rs", "src/b.rs", "a", "/etc"].map(root),
            ["/usr/share", "src", "src", "", "/"]
        );
        assert_eq!(
            ["a.tar.gz", ".env", "serde v1.0.130", "x.", "main.rs"].map(extension),
            [Some("gz"), None, None, None, Some("rs")]
        );
    }
}
