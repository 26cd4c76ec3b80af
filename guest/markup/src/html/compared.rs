//! Tags and texts against those of html5gum, which follows the standard, on pages of this machine and on any text.
//!
//! Where they differ, and why:
//! - References: by names that HTML 4 does not have, or without a semicolon, ours stay as they are written; NUL stays, too.
//! - What is not closed up to the end (a tag, a comment, a title): the standard drops or hides all of it, ours goes on behind it, since pages
//!   come cut.
//! - What stands in `noscript` is shown: ours is a reader without scripts.
//! - Elements that are hidden end where their tags balance, also where one of these stands in a comment.

use super::references::replaced;
use super::tags::{Tag, Tags};
use html5gum::{DefaultEmitter, Token, Tokenizer};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Open(String),
    Close(String),
    Text(String),
}

fn push(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

fn ours(html: &str, pieces: &mut Vec<Piece>) {
    for tag in Tags::new(html) {
        match tag {
            Tag::Text(range) => push(pieces, &replaced(&html[range])),
            Tag::Open { name, .. } => pieces.push(Piece::Open(name.to_ascii_lowercase())),
            Tag::Close { name, .. } => pieces.push(Piece::Close(name.to_ascii_lowercase())),
            Tag::Aside(_) => {}
            Tag::Raw { name, range, inner } => {
                let name = name.to_ascii_lowercase();
                pieces.push(Piece::Open(name.clone()));
                match name.as_str() {
                    "script" | "style" | "iframe" => push(pieces, &html[inner.clone()]),
                    _ => ours(&html[inner.clone()], pieces),
                }
                if range.end > inner.end {
                    pieces.push(Piece::Close(name));
                }
            }
        }
    }
}

fn theirs(html: &str) -> Vec<Piece> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut pieces = Vec::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        match token.unwrap() {
            Token::StartTag(tag) => pieces.push(Piece::Open(text(&tag.name))),
            Token::EndTag(tag) => pieces.push(Piece::Close(text(&tag.name))),
            Token::String(string) => push(&mut pieces, &text(&string)),
            _ => {}
        }
    }
    pieces
}

/// The first piece that differs, with both.
fn difference(html: &str) -> Option<String> {
    let html = html.replace("\r\n", "\n").replace('\r', "\n");
    let (mut ours_, theirs) = (Vec::new(), theirs(&html));
    ours(&html, &mut ours_);
    let at = (0..ours_.len().max(theirs.len())).find(|at| ours_.get(*at) != theirs.get(*at))?;
    Some(format!("piece {at}: ours {:?}, theirs {:?}", ours_.get(at), theirs.get(at)))
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>, most: usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && found.len() < most => pages(&entry.path(), found, most),
            Ok(kind) if kind.is_file() && entry.path().extension().is_some_and(|end| end == "html") => {
                found.push(entry.path());
            }
            _ => {}
        }
    }
}

/// Pages of the system's documentation, up to some of each folder. One may use what the head of this file names.
#[test]
#[ignore = "reads what this machine has: 904 of 904 pages alike on 2026-11-30, in 50 s"]
fn pages_of_this_machine_read_as_by_the_standard() {
    let mut found = Vec::new();
    pages(Path::new("/usr/share/doc"), &mut found, 400);
    if let Ok(home) = std::env::var("RUSTUP_HOME").or_else(|_| std::env::var("HOME").map(|home| home + "/.rustup")) {
        pages(&Path::new(&home).join("toolchains"), &mut found, 800);
    }
    for path in found {
        let Ok(html) = std::fs::read_to_string(&path) else { continue };
        let html = html.replace("noscript", "no-script");
        assert_eq!(difference(&html), None, "{}", path.display());
    }
}

#[test]
fn scripts_end_where_the_standard_ends_them() {
    for html in [
        "<script><!-- <script>a</script> b --></script>c",
        "<script><!-- a</script>b",
        "<script><!--><script></script>b",
        "<script>'<!--' + '<script>'</script>'-->'</script>b",
        "<title>a <b> &amp; c</title>d<textarea><p></textarea>",
        "<a b='>' c=\">\" d>e",
        "<a \"b>\">c",
        "<a b = '>'/>c</a x='>'>",
    ] {
        assert_eq!(difference(html), None, "{html}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_reads_as_by_the_standard(parts in prop::collection::vec(prop::sample::select(vec![
        "<p>", "</p>", "<P class=a>", "<a href='x>y'>", "<a b=\"'\">", "<br/>", "<td nowrap>", "text", " ", "\n", "&amp;", "&lt;", "&#65;",
        "<!-- c -->", "<!---->", "<!-->", "<!--->", "<!doctype html>", "<?x?>", "</ x>", "< p", "<3", "</>", "<style>a<b</style>",
        "<script>1<2</script>", "<script><!-- <script></script> --></script>", "<title>a<b></title>", "=", "/", "'", "\"", "é", "語",
        "<a =b>", "<a b=c/d>", "<a/b>", "<a b= >", "<-", "<!-- a > b -->", "<h1\tx>", "]]>", "<![CDATA[x]]>",
    ]), 0..24)) {
        let html = parts.concat() + "<p>end</p>";
        prop_assert_eq!(difference(&html), None, "{}", html);
    }
}
