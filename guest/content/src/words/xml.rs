//! What is said of XML.

use super::counted;
use crate::characters::{clip, thousands, visible};

/// Characters of a name and of a message.
const NAME_CHARACTERS: usize = 60;
const MESSAGE_CHARACTERS: usize = 160;

pub fn label(root: &str, elements: u64) -> String {
    format!("xml <{}> {}", clip(&visible(root), NAME_CHARACTERS), counted(elements as usize, "element"))
}

/// `220 of rss.channel.item`
pub fn repeated(count: u64, path: &str) -> String {
    format!("{} of {path}", thousands(count))
}

pub fn tests(cases: u64, failures: u64, errors: u64, skipped: u64) -> String {
    let [cases, failures, errors, skipped] = [cases, failures, errors, skipped].map(thousands);
    format!("test cases: {cases}; failed {failures}, in error {errors}, skipped {skipped}")
}

pub fn failed_test(name: &str, verdict: &str, message: &str) -> String {
    let colon = if message.is_empty() { "" } else { ": " };
    let message = clip(&visible(message), MESSAGE_CHARACTERS);
    format!("{verdict} of test {}{colon}{message}", clip(&visible(name), NAME_CHARACTERS))
}

pub fn not_closed(name: &str) -> String {
    format!("not well-formed: <{}> is not closed", clip(&visible(name), NAME_CHARACTERS))
}

pub fn not_opened(name: &str) -> String {
    format!("not well-formed: </{}> closes nothing", clip(&visible(name), NAME_CHARACTERS))
}

pub fn cut_tag() -> String {
    "not well-formed: what starts here does not end".to_owned()
}
