//! Keeps a result that reached the model from being taken for a failed call.

use crate::characters::{count, first};

/// Hosts take a result for a failed call when its first characters hold one of these words in quotes.
const ALARMING: [&str; 2] = ["\"error\"", "\"failed\""];
const ALARM_CHARACTERS: usize = 500;

/// Puts data below our head, and below the first 500 characters where its own start would alarm a host.
pub fn join(head: &str, data: &str) -> String {
    let room = ALARM_CHARACTERS.saturating_sub(count(head) + 1);
    let start = first(data, room).to_ascii_lowercase();
    match ALARMING.iter().any(|word| start.contains(word)) {
        true => format!("{head}\n{}\n{data}", "-".repeat(room)),
        false => format!("{head}\n{data}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(joined: &str) -> &str {
        first(joined, ALARM_CHARACTERS)
    }

    #[test]
    fn data_that_alarms_stands_below_the_first_500_characters() {
        for data in ["0| {\"status\":\"FAILED\"}", "{\"error\":1}"] {
            let joined = join("[notice 😀]", data);
            assert!(joined.starts_with("[notice 😀]\n-") && joined.ends_with(&format!("-\n{data}")));
            assert!(!start(&joined).contains(data));
            assert_eq!(count(&joined), ALARM_CHARACTERS + 1 + count(data));
        }
    }

    #[test]
    fn other_data_follows_at_once() {
        assert_eq!(join("a", "failed"), "a\nfailed");
        assert_eq!(join("", ""), "\n");
        let far = format!("{}\"error\"", "x".repeat(492));
        assert_eq!(join("a", &far), format!("a\n{far}"));
    }

    #[test]
    fn a_head_that_fills_the_start_needs_no_rule() {
        let head = "h".repeat(500);
        assert_eq!(join(&head, "\"error\""), format!("{head}\n\"error\""));
    }
}
