//! JSON-RPC messages, a line each, opened no further than the members of their objects.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

/// The members of an object, in their order, each as it was written.
#[derive(Debug, Default, Clone)]
pub struct Members<'t>(Vec<(String, Cow<'t, RawValue>)>);

impl<'t> Members<'t> {
    pub fn get(&self, name: &str) -> Option<&RawValue> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// A member that is a string.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        self.get(name).and_then(string)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Replaces a member where it stands, or adds it as the last.
    pub fn set(&mut self, name: &str, value: &impl Serialize) {
        let Ok(value) = to_raw_value(value) else {
            return;
        };
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = Cow::Owned(value),
            None => self.0.push((name.to_owned(), Cow::Owned(value))),
        }
    }

    /// Whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|(other, _)| other != name);
        self.0.len() < before
    }

    /// A member that is an object.
    pub fn members(&self, name: &str) -> Option<Members<'_>> {
        self.get(name).and_then(|value| parse(value.get()).ok())
    }
}

/// A message: a line as it was written, without its end, and its members, of which a batch has none.
#[derive(Debug, Clone)]
pub struct Message<'t> {
    pub text: &'t str,
    pub members: Members<'t>,
}

impl<'t> Message<'t> {
    /// # Errors
    ///
    /// If the line is neither an object nor a batch, which only an older protocol has.
    pub fn read(text: &'t str) -> serde_json::Result<Message<'t>> {
        match parse::<Members>(text) {
            Err(error) if parse::<Vec<&RawValue>>(text).is_err() => Err(error),
            members => Ok(Message { text, members: members.unwrap_or_default() }),
        }
    }

    pub fn method(&self) -> Option<Cow<'_, str>> {
        self.members.text("method")
    }

    /// The method and id of a request.
    pub fn request(&self) -> Option<(Cow<'_, str>, &RawValue)> {
        Some((self.method()?, self.members.get("id")?))
    }

    /// What is answered by an answer.
    pub fn answered(&self) -> Option<&RawValue> {
        self.members.get("id").filter(|_| self.members.get("method").is_none())
    }

    /// The messages of a batch, which has no batches in it.
    pub fn batch(&self) -> Option<Vec<Message<'t>>> {
        let all: Vec<&RawValue> = self.text.starts_with('[').then(|| parse(self.text).ok())??;
        let messages = all.into_iter().filter_map(|message| Message::read(message.get()).ok());
        Some(messages.filter(|message| !message.text.starts_with('[')).collect())
    }

    /// The id of the request that a notification cancels.
    pub fn cancelled(&self) -> Option<Box<RawValue>> {
        let params =
            self.members.members("params").filter(|_| self.method().as_deref() == Some("notifications/cancelled"));
        params?.get("requestId").map(ToOwned::to_owned)
    }
}

/// Up to here, each whole number is one of 64 bits with a fraction.
const WHOLE_NUMBERS: f64 = 9_007_199_254_740_992.0;

/// The id of a request, or a token.
pub trait Id {
    /// The same for every way to write it.
    fn key(&self) -> String;
}

impl Id for RawValue {
    fn key(&self) -> String {
        if let Some(text) = string(self) {
            return line(&text);
        }
        // Where all numbers are fractions, 1 is written 1.0, and a server answers to 1.
        let text = self.get();
        let number: Option<f64> = text.contains(['.', 'e', 'E']).then(|| text.parse().ok()).flatten();
        let whole = number.filter(|number| number.fract() == 0.0 && number.abs() < WHOLE_NUMBERS);
        whole.map_or_else(|| text.to_owned(), |number| (number as i64).to_string())
    }
}

/// # Errors
///
/// If the text is not one JSON value of this form.
pub fn parse<'t, T: Deserialize<'t>>(text: &'t str) -> serde_json::Result<T> {
    serde_json::from_str(text)
}

/// What a JSON string stands for. Half a surrogate pair, as programs write that cut texts by UTF-16, stands for no character.
pub fn string(value: &RawValue) -> Option<Cow<'_, str>> {
    let borrowed = value.get().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    match borrowed {
        Some(text) if !text.contains('\\') => Some(Cow::Borrowed(text)),
        _ => parse::<Lossy>(value.get()).ok().map(|text| Cow::Owned(text.0)),
    }
}

/// A line to send.
pub fn line(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// The line that answers a request.
pub fn response(id: &RawValue, result: &impl Serialize) -> String {
    answer(id, "result", result)
}

/// The line that refuses one. Codes are those of JSON-RPC.
pub fn refusal(id: &RawValue, code: i32, message: &str) -> String {
    answer(id, "error", &json!({ "code": code, "message": message }))
}

/// The line that refuses one with an error as it was written.
pub fn failure(id: &RawValue, error: &RawValue) -> String {
    answer(id, "error", &error)
}

fn answer(id: &RawValue, name: &str, value: &impl Serialize) -> String {
    let mut message = Members::default();
    message.set("jsonrpc", &"2.0");
    message.set("id", &id);
    message.set(name, value);
    line(&message)
}

/// A text as the result of a tool's call.
pub fn text_result(text: &str, failed: bool) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": failed })
}

/// A string of JSON with U+FFFD for what no Unicode has.
struct Lossy(String);

impl<'t> Deserialize<'t> for Lossy {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(LossyVisitor)
    }
}

struct LossyVisitor;

impl Visitor<'_> for LossyVisitor {
    type Value = Lossy;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Lossy, E> {
        Ok(Lossy(String::from_utf8_lossy(bytes).into_owned()))
    }
}

struct MembersVisitor;

impl<'t> Visitor<'t> for MembersVisitor {
    type Value = Members<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Members<'t>, A::Error> {
        let mut members = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            members.push((name, Cow::Borrowed(value)));
        }
        Ok(Members(members))
    }
}

impl<'t> Deserialize<'t> for Members<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value.as_ref())?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_touched_stays_as_it_was_written() {
        let text = r#"{"id":12345678901234567890123,"x":1.0e2,"result":{"b": [1, 2],"a":"\u00e9"}}"#;
        let mut message: Members = parse(text).unwrap();
        assert_eq!(line(&message), text);
        message.set("x", &true);
        assert!(message.remove("id") && !message.remove("id"));
        assert_eq!(line(&message), r#"{"x":true,"result":{"b": [1, 2],"a":"\u00e9"}}"#);
    }

    #[test]
    fn strings_are_read_with_their_escapes() {
        let message: Members = parse(r#"{"a":"x","b":"\u00e9\"","c":1}"#).unwrap();
        assert_eq!(message.text("a").as_deref(), Some("x"));
        assert_eq!(message.text("b").as_deref(), Some("é\""));
        assert_eq!(message.text("c"), None);
        let cut: &RawValue = parse(r#""caf\u00e9 \ud83d\n\ud83d\ude00""#).unwrap();
        assert_eq!(string(cut).unwrap().replace('\u{fffd}', ""), "café \n😀");
        let key = |id: &str| parse::<&RawValue>(id).unwrap().key();
        assert_eq!(key(r#""\u00e9""#), key(r#""é""#));
        assert_ne!(key("1"), key(r#""1""#));
        assert_eq!((key("1.0"), key("1e2"), key("-0.0")), (key("1"), key("100"), key("0")));
        assert_eq!((&*key("1.5"), &*key("1e99"), &*key("true")), ("1.5", "1e99", "true"));
    }
}
