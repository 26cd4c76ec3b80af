//! How a setting's text becomes a value.

use super::ToolLabels;

/// A text that cannot be used as it stands.
pub struct Bad<T> {
    /// The nearest value that can be used; `None` for the default.
    pub nearest: Option<T>,
    pub message: String,
}

pub trait Value: Sized {
    /// Reads a text. `bounds` are inclusive and only concern numbers.
    fn parse(text: &str, bounds: (u64, u64)) -> Result<Self, Bad<Self>>;

    /// The value as it would be written.
    fn show(&self) -> String;
}

fn unreadable<T>(message: String) -> Bad<T> {
    Bad { nearest: None, message }
}

impl Value for u64 {
    fn parse(text: &str, (min, max): (u64, u64)) -> Result<Self, Bad<Self>> {
        let number: u64 = text.trim().parse().map_err(|_| unreadable(format!("{text:?} is not a whole number")))?;
        match number {
            _ if number < min => {
                Err(Bad { nearest: Some(min), message: format!("{number} is out of bounds: at least {min}") })
            }
            _ if number > max => {
                Err(Bad { nearest: Some(max), message: format!("{number} is out of bounds: at most {max}") })
            }
            _ => Ok(number),
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for bool {
    fn parse(text: &str, _: (u64, u64)) -> Result<Self, Bad<Self>> {
        match text.trim() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(unreadable(format!("{text:?} is neither `true` nor `false`"))),
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for String {
    fn parse(text: &str, _: (u64, u64)) -> Result<Self, Bad<Self>> {
        match text.trim() {
            "" => Err(unreadable("a name is needed".to_owned())),
            name => Ok(name.to_owned()),
        }
    }

    fn show(&self) -> String {
        self.clone()
    }
}

impl Value for Vec<String> {
    fn parse(text: &str, _: (u64, u64)) -> Result<Self, Bad<Self>> {
        if text.trim_start().starts_with('[') {
            return serde_json::from_str(text).map_err(|_| unreadable("not a JSON array of strings".to_owned()));
        }
        Ok(text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect())
    }

    fn show(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Value for ToolLabels {
    fn parse(text: &str, _: (u64, u64)) -> Result<Self, Bad<Self>> {
        let message = "not a JSON object of tool names and labels (`public`, `personal`, `credential`)";
        serde_json::from_str(text).map_err(|_| unreadable(message.to_owned()))
    }

    fn show(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
