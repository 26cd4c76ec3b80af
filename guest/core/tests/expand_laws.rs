//! Laws of expand: over any JSON, everything but the tokens stays to the byte.

use proptest::prelude::*;
use toolaria_core::Rescuer;
use toolaria_core::error::Error;
use toolaria_core::model::{Content, RescueOutcome, ToolCall};
use toolaria_core::ports::memory::MemoryHost;

/// Pieces of a JSON string's body as nobody's encoder would write them all, and what looks like a token.
const BODY: [&str; 18] = [
    "a",
    "é",
    "😀",
    " ",
    r"\/",
    r"\u0041",
    r"\ud800",
    r"\udc00",
    r"\ud83d\ude00",
    r"\n",
    r"\u000a",
    r#"\""#,
    r"\\",
    r"\u00e9",
    "tla:<id> ",
    "tla:design ",
    "0123456789",
    ",:",
];

/// What can stand at a token's side.
const SIDES: [&str; 7] = [" ", r"\n", r"\/", r"\u0028", r#"\""#, r"\\", "-"];

const ATOMS: [&str; 5] = ["null", "true", "1e400", "-0.0", "12345678901234567890"];

const SPACES: [&str; 4] = ["", " ", "\n\t", "\r\n  "];

/// JSON text in two forms: with a token, and with what shall come of it.
#[derive(Debug, Clone)]
struct Pair {
    before: String,
    after: String,
}

impl Pair {
    fn same(text: &str) -> Pair {
        Pair { before: text.to_owned(), after: text.to_owned() }
    }

    fn joined(pairs: &[Pair], separator: &str) -> Pair {
        let join = |side: fn(&Pair) -> &str| pairs.iter().map(side).collect::<Vec<_>>().join(separator);
        Pair { before: join(|pair| &pair.before), after: join(|pair| &pair.after) }
    }

    fn within(self, start: &str, end: &str) -> Pair {
        Pair { before: format!("{start}{}{end}", self.before), after: format!("{start}{}{end}", self.after) }
    }
}

/// A host that holds one result, with its token and the body of the JSON string that it becomes.
fn world() -> (MemoryHost, String, String) {
    let host = MemoryHost::with(&["/store"], &[]);
    let content = "a \"quoted\" line of tla:0123456789ab\\\n".repeat(400);
    let outcome = Rescuer::new(&host).rescue(ToolCall::default(), Content::Text(content.clone()));
    let Ok(RescueOutcome::Stored(handle)) = outcome else { panic!("{outcome:?}") };
    let body = serde_json::Value::from(content).to_string();
    (host, format!("tla:{}", handle.id), body[1..body.len() - 1].to_owned())
}

/// A token, some of its characters escaped.
fn token() -> impl Strategy<Value = Pair> {
    let side = || prop::sample::select(&SIDES[..]);
    (side(), any::<u16>(), side()).prop_map(|(left, escaped, right)| {
        let (_, token, body) = world();
        let spell = |(at, char): (usize, char)| match escaped >> at & 1 {
            1 => format!("\\u{:04x}", char as u32),
            _ => char.to_string(),
        };
        Pair { before: token.chars().enumerate().map(spell).collect(), after: body }.within(left, right)
    })
}

fn plain_body() -> impl Strategy<Value = Pair> {
    prop::collection::vec(prop::sample::select(&BODY[..]), 0..6).prop_map(|parts| Pair::same(&parts.concat()))
}

fn string() -> impl Strategy<Value = Pair> {
    let part = prop_oneof![3 => plain_body(), 1 => token()];
    prop::collection::vec(part, 0..4).prop_map(|parts| Pair::joined(&parts, "").within("\"", "\""))
}

fn tree() -> impl Strategy<Value = Pair> {
    let leaf = prop_oneof![1 => prop::sample::select(&ATOMS[..]).prop_map(Pair::same), 3 => string()];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let space = || prop::sample::select(&SPACES[..]);
        let name = plain_body().prop_map(|body| body.within("\"", "\""));
        let member = (name, space(), inner.clone())
            .prop_map(|(name, space, value)| Pair::joined(&[name, value], &format!("{space}:{space}")));
        let list = |item: BoxedStrategy<Pair>, start: &'static str, end: &'static str| {
            (prop::collection::vec(item, 0..5), prop::sample::select(&SPACES[..])).prop_map(move |(items, space)| {
                Pair::joined(&items, &format!("{space},{space}"))
                    .within(&format!("{start}{space}"), &format!("{space}{end}"))
            })
        };
        prop_oneof![list(inner.boxed(), "[", "]"), list(member.boxed(), "{", "}")]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn everything_but_the_tokens_stays_to_the_byte(pair in tree()) {
        let (host, _, _) = world();
        let expansion = Rescuer::new(&host).expand("analyze", &pair.before, None);
        match expansion {
            Ok(expansion) => prop_assert_eq!(expansion.arguments, pair.after),
            Err(error) => prop_assert!(matches!(error, Error::TooLarge(_)), "{:?}", error),
        }
    }

    #[test]
    fn any_text_is_answered(tool in any::<String>(), arguments in any::<String>()) {
        let (host, _, _) = world();
        if let Ok(expansion) = Rescuer::new(&host).expand(&tool, &arguments, None) {
            prop_assert_eq!(expansion.arguments, arguments);
        }
    }
}

#[test]
fn escapes_beside_a_token_stay_as_they_are() {
    let (host, token, body) = world();
    let arguments = format!(r#"{{"\u0061":"\ud800\/\u0041 {token} \u00e9"}}"#);
    let expansion = Rescuer::new(&host).expand("analyze", &arguments, None).unwrap();
    assert_eq!(expansion.arguments, arguments.replace(&token, &body));
}
