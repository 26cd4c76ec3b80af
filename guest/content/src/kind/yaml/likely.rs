//! Whether a text is YAML: nearly all of its lines are entries, they nest, and no key comes twice.

use std::collections::BTreeSet;
use toolaria_markup::yaml::key;

/// Bytes that are looked at.
const DETECT_BYTES: usize = 1 << 15;
/// One in so many lines may be something else.
const OTHERS: usize = 20;
/// Mappings without anything in them have at least so many keys.
const FLAT_KEYS: usize = 4;
const KEY_CHARACTERS: usize = 60;

#[derive(Default)]
struct Signs {
    lines: usize,
    others: usize,
    keys: usize,
    /// Keys that stand deeper than a line before, or in an item.
    nested: usize,
    /// Keys that start with a small letter or hold no dash, as in files of settings.
    small: usize,
    documents: usize,
    top: BTreeSet<String>,
    is_twice: bool,
}

pub fn detect(text: &str) -> bool {
    let cut = text.floor_char_boundary(DETECT_BYTES.min(text.len()));
    let start = if cut < text.len() { text[..cut].rfind('\n').map_or(cut, |end| end + 1) } else { cut };
    let signs = signs(text[..start].trim_start_matches('\u{feff}'));
    let is_flat = signs.nested == 0;
    !signs.is_twice
        && signs.others * OTHERS <= signs.lines
        && match is_flat {
            true => {
                signs.keys >= FLAT_KEYS && signs.small * 10 >= signs.keys * 9 || signs.documents > 0 && signs.keys > 0
            }
            false => signs.keys >= 2,
        }
}

fn signs(text: &str) -> Signs {
    let mut signs = Signs::default();
    // The indentation of a key whose value is a block of text, and of the line before.
    let (mut block, mut before, mut open) = (None::<usize>, 0, false);
    for line in text.lines() {
        let line = line.trim_end();
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        if content.is_empty() || content.starts_with('#') || block.is_some_and(|key| indent > key) {
            continue;
        }
        block = None;
        signs.lines += 1;
        if indent == 0
            && (matches!(content, "---" | "...") || content.starts_with("%YAML") || content.starts_with("--- "))
        {
            signs.documents += 1;
            signs.top.clear();
            continue;
        }
        let entry = content.trim_start_matches("- ");
        let is_item = entry.len() < content.len() || content == "-";
        match key(entry).filter(|(key, _)| is_name(key)) {
            Some((key, value)) => {
                signs.keys += 1;
                signs.small +=
                    usize::from(key.starts_with(|char: char| char.is_lowercase() || char == '_' || char == '"'));
                signs.nested += usize::from(open && (is_item || indent > before));
                if indent == 0 && !is_item && !signs.top.insert(key.to_owned()) {
                    signs.is_twice = true;
                }
                let value = value.trim();
                open = value.is_empty() || is_item;
                if value.starts_with(['|', '>']) && value.len() <= 3 {
                    block = Some(indent);
                }
            }
            None => {
                signs.others += usize::from(!is_item && !is_rest(content, indent, before));
                open = false;
            }
        }
        before = indent;
    }
    signs
}

/// Whether a line can belong to the value of the one before.
fn is_rest(content: &str, indent: usize, before: usize) -> bool {
    indent > before && !content.ends_with(['{', ';']) || content.starts_with([']', '}'])
}

fn is_name(key: &str) -> bool {
    key.len() <= KEY_CHARACTERS
        && !key.contains(['(', ')', '=', ';', '{', '<', '\t'])
        && key.split(' ').count() <= 3
        && !key.starts_with(['[', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nests_is_yaml() {
        for text in [
            "a:\n  b: 1\n  c:\n  - x\n",
            "# c\n- name: a\n  weight: 1\n- name: b\n  weight: 2\n",
            "a: 1\nb: 2\nc: 3\nd: 4\n",
            "%YAML 1.2\n---\na: 1\n",
            "on: [push]\njobs:\n  test:\n    steps:\n      - run: |\n          if x; then { y\n          fi;\n",
        ] {
            assert!(detect(text), "{text}");
        }
    }

    #[test]
    fn other_lines_are_not() {
        for text in [
            "INFO: a\nINFO: b\nWARN: c\n",
            "Mina: hello there\nIvo: hi\nMina: bye\nIvo: so long\n",
            "Content-Type: text/html\nServer: x\nDate: y\nVia: z\n",
            "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        x = {}\n",
            "- a\n- b\n- c\n",
            "plain words\nof some text\n",
            "",
        ] {
            assert!(!detect(text), "{text}");
        }
    }
}
