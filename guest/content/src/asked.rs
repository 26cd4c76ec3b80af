//! What a call asked for: words in its arguments, and the lines of its result that answer them.

use crate::json::string;
use crate::json::tokens::{TokenKind, Tokens};
use crate::search::{self, Options, Ranking};
use crate::view::{Section, View};
use std::ops::Range;

/// Members whose values are asked for, as parts of their names.
const ASKING: [&str; 12] = [
    "query", "question", "search", "prompt", "pattern", "keyword", "topic", "text", "find", "term", "symbol", "section",
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
/// Lines that answer.
const LINES: usize = 4;

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

/// The lines of a section that answer best, where few do.
pub fn lines(view: &View, section: &Section, question: &str) -> Option<Range<usize>> {
    let span = view.span(section.lines.clone());
    if span.len() > SEARCHED_BYTES {
        return None;
    }
    let text = &view.text()[span.clone()];
    let mut ranking = ranked(text, question)?;
    if is_everywhere(&ranking) {
        let rare = |word: &&str| ranked(text, word).is_some_and(|ranking| !is_everywhere(&ranking));
        let words: Vec<&str> = question.split_whitespace().take(WORDS).filter(rare).collect();
        ranking = ranked(text, &words.join(" "))?;
    }
    let first = view.line_at(span.start + ranking.hits.first()?.focus);
    Some(first..(first + LINES).min(section.lines.end))
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

    #[test]
    fn the_lines_that_answer_are_found() {
        let mut text: String = (0..400).map(|line| format!("calm line {line} about nothing\n")).collect();
        let at = text.find("calm line 300").unwrap();
        text.insert_str(at, "Retries: the policy is five attempts.\n");
        let view = View::of(&text);
        assert_eq!(lines(&view, &view.main_section(), "retry policy").unwrap().start, 300);
        assert_eq!(lines(&view, &view.main_section(), "the policy of a calm line").unwrap().start, 300);
        assert_eq!(lines(&view, &view.main_section(), "calm line"), None);
        assert_eq!(lines(&view, &view.main_section(), "absent"), None);
    }
}
