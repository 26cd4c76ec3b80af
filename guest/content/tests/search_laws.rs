//! Search looks at the whole text, answers the same each time, and points into what it found.

use proptest::prelude::*;
use toolaria_content::search::{Options, Ranking, rank};

const OPTIONS: Options = Options { chunk_chars: 300, overlap_lines: 1, max_chunks: 0, skip: 0, top_k: 5 };

fn texts() -> impl Strategy<Value = String> {
    let pieces = vec!["disk ", "full", "\n", "🦀", "错误", " ", "ошибка, ", "the ", "user_id", "\"a\":1,", "x.y"];
    prop::collection::vec(prop::sample::select(pieces), 0..80).prop_map(|parts| parts.concat())
}

fn options() -> impl Strategy<Value = Options> {
    (0usize..40, 0usize..4, 0usize..5, 0usize..6).prop_map(|(chunk_chars, overlap_lines, max_chunks, top_k)| Options {
        chunk_chars,
        overlap_lines,
        max_chunks,
        skip: 0,
        top_k,
    })
}

fn ranked(text: &str, query: &str) -> Ranking {
    rank(text, query, OPTIONS).unwrap()
}

proptest! {
    #[test]
    fn hits_lie_in_the_text_and_focus_in_the_hit(text in texts(), options in options()) {
        let ranking = rank(&text, "disk ошибка full", options).unwrap();
        prop_assert!(ranking.hits.len() <= options.top_k.min(ranking.matching));
        prop_assert!(ranking.matching <= ranking.chunks);
        for hit in ranking.hits {
            prop_assert!(hit.bytes.contains(&hit.focus) && text.is_char_boundary(hit.focus));
            prop_assert_eq!(text[..hit.bytes.start].matches('\n').count(), hit.first_line);
            prop_assert!(text[hit.bytes].chars().count() <= options.chunk_chars.max(1));
        }
    }

    #[test]
    fn chunks_cover_the_text(words in prop::collection::vec("[a-z🦀]{1,9}", 1..40), chunk_chars in 4usize..60, overlap_lines in 0usize..3) {
        let text: String = words.iter().map(|word| format!("zip{word}zap\n")).collect();
        let all = Options { chunk_chars, overlap_lines, max_chunks: 0, skip: 0, top_k: usize::MAX };
        let query = text.replace('\n', " ");
        let mut covered = vec![false; text.len()];
        for hit in rank(&text, &query, all).unwrap().hits {
            covered[hit.bytes].fill(true);
        }
        prop_assert!(chunk_chars < 16 || covered.iter().all(|&byte| byte));
    }

    #[test]
    fn what_is_passed_over_is_the_start_of_the_ranking(text in texts(), skip in 0usize..6) {
        let all = ranked(&text, "disk full").hits;
        let rest = rank(&text, "disk full", Options { skip, ..OPTIONS }).unwrap().hits;
        let both = all.len().saturating_sub(skip);
        prop_assert_eq!(&all[all.len() - both..], &rest[..both]);
    }

    #[test]
    fn the_same_question_has_the_same_answer(text in texts()) {
        prop_assert_eq!(ranked(&text, "disk full"), ranked(&text, "disk full"));
    }
}

#[test]
fn the_chunk_with_the_needle_comes_first() {
    let mut lines: Vec<String> =
        (0..4000).map(|n| format!("INFO request {n} handled, needle {} fatal", n * 7)).collect();
    lines[2500] = "FATAL-NEEDLE-7781 raised".to_owned();
    let text = lines.join("\n");
    let best = &ranked(&text, "FATAL-NEEDLE-7781").hits[0];
    assert!(text[best.bytes.clone()].contains("FATAL-NEEDLE-7781"));
    assert!(text[best.focus..].starts_with("FATAL-NEEDLE-7781"));
}

#[test]
fn equally_good_chunks_stay_in_the_order_of_the_text() {
    let text = "disk full\n".repeat(100);
    let options = Options { chunk_chars: 10, overlap_lines: 0, ..OPTIONS };
    let ranking = rank(&text, "disk", options).unwrap();
    let lines: Vec<usize> = ranking.hits.iter().map(|hit| hit.first_line).collect();
    assert_eq!(lines, [0, 1, 2, 3, 4]);
    assert_eq!((ranking.chunks, ranking.matching), (100, 100));
}

#[test]
fn words_are_found_in_other_forms_and_inside_identifiers() {
    let text = "the connection was refused\nconnect_timeout=3\n".to_owned();
    for query in ["connecting", "refuse", "timeouts", "Connections"] {
        assert_eq!(ranked(&text, query).matching, 1, "{query}");
    }
}

#[test]
fn a_word_whose_stem_has_another_stem_is_found() {
    assert_eq!(ranked("they agreed\n", "agreed").matching, 1);
}

#[test]
fn an_empty_text_has_no_hits() {
    assert_eq!(ranked("", "disk"), Ranking { hits: Vec::new(), chunks: 0, matching: 0 });
}

#[test]
fn stop_words_alone_are_searched_for() {
    assert_eq!(ranked("a\nto be\n", "to be").matching, 1);
}
