//! Whether two JSON texts say the same.

use crate::view::transform::compact_into;
use serde_json::Value;

/// Longer texts are compared as they are written: their trees would take many times their length.
const MAX_PARSED_BYTES: usize = 1 << 20;

/// Whether two texts differ in white space only; or in the order of members, in how numbers and characters are written.
pub fn say_the_same(one: &str, other: &str) -> bool {
    compacted(one) == compacted(other) || one.len().max(other.len()) <= MAX_PARSED_BYTES && parsed_alike(one, other)
}

fn parsed_alike(one: &str, other: &str) -> bool {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok();
    match (parsed(one), parsed(other)) {
        (Some(one), Some(other)) => alike(&one, &other),
        _ => false,
    }
}

/// Recursion is as deep as serde_json reads, 128 levels.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || (one.is_f64() || other.is_f64()) && one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| alike(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let in_other = |(name, one): (&String, &Value)| other.get(name).is_some_and(|other| alike(one, other));
            one.len() == other.len() && one.iter().all(in_other)
        }
        (one, other) => one == other,
    }
}

fn compacted(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    compact_into(json, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_the_same_may_be_written_otherwise() {
        assert!(say_the_same("{\"a\": [1, 2.0], \"b\": \"\\u00e9\"}", "{\"b\":\"é\",\"a\":[1.0,2]}"));
        assert!(say_the_same("[1e400, \"\\ud800\"]", " [ 1e400,\"\\ud800\" ] "));
    }

    #[test]
    fn what_says_something_else_does_not() {
        for (one, other) in [
            ("{\"a\":1}", "{\"a\":2}"),
            ("{\"a\":1}", "{\"a\":1,\"b\":2}"),
            ("[1,2]", "[2,1]"),
            ("[9007199254740993]", "[9007199254740992]"),
            ("\"1\"", "1"),
            ("a", "b"),
        ] {
            assert!(!say_the_same(one, other), "{one} {other}");
        }
    }
}
