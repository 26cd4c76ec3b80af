//! Prose in any script: sentences with letters of another, the one number of a text, and paragraphs by their first words.

use crate::characters::{clip, count, visible, without_end};
use crate::kind::columns::{Oddity, rare};
use crate::view::{Section, View};
use crate::words::{outline, text as words};
use std::ops::Range;
use toolaria_scan::prose::{Class, Prose, sentence_end};

/// Fewer sentences have nothing that is rare among them.
const LEAST: u64 = 40;
/// The same for numbers, of which one in so much prose may be by chance, too: at its ends, where the date and the name of a text stand.
const LEAST_FOR_NUMBERS: u64 = 100;
const END_PARTS: usize = 20;
/// Characters of a paragraph that an outline shows.
const WORDS_CHARACTERS: usize = 80;
/// Bytes between two places of a long line that an outline names, at least.
const STEP_BYTES: usize = 2_000;

/// Of scripts that hardly any sentence has, where the first stands; the place of a number that is the only one.
pub fn oddities(view: &View, section: &Section, prose: &Prose) -> Vec<Oddity> {
    let span = view.span(section.lines.clone());
    if !prose.is_prose() || prose.sentences < LEAST {
        return Vec::new();
    }
    let inner = span.len() / END_PARTS..span.len() - span.len() / END_PARTS;
    let of_class = |class: Class| {
        let mark = prose.marks[class as usize];
        let is_rare = match class {
            Class::Digit => mark.sentences == 1 && prose.sentences >= LEAST_FOR_NUMBERS && inner.contains(&mark.at),
            _ => mark.sentences > 0 && rare(&[mark.sentences, prose.sentences.saturating_sub(mark.sentences)]) > 0,
        };
        let reason = || words::letters(words::class(class), mark.sentences, prose.sentences);
        is_rare.then(|| Oddity {
            at: span.start + mark.at,
            count: mark.sentences,
            path: String::new(),
            reason: reason(),
        })
    };
    let mut oddities: Vec<Oddity> = Class::ALL.into_iter().filter_map(of_class).collect();
    crate::order::by(&mut oddities, |oddity| (oddity.count, oddity.at as u64));
    oddities
}

/// Paragraphs by their lines and first words; of long lines the places of some sentences, too. Empty where it is no prose.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    if !Prose::of(&view.text()[view.span(section.lines.clone())]).is_prose() {
        return Vec::new();
    }
    let is_blank = |line: usize| view.line(line).trim().is_empty();
    let has_blanks = section.lines.clone().any(is_blank);
    let mut out = Vec::new();
    let mut line = section.lines.start;
    while line < section.lines.end {
        let behind = match has_blanks {
            true => (line..section.lines.end).find(|line| is_blank(*line)).unwrap_or(section.lines.end),
            false => line + 1,
        };
        if behind > line {
            paragraph(view, line..behind, &mut out);
        }
        line = behind.max(line + 1);
    }
    out
}

fn paragraph(view: &View, lines: Range<usize>, out: &mut Vec<String>) {
    let first_words =
        |text: &str| clip(&visible(&text[..text.floor_char_boundary(STEP_BYTES.min(text.len()))]), WORDS_CHARACTERS);
    out.push(words::paragraph(
        lines.start,
        lines.end - 1,
        &first_words(without_end(view.line(lines.start)).trim_start()),
    ));
    for line in lines {
        let text = without_end(view.line(line));
        let (mut named, mut characters, mut at) = (0, 0, 0);
        while text.len() - named > STEP_BYTES {
            at = sentence_end(text, at);
            if at == text.len() {
                break;
            }
            if at - named >= STEP_BYTES {
                characters += count(&text[named..at]);
                named = at;
                out.push(outline::at_line(line, &words::at_character(characters, &first_words(&text[at..]))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(text: &str) -> Vec<(usize, u64)> {
        let view = View::of(text);
        let oddities = oddities(&view, &view.main_section(), &Prose::of(text));
        oddities.iter().map(|oddity| (view.line_at(oddity.at), oddity.count)).collect()
    }

    fn prose(lines: usize, line: &str) -> String {
        (0..lines).map(|number| format!("{line}, {}.\n", ["утром", "днём", "вечером"][number % 3])).collect()
    }

    #[test]
    fn another_script_is_odd_where_hardly_any_sentence_has_it() {
        let text = prose(60, "Груз приходит на склад")
            + "Η γέφυρα έκλεισε χθες το βράδυ.\n"
            + &prose(60, "Поезд уходит на север");
        assert_eq!(odd(&text), [(60, 1)]);
        let mixed = prose(60, "Груз на склад Bergen приходит");
        assert_eq!(odd(&mixed), []);
    }

    #[test]
    fn the_only_number_is_odd_within_a_text() {
        let text = |number: &str| prose(70, "Поезд уходит на север") + number + &prose(70, "Груз приходит на склад");
        assert_eq!(odd(&text("Мост несёт тридцать восемь тонн, никак не больше.\n")), []);
        assert_eq!(odd(&text("Мост несёт 38 тонн, никак не больше, а то беда.\n")), [(70, 1)]);
    }

    #[test]
    fn an_outline_has_paragraphs_and_places_in_long_lines() {
        let sentence = |number: usize| format!("Sentence {} of a report. ", ["one", "two", "three"][number % 3]);
        let long: String = (0..200).map(sentence).collect();
        let text = format!("The first part\nof it all.\n\n{long}\n\nThe end is near.\n");
        let view = View::of(&text);
        let outline = outline(&view, &view.main_section());
        assert_eq!(outline[0], "lines 0 to 1: The first part");
        assert!(outline[1].starts_with("line 3: Sentence one of a report. Sentence two"), "{outline:?}");
        assert!(outline[2].starts_with("line 3: character 2,0"), "{outline:?}");
        let place =
            outline[2].split("character ").nth(1).and_then(|rest| rest.split(':').next()).unwrap().replace(',', "");
        assert!(long[place.parse::<usize>().unwrap()..].starts_with(&outline[2].split(": ").nth(2).unwrap()[..30]));
        assert_eq!(outline.last().map(String::as_str), Some("line 5: The end is near."));
    }
}
