//! What is said of prose.

use crate::characters::thousands;
use toolaria_scan::prose::Class;

/// What stands in a sentence, by its class.
pub fn class(class: Class) -> &'static str {
    match class {
        Class::Latin => "Latin letters",
        Class::Greek => "Greek letters",
        Class::Cyrillic => "Cyrillic letters",
        Class::Hebrew => "Hebrew letters",
        Class::Arabic => "Arabic letters",
        Class::Indic => "Indic letters",
        Class::Thai => "Thai or Lao letters",
        Class::Georgian => "Georgian or Armenian letters",
        Class::Hangul => "Korean letters",
        Class::Kana => "Japanese letters",
        Class::Han => "Chinese characters",
        _ => "a number",
    }
}

/// What hardly any sentence has.
pub fn letters(what: &str, sentences: u64, all: u64) -> String {
    let those =
        if sentences == 1 { "only this sentence".to_owned() } else { format!("{} sentences", thousands(sentences)) };
    format!("{what}, in {those} of {}", thousands(all))
}

/// A paragraph by its lines and first words.
pub fn paragraph(first: usize, last: usize, words: &str) -> String {
    match first == last {
        true => format!("line {first}: {words}"),
        false => format!("lines {first} to {last}: {words}"),
    }
}

/// A place in a long line, and what is there.
pub fn at_character(character: usize, words: &str) -> String {
    format!("character {}: {words}", thousands(character as u64))
}

/// A message that says what was decided.
pub fn decision(count: u64, all: u64) -> String {
    let those = if count == 1 { "only this message".to_owned() } else { format!("{} messages", thousands(count)) };
    format!("tells of a decision, as {those} of {}", thousands(all))
}
