//! What a call asked for: words in its arguments, and the lines of its result that answer them.

use crate::json::string;
use crate::json::tokens::{TokenKind, Tokens};
use crate::search::{self, Options, Ranking};
use crate::view::{Section, View};
use memchr::memmem;
use std::ops::Range;

/// Members whose values are asked for, as parts of their names.
const ASKING: [&str; 19] = [
    "query", "question", "search", "prompt", "pattern", "keyword", "topic", "text", "find", "term", "symbol",
    "section", "version", "chapter", "heading", "anchor", "option", "method", "function",
];
/// The same, as whole names.
const ASKING_SHORT: [&str; 3] = ["q", "s", "fragment"];
/// Characters of what is asked for; longer texts are no questions.
const MAX_CHARACTERS: usize = 300;
/// Bytes of a text that are searched; what is longer takes too long for a preview.
const SEARCHED_BYTES: usize = 2 << 20;
/// Characters of a chunk that is compared with what was asked.
const CHUNK_CHARACTERS: usize = 400;
/// Where more than one of so many chunks matches, the words tell nothing.
const MATCHING_SHARE: usize = 3;
/// Words of a question that are looked for one by one.
const WORDS: usize = 8;
/// A name that stands in more places tells none of them.
const PLACES: usize = 4;
/// How typesetters write a hyphen.
const HYPHENS: [&str; 3] = ["-", "\u{2212}", "\u{2010}"];
/// Lines that answer, and those of a section that does; blank ones are not counted.
const LINES: usize = 4;
const SECTION_LINES: usize = 10;

/// What answers a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// In order, without blank ones.
    pub lines: Vec<usize>,
    /// Where in the view's text the words are.
    pub at: usize,
}

/// What the arguments of a call ask for, in words; `None` where they do not ask.
pub fn question(arguments: &str) -> Option<String> {
    let mut asked = Vec::new();
    let mut name = String::new();
    for token in Tokens::new(arguments) {
        let token = token.ok()?;
        let body = |token: Range<usize>| string::unescape(&arguments[token.start + 1..token.end - 1]);
        match token.kind {
            TokenKind::Key => name = body(token.range()).to_ascii_lowercase(),
            TokenKind::String => asked.extend(words_of(&name, &body(token.range()))),
            _ => {}
        }
    }
    let question = asked.join(" ");
    (!question.trim().is_empty()).then_some(question)
}

/// What one argument asks for.
fn words_of(name: &str, value: &str) -> Option<String> {
    if value.contains("://") {
        let fragment = value.rsplit_once('#')?.1;
        return Some(fragment.replace(['-', '_', '%', '+'], " "));
    }
    let asks = ASKING.iter().any(|part| name.contains(part)) || ASKING_SHORT.contains(&name);
    (asks && value.len() <= MAX_CHARACTERS).then(|| value.to_owned())
}

/// The lines of a section that answer best, where few do: those with a name as it was asked for, else those with the most of its words.
pub fn answer(view: &View, section: &Section, question: &str) -> Option<Answer> {
    let span = view.span(section.lines.clone());
    let text = &view.text()[span.clone()];
    let at = span.start + named(text, question).or_else(|| worded(text, question))?;
    Some(Answer { lines: lines_from(view, view.line_at(at), section.lines.end), at })
}

/// Where a name of the question stands as it is written, in few places: in a heading, else at the start of a line, else the first.
fn named(text: &str, question: &str) -> Option<usize> {
    question.split_whitespace().take(WORDS).filter_map(name).find_map(|name| {
        let places =
            HYPHENS.iter().map(|hyphen| places(text, &name.replace('-', hyphen))).find(|places| !places.is_empty())?;
        let rank = |at: &usize| {
            let line = &text[text[..*at].rfind('\n').map_or(0, |end| end + 1)..*at];
            match line.starts_with('#') {
                true => 0,
                false => 1 + usize::from(line.contains(char::is_alphanumeric)),
            }
        };
        places.iter().copied().min_by_key(rank).filter(|_| places.len() <= PLACES)
    })
}

/// Where a name stands alone: all places, or one more than there may be.
fn places(text: &str, name: &str) -> Vec<usize> {
    let found = memmem::find_iter(text.as_bytes(), name).filter(|at| stands_alone(text, *at, name.len()));
    found.take(PLACES + 1).collect()
}

