//! How a setting's text becomes a value.

use super::ToolLabels;
use crate::words;

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
        let number: u64 = text.trim().parse().map_err(|_| unreadable(words::not_a_number(text)))?;
        match number {
            _ if number < min => Err(Bad { nearest: Some(min), message: words::below_bound(number, min) }),
            _ if number > max => Err(Bad { nearest: Some(max), message: words::above_bound(number, max) }),
            _ => Ok(number),
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

/// A number with up to three decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thousandths(pub u64);

impl Thousandths {
    const ONE: u64 = 1_000;

    fn read(text: &str) -> Option<Thousandths> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
            return None;
        }
        let thousandths: u64 = format!("{decimals:0<3}").parse().ok()?;
        Some(Thousandths(whole.parse::<u64>().ok()?.checked_mul(Thousandths::ONE)?.checked_add(thousandths)?))
    }
}

impl Value for Thousandths {
    /// The bounds are whole.
    fn parse(text: &str, (min, max): (u64, u64)) -> Result<Self, Bad<Self>> {
        let number = Thousandths::read(text.trim()).ok_or_else(|| unreadable(words::not_a_decimal(text)))?;
        let whole = number.0.div_ceil(Thousandths::ONE);
        match u64::parse(&whole.to_string(), (min, max)) {
            Ok(_) => Ok(number),
            Err(Bad { nearest, message }) => {
                Err(Bad { nearest: nearest.map(|whole| Thousandths(whole.saturating_mul(Thousandths::ONE))), message })
            }
        }
    }

    fn show(&self) -> String {
        let decimals = format!("{:03}", self.0 % Thousandths::ONE);
        let kept = decimals.trim_end_matches('0');
        format!("{}.{}", self.0 / Thousandths::ONE, if kept.is_empty() { "0" } else { kept })
    }
}

impl Value for bool {
    fn parse(text: &str, _: (u64, u64)) -> Result<Self, Bad<Self>> {
        match text.trim() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(unreadable(words::not_a_switch(text))),
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for String {
    fn parse(text: &str, _: (u64, u64)) -> Result<Self, Bad<Self>> {
        match text.trim() {
            "" => Err(unreadable(words::name_missing())),
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
            return serde_json::from_str(text).map_err(|_| unreadable(words::not_a_list()));
        }
        Ok(text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect())
    }

    fn show(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Value for ToolLabels {
    fn parse(text: &str, _: (u64, u64)) -> Result<Self, Bad<Self>> {
        serde_json::from_str(text).map_err(|_| unreadable(words::not_labels()))
    }

    fn show(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
