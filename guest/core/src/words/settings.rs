//! What is wrong with a setting.

use super::quoted;

pub fn not_a_number(text: &str) -> String {
    format!("{} is not a whole number.", quoted(text))
}

pub fn not_a_decimal(text: &str) -> String {
    format!("{} is not a number with at most three decimals, such as 3.0.", quoted(text))
}

pub fn below_bound(number: u64, least: u64) -> String {
    format!("{number} is out of bounds. Give at least {least}.")
}

pub fn above_bound(number: u64, most: u64) -> String {
    format!("{number} is out of bounds. Give at most {most}.")
}

pub fn not_a_switch(text: &str) -> String {
    format!("{} is neither true nor false.", quoted(text))
}

pub fn name_missing() -> String {
    "The value is empty. Give a name.".to_owned()
}

pub fn not_a_list() -> String {
    "The value is not a JSON array of strings. Write one, or the items with commas between them.".to_owned()
}

pub fn not_labels() -> String {
    "The value is not a JSON object of tool names and labels (public, personal, credential).".to_owned()
}

/// Also what a call answers then.
pub fn settings_unreadable(reason: &str) -> String {
    format!(
        "The host's settings cannot be read: {reason}. Nothing is done without them. \
         Try again; if it stays so, check where the host has its settings."
    )
}

pub fn setting_names_unreadable(reason: &str) -> String {
    format!("The names of the host's settings cannot be read: {reason}. So names that there are not go unnoticed.")
}

pub fn unknown_setting(name: &str) -> String {
    format!("There is no setting {}. The README lists all of them.", quoted(name))
}
