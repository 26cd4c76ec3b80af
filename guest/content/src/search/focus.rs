//! The part of a chunk that a snippet should show.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::terms::Terms;

/// The width of a part, in bytes: about what a snippet shows.
const PART_BYTES: usize = 240;

/// The longest piece of text without white space that is looked at whole, in characters.
const PIECE_CHARS: usize = 64;

/// A word of the query in the chunk.
struct Mark {
    at: usize,
    term: usize,
}

/// The byte of the chunk where the part begins that holds the most different words of the query; of equally rich parts
/// the one with these words closest together, then the first. 0 where the chunk holds none.
pub(super) fn densest(chunk: &str, terms: &Terms) -> usize {
    let marks = marks(chunk, terms);
    let best = (0..marks.len()).min_by_key(|&first| {
        let (different, spread) = richness(&marks[first..]);
        (Reverse(different), spread)
    });
    best.map_or(0, |first| marks[first].at)
}

/// How many different words of the query stand in the part that begins with the first mark, and within how many bytes.
fn richness(marks: &[Mark]) -> (usize, usize) {
    let mut seen = BTreeSet::new();
    let mut spread = 0;
    for mark in marks.iter().take_while(|mark| mark.at - marks[0].at < PART_BYTES) {
        if seen.insert(mark.term) {
            spread = mark.at - marks[0].at;
        }
    }
    (seen.len(), spread)
}

fn marks(chunk: &str, terms: &Terms) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (at, piece) in pieces(chunk) {
        let words = terms.tokenize(piece);
        marks.extend(words.iter().filter_map(|word| terms.position(word)).map(|term| Mark { at, term }));
    }
    marks
}

/// The chunk's pieces between white space, with their places; long ones are cut behind a character that is no letter.
fn pieces(chunk: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = chunk;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let at = chunk.len() - rest.len();
        let piece = &rest[..piece_end(rest)];
        rest = &rest[piece.len()..];
        (!piece.is_empty()).then_some((at, piece))
    })
}

fn piece_end(rest: &str) -> usize {
    let limit = rest.char_indices().nth(PIECE_CHARS).map_or(rest.len(), |(at, _)| at);
    let head = &rest[..limit];
    match head.find(char::is_whitespace) {
        Some(end) => end,
        None if limit == rest.len() => limit,
        None => head.rfind(|c: char| c.is_ascii_punctuation()).map_or(limit, |at| at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn focus(chunk: &str, query: &str) -> usize {
        densest(chunk, &Terms::of(query).unwrap())
    }

    #[test]
    fn the_part_with_the_most_different_words_wins() {
        let chunk = format!("disk disk disk {} a full disk {}", "·".repeat(300), "x ".repeat(200));
        assert_eq!(focus(&chunk, "disk full"), chunk.find("full").unwrap());
    }

    #[test]
    fn the_first_of_equal_parts_wins() {
        assert_eq!(focus("a disk and a disk", "disk"), 2);
    }

    #[test]
    fn a_long_piece_is_looked_at_in_parts() {
        let chunk = format!(r#"{{{}"state":"disk"}}"#, r#""key":"value","#.repeat(50));
        let at = focus(&chunk, "disk");
        assert!((chunk.len() - 80..chunk.len() - 5).contains(&at), "{at}");
    }

    #[test]
    fn without_a_word_it_is_the_start() {
        assert_eq!(focus("nothing here", "disk"), 0);
    }
}