/// A word that is a name: of a version, an option, a symbol. A number alone is none.
fn name(word: &str) -> Option<&str> {
    let name = word.trim_matches(['"', '\'', '`', '?', '!', ',', ';', '(', ')', '.', ':']);
    let version = name.strip_prefix('v').filter(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
    let name = version.unwrap_or(name);
    let is_inner = |char: char| char.is_ascii_digit() || matches!(char, '_' | '.' | ':' | '/');
    let is_name = name.contains(is_inner) || name.starts_with("--") || name.chars().skip(1).any(char::is_uppercase);
    (is_name && name.len() > 2 && !name.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

/// Whether it is no part of a longer name, but for the letter before a version.
fn stands_alone(text: &str, at: usize, length: usize) -> bool {
    let name = &text[at..at + length];
    let before = match name.starts_with(|char: char| char.is_ascii_digit()) {
        true => text[..at].trim_end_matches('v'),
        false => &text[..at],
    };
    let around = [before.chars().next_back(), text[at + length..].chars().next()];
    !around.into_iter().flatten().any(|char| char.is_alphanumeric() || char == '_')
}

/// Where the part is that has the most of the words.
fn worded(text: &str, question: &str) -> Option<usize> {
    if text.len() > SEARCHED_BYTES {
        return None;
    }
    let mut ranking = ranked(text, question)?;
    if is_everywhere(&ranking) {
        let rare = |word: &&str| ranked(text, word).is_some_and(|ranking| !is_everywhere(&ranking));
        let words: Vec<&str> = question.split_whitespace().take(WORDS).filter(rare).collect();
        ranking = ranked(text, &words.join(" "))?;
    }
    ranking.hits.first().map(|hit| hit.focus)
}

/// Some lines from one on; where it is a heading, those of its section.
fn lines_from(view: &View, first: usize, end: usize) -> Vec<usize> {
    let level = |line: usize| view.line(line).bytes().take_while(|byte| *byte == b'#').count();
    let own = level(first);
    let (section, most) = if own == 0 { (end, LINES) } else { (end.min(first + SECTION_LINES * 4), SECTION_LINES) };
    let is_over = |line: &usize| *line > first && own > 0 && (1..=own).contains(&level(*line));
    (first..section)
        .take_while(|line| !is_over(line))
        .filter(|line| !view.line(*line).trim().is_empty())
        .take(most)
        .collect()
}

fn ranked(text: &str, question: &str) -> Option<Ranking> {
    let options = Options { chunk_chars: CHUNK_CHARACTERS, overlap_lines: 0, max_chunks: 0, skip: 0, top_k: 1 };
    search::rank(text, question, options).ok()
}

/// Whether words tell nothing, because they stand in too much of the text.
fn is_everywhere(ranking: &Ranking) -> bool {
    ranking.matching * MATCHING_SHARE > ranking.chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_from_other_arguments() {
        for (arguments, asked) in [
            (r#"{"query":"retry policy","limit":10}"#, Some("retry policy")),
            (r#"{"url":"https://x.example/docs#retry-policy"}"#, Some("retry policy")),
            (r#"{"url":"https://x.example/docs","user_query":"time \u00e9"}"#, Some("time é")),
            (r#"{"path":"/etc/hosts","command":"ls"}"#, None),
            (r#"{"table":"orders"}"#, None),
            ("{", None),
        ] {
            assert_eq!(question(arguments).as_deref(), asked, "{arguments}");
        }
    }

    fn answered(text: &str, question: &str) -> Option<Vec<usize>> {
        let view = View::of(text);
        answer(&view, &view.main_section(), question).map(|answer| answer.lines)
    }

    #[test]
    fn the_lines_that_answer_are_found() {
        let mut text: String = (0..400).map(|line| format!("calm line {line} about nothing\n")).collect();
        let at = text.find("calm line 300").unwrap();
        text.insert_str(at, "Retries: the policy is five attempts.\n\n");
        assert_eq!(answered(&text, "retry policy"), Some(vec![300, 302, 303, 304]));
        assert_eq!(answered(&text, "the policy of a calm line").unwrap()[0], 300);
        assert_eq!(answered(&text, "calm line"), None);
        assert_eq!(answered(&text, "absent"), None);
    }

    #[test]
    fn a_name_is_found_as_it_is_written() {
        let entry = |number: usize| format!("--read-label-{number}=N\nRead the label of 1.{number}.70 pallets\n");
        let text = (0..300).map(entry).collect::<String>() + "see --seal-pallets\n--seal-pallets=WAX\nSeal it.\n";
        assert_eq!(answered(&text, "--seal-pallets"), Some(vec![601, 602]));
        assert_eq!(answered(&text.replace('-', "\u{2212}"), "--seal-pallets"), Some(vec![601, 602]));
        assert_eq!(answered(&text, "1.9.7"), None);
        assert_eq!(answered(&text, "what is --read-label-9?").unwrap()[0], 18);
    }

    #[test]
    fn a_heading_answers_with_its_section() {
        let part = |number: usize| format!("## [1.{number}.0]\n\n### Fixed\n\n- a {number}\n- b\n- c\n- d\n\n");
        let text = "# Changes\n\n".to_owned() + &(0..50).map(part).collect::<String>();
        assert_eq!(answered(&text, "v1.7.0"), Some(vec![65, 67, 69, 70, 71, 72]));
    }
}
