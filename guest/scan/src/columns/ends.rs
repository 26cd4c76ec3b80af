//! How texts start and end that are addresses, names of files or amounts: scheme and host, extension, domain or unit.

use super::tally::Tally;

/// Starts or endings beyond which none is usual.
const KNOWN: usize = 12;
/// Characters of an extension.
const EXTENSION: usize = 6;
/// Bytes of a unit.
const UNIT: usize = 24;
/// Bytes before the end of a scheme.
const SCHEME: usize = 12;

#[derive(Debug)]
pub struct Ends {
    /// Such as `https://`, while all texts have one.
    pub schemes: Tally,
    /// Such as `https://docs.example.org`.
    pub origins: Tally,
    /// Such as `.png`, `@example.org` and `kg`, while all texts have one and none is an address with a scheme.
    pub endings: Tally,
}

impl Default for Ends {
    fn default() -> Self {
        let [schemes, origins, endings] = [(); 3].map(|()| Tally::new(KNOWN));
        Ends { schemes, origins, endings }
    }
}

impl Ends {
    /// An empty text says nothing.
    pub fn add(&mut self, text: &str, at: usize) {
        if text.is_empty() {
            return;
        }
        let scheme = if self.schemes.is_full() { None } else { scheme(text) };
        match scheme {
            Some(length) => {
                self.schemes.add(&text.as_bytes()[..length], at);
                self.origins.add(&text.as_bytes()[..origin(text, length)], at);
            }
            None if self.schemes.is_full() => {}
            None => [&mut self.schemes, &mut self.origins].into_iter().for_each(Tally::give_up),
        }
        if !self.endings.is_full() {
            match ending(text).filter(|_| scheme.is_none()) {
                // One of something may have a name of its own.
                Some(_) if text.starts_with("1 ") => {}
                Some(ending) => _ = self.endings.add(ending.as_bytes(), at),
                None => self.endings.give_up(),
            }
        }
    }
}

/// The length of `https://` and the like.
fn scheme(text: &str) -> Option<usize> {
    let head = &text.as_bytes()[..text.len().min(SCHEME + 3)];
    let colon = head.windows(3).position(|three| three == b"://")?;
    head[..colon].iter().all(u8::is_ascii_alphanumeric).then_some(colon + 3)
}

/// The length of a scheme with the host and port behind it.
fn origin(text: &str, scheme: usize) -> usize {
    let host = text[scheme..].find(['/', '?', '#']);
    scheme + host.unwrap_or(text.len() - scheme)
}

/// The unit of an amount: `kg` of `4.5 kg`.
fn unit(text: &str) -> Option<&str> {
    let number = text.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',')).count();
    let unit = text[number..].strip_prefix(' ').unwrap_or(&text[number..]);
    let is_unit =
        (2..=UNIT).contains(&unit.len()) && unit.bytes().all(|byte| byte.is_ascii_alphabetic() || byte >= 0x80);
    (number > 0 && is_unit).then_some(unit)
}

/// The domain of an e-mail address, the extension of a file, or a unit.
fn ending(text: &str) -> Option<&str> {
    if let Some(unit) = unit(text) {
        return Some(unit);
    }
    let (at, longest) = match text.rfind('@') {
        Some(at) => (at, usize::MAX),
        None => (text.rfind('.')?, EXTENSION),
    };
    let name = &text.as_bytes()[at + 1..];
    let of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'.' || *byte == b'-';
    let is_name = name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(of_name);
    (is_name && name.len() <= longest).then_some(&text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_start_with_scheme_and_host() {
        let start = |text: &str| scheme(text).map(|length| text[..origin(text, length)].to_owned());
        assert_eq!(start("https://docs.rs:443/a://b").as_deref(), Some("https://docs.rs:443"));
        assert_eq!(start("ftp://archive.example?x").as_deref(), Some("ftp://archive.example"));
        assert_eq!(
            ["a b://c", "nothing", "漢字漢字漢字://x", "a-long-scheme-is-none://x"].map(start),
            [const { None }; 4]
        );
    }

    #[test]
    fn endings_are_domains_and_extensions() {
        assert_eq!(ending("ada.lovelace@mail.example"), Some("@mail.example"));
        assert_eq!(ending("src/main.rs"), Some(".rs"));
        assert_eq!(["4.5 kg", "12MB", "3 €"].map(ending), [Some("kg"), Some("MB"), Some("€")]);
        assert_eq!(["3fa9bc", "5 kg net", "2026-03", "7m"].map(ending), [None; 4]);
        assert_eq!(["1.2.3", "It ends.", "LICENSE", "a@b c.rs", "x.abcdefgh"].map(ending), [None; 5]);
    }

    #[test]
    fn what_is_no_address_ends_the_count_of_addresses() {
        let mut ends = Ends::default();
        ["https://a/1", "", "https://a/2", "http://a/3"]
            .into_iter()
            .enumerate()
            .for_each(|(at, text)| ends.add(text, at));
        let counts: Vec<(String, u64)> = ends.origins.entries().iter().map(|key| (key.text(), key.count)).collect();
        assert_eq!(counts, [("https://a".to_owned(), 2), ("http://a".to_owned(), 1)]);
        ends.add("mailto:a@b", 4);
        assert!(ends.origins.is_full() && ends.schemes.is_full());
    }
}
