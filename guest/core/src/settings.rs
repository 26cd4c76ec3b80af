//! Settings: one table of names, defaults and bounds, read from the host at every call.
//!
//! A value that cannot be used is a [`ConfigProblem`] for `check-config`; at run time it is replaced by the nearest bound, or
//! by the default when it cannot be read at all.

mod value;

use crate::error::{Error, Result};
use crate::model::ConfigProblem;
use crate::ports::{Host, PortError};
use crate::words;
use std::collections::BTreeMap;
use toolaria_content::settings::Settings as Content;
pub use value::Thousandths;
use value::Value;

/// Labels by tool name.
pub type ToolLabels = BTreeMap<String, crate::model::Label>;

macro_rules! settings {
    ($( $(#[doc = $doc:literal])+ $name:ident : $type:ty = $default:expr $(, $min:literal ..= $max:expr)? ; )+) => {
        /// Every setting that the guest knows, under its own name.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Settings { $( $(#[doc = $doc])+ pub $name: $type, )+ }

        impl Default for Settings {
            fn default() -> Self {
                Settings { $( $name: $default, )+ }
            }
        }

        /// Name and default of every setting, in the order of the README's table.
        pub fn table() -> Vec<(&'static str, String)> {
            let defaults = Settings::default();
            vec![ $( (stringify!($name), defaults.$name.show()), )+ ]
        }

        fn read_all(reading: &mut Reading) -> Settings {
            Settings { $( $name: reading.one(stringify!($name), $default, bounds!($($min, $max)?)), )+ }
        }
    };
}

macro_rules! bounds {
    () => {
        (0, u64::MAX)
    };
    ($min:literal, $max:expr) => {
        ($min, $max)
    };
}

/// More characters than any result has that a component can hold.
const MAX_CHARS: u64 = 4_000_000_000;

settings! {
    /// Results of more characters than this are rescued.
    max_result_chars: u64 = 12_000, 200 ..= MAX_CHARS;
    /// Characters of one answer of `fetch`; bytes for `raw`.
    fetch_max_chars: u64 = 4_000, 200 ..= MAX_CHARS;
    /// `full` is refused above this when `refuse_full_fetch` is set.
    full_fetch_max_chars: u64 = 50_000, 200 ..= MAX_CHARS;
    /// Exact cap of the excerpt in a handle, its truncation marker included.
    excerpt_max_chars: u64 = 8_000, 200 ..= MAX_CHARS;
    /// Hours without use after which a result is swept.
    ttl_hours: u64 = 72, 1 ..= 876_000;
    /// Hours for which a swept result is remembered with the call to run again.
    tombstone_ttl_hours: u64 = 720, 0 ..= 876_000;
    /// Megabytes (of 1,000,000 bytes) of blobs and sidecars above which a sweep evicts what was used least recently.
    max_store_mb: u64 = 500, 1 ..= 1_000_000_000;
    /// Uses, faded by their age, from which on a result is hot: it has `hot_ttl_hours` and is evicted last.
    hot_fetch_threshold: Thousandths = Thousandths(3_000), 0 ..= 1_000_000;
    /// Hours without use after which a hot result is swept, if that is more than `ttl_hours`.
    hot_ttl_hours: u64 = 168, 1 ..= 876_000;
    /// Hours after which a use counts half.
    fetch_decay_half_life_hours: u64 = 24, 1 ..= 876_000;
    /// Lines at the head of an excerpt of text.
    head_lines: u64 = 40, 0 ..= 10_000;
    /// Lines at the tail of an excerpt of text.
    tail_lines: u64 = 15, 0 ..= 10_000;
    /// Lines (items, members) at the head of an excerpt of JSON.
    json_head_items: u64 = 5, 0 ..= 10_000;
    /// Lines (items, members) at the tail of an excerpt of JSON.
    json_tail_items: u64 = 2, 0 ..= 10_000;
    /// Regular expressions of lines that an excerpt shows wherever they stand, unless they are the rule.
    error_line_patterns: Vec<String> = Content::default().error_line_patterns;
    /// Work that one grep may do: bytes verified by the regex engine, plus 1/32 of the bytes skimmed for literals.
    grep_budget: u64 = 32_000_000, 10_000 ..= u64::MAX;
    /// Characters of a grep pattern.
    grep_max_pattern_len: u64 = 80, 1 ..= 1_000;
    /// Characters of the window that slides, by half its length, over longer lines.
    grep_max_line_len: u64 = 2_000, 200 ..= 1_000_000;
    /// Whether `full` is refused above `full_fetch_max_chars`.
    refuse_full_fetch: bool = true;
    /// The tools whose results are rescued; `*` at the end stands for any rest, `*` alone for every tool.
    rescue_tools: Vec<String> = rescue_tools();
    /// Tools that are never intercepted, besides those that no setting can add.
    exclude_tools: Vec<String> = Vec::new();
    /// Characters of a part that search ranks.
    search_chunk_chars: u64 = 1_200, 100 ..= 100_000;
    /// Lines that neighbouring parts share.
    search_chunk_overlap_lines: u64 = 2, 0 ..= 100;
    /// How many parts search looks at; 0 is all.
    search_max_chunks: u64 = 0;
    /// Parts that one search returns.
    search_top_k: u64 = 5, 1 ..= 100;
    /// Characters shown of each part.
    search_snippet_chars: u64 = 400, 50 ..= 10_000;
    /// Whether `tla:<id>` is expanded.
    passref_enabled: bool = true;
    /// Characters that one token may expand to.
    passref_max_chars: u64 = 500_000;
    /// Characters that all tokens of one call may expand to.
    passref_total_max_chars: u64 = 2_000_000;
    /// The only tools that may receive an expansion; empty: all but sinks that execute or send.
    passref_allowed_tools: Vec<String> = Vec::new();
    /// Labels by tool, as a JSON object such as `{"web_extract": "personal"}`.
    sensitivity_tool_labels: ToolLabels = ToolLabels::new();
    /// Whether any caller may read any result that is not labelled credential, by its id alone.
    unscoped_access: bool = false;
    /// The preopened directory that holds the store, if one of that name is there; else the first.
    store: String = "/store".to_owned();
    /// The bucket that holds the records, if the host opens it.
    bucket: String = "toolaria".to_owned();
}

/// A setting as a number of things in memory.
pub fn cap(setting: u64) -> usize {
    setting.try_into().unwrap_or(usize::MAX)
}

fn rescue_tools() -> Vec<String> {
    [
        "web_extract",
        "web_search",
        "browser_navigate",
        "browser_snapshot",
        "browser_console",
        "browser_get_images",
        "mcp_*",
        "mcp-*",
    ]
    .map(str::to_owned)
    .to_vec()
}

impl Settings {
    /// The settings to work with: whatever the host says, made usable.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] where the host fails to read one: a default in its place might show what it forbids.
    pub fn read(host: &dyn Host) -> Result<Settings> {
        let mut reading = Reading { host, problems: Vec::new(), failure: None };
        let settings = read_all(&mut reading);
        match reading.failure {
            None => Ok(settings),
            Some((_, error)) => Err(Error::Storage(words::settings_unreadable(&error.to_string()))),
        }
    }

    /// What they say of contents.
    pub fn of_content(&self) -> Content {
        Content {
            head_lines: self.head_lines,
            tail_lines: self.tail_lines,
            json_head_items: self.json_head_items,
            json_tail_items: self.json_tail_items,
            error_line_patterns: self.error_line_patterns.clone(),
            grep_budget: self.grep_budget,
            grep_max_line_len: self.grep_max_line_len,
        }
    }

    /// What is wrong with the host's settings.
    pub fn check(host: &dyn Host) -> Vec<ConfigProblem> {
        let mut reading = Reading { host, problems: Vec::new(), failure: None };
        read_all(&mut reading);
        let Reading { mut problems, failure, .. } = reading;
        match failure {
            None => unknown(host, &mut problems),
            Some((name, error)) => problems.push(ConfigProblem {
                name: name.to_owned(),
                message: words::settings_unreadable(&error.to_string()),
                used: "nothing: calls are refused".to_owned(),
            }),
        }
        problems
    }
}

/// Adds the settings of names that there are not.
fn unknown(host: &dyn Host, problems: &mut Vec<ConfigProblem>) {
    let mut add =
        |name: String, message: String| problems.push(ConfigProblem { name, message, used: "nothing".to_owned() });
    let names = match host.setting_names() {
        Ok(names) => names,
        Err(error) => return add("*".to_owned(), words::setting_names_unreadable(&error.to_string())),
    };
    let known = table();
    for name in names {
        if !known.iter().any(|(known, _)| *known == name) {
            add(name.clone(), words::unknown_setting(&name));
        }
    }
}

struct Reading<'h> {
    host: &'h dyn Host,
    problems: Vec<ConfigProblem>,
    /// The first setting that could not be read. None behind it is asked for.
    failure: Option<(&'static str, PortError)>,
}

impl Reading<'_> {
    fn one<T: Value>(&mut self, name: &'static str, default: T, bounds: (u64, u64)) -> T {
        let Some(text) = self.text(name) else { return default };
        let (value, message) = match T::parse(&text, bounds) {
            Ok(value) => return value,
            Err(value::Bad { nearest, message }) => (nearest.unwrap_or(default), message),
        };
        self.problems.push(ConfigProblem { name: name.to_owned(), message, used: value.show() });
        value
    }

    fn text(&mut self, name: &'static str) -> Option<String> {
        if self.failure.is_some() {
            return None;
        }
        match self.host.setting(name) {
            Ok(text) => text,
            Err(error) => {
                self.failure = Some((name, error));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::memory::MemoryHost;

    fn problem(name: &str, text: &str) -> (Settings, Vec<ConfigProblem>) {
        let host = MemoryHost::new();
        host.set_setting(name, text);
        (Settings::read(&host).unwrap(), Settings::check(&host))
    }

    #[test]
    fn without_settings_the_defaults_hold() {
        assert_eq!(Settings::read(&MemoryHost::new()), Ok(Settings::default()));
        assert_eq!(Settings::check(&MemoryHost::new()), []);
    }

    #[test]
    fn the_defaults_of_contents_are_those_of_the_table() {
        assert_eq!(Settings::default().of_content(), Content::default());
    }

    #[test]
    fn a_setting_that_cannot_be_read_is_no_default() {
        let host = MemoryHost::new();
        host.set_setting("max_result_chars", "one");
        host.hide_settings();
        let sentence = "The host's settings cannot be read: the settings are gone. Nothing is done without them. \
                        Try again; if it stays so, check where the host has its settings.";
        assert_eq!(Settings::read(&host), Err(Error::Storage(sentence.to_owned())));
        let problems = Settings::check(&host);
        assert_eq!(problems.len(), 1);
        assert_eq!((problems[0].name.as_str(), problems[0].message.as_str()), ("max_result_chars", sentence));
        assert_eq!(problems[0].used, "nothing: calls are refused");
        let mut problems = Vec::new();
        unknown(&host, &mut problems);
        let sentence = "The names of the host's settings cannot be read: the settings are gone. \
                        So names that there are not go unnoticed.";
        assert_eq!((problems[0].name.as_str(), problems[0].message.as_str()), ("*", sentence));
    }

    #[test]
    fn a_value_below_its_bound_is_said_and_clamped() {
        let (settings, problems) = problem("excerpt_max_chars", "199");
        assert_eq!(settings.excerpt_max_chars, 200);
        assert_eq!(problems[0].message, "199 is out of bounds. Give at least 200.");
        assert_eq!(problems[0].used, "200");
    }

    #[test]
    fn what_is_no_number_is_said_and_the_default_used() {
        let (settings, problems) = problem("fetch_max_chars", "4k");
        assert_eq!(settings.fetch_max_chars, 4_000);
        assert_eq!(problems[0].message, "\"4k\" is not a whole number.");
    }

    #[test]
    fn a_decimal_has_at_most_three_decimals() {
        for (text, thousandths) in [("3", 3_000), ("2.5", 2_500), ("0.125", 125), (" 1000000.000 ", 1_000_000_000)] {
            assert_eq!(problem("hot_fetch_threshold", text).0.hot_fetch_threshold, Thousandths(thousandths), "{text}");
        }
        for text in ["", ".", "3.", ".5", "-1", "1e3", "1.0001", "99999999999999999999"] {
            let (settings, problems) = problem("hot_fetch_threshold", text);
            assert_eq!(
                (settings.hot_fetch_threshold, problems[0].used.as_str()),
                (Thousandths(3_000), "3.0"),
                "{text}"
            );
        }
        assert_eq!(
            problem("hot_fetch_threshold", "three").1[0].message,
            "\"three\" is not a number with at most three decimals, such as 3.0."
        );
        let (settings, problems) = problem("hot_fetch_threshold", "1000000.001");
        assert_eq!(settings.hot_fetch_threshold, Thousandths(1_000_000_000));
        assert_eq!(problems[0].message, "1000001 is out of bounds. Give at most 1000000.");
    }

    #[test]
    fn an_unknown_name_is_a_problem() {
        let (_, problems) = problem("fetch_max_char", "4000");
        assert_eq!(problems[0].message, "There is no setting \"fetch_max_char\". The README lists all of them.");
    }

    #[test]
    fn lists_come_as_json_or_with_commas() {
        assert_eq!(problem("rescue_tools", "a, b*").0.rescue_tools, ["a", "b*"]);
        assert_eq!(problem("rescue_tools", r#"["a","b,c"]"#).0.rescue_tools, ["a", "b,c"]);
        assert_eq!(problem("exclude_tools", "").0.exclude_tools, [""; 0]);
    }

    #[test]
    fn labels_come_as_a_json_object() {
        let (settings, problems) = problem("sensitivity_tool_labels", r#"{"vault":"credential"}"#);
        assert_eq!(settings.sensitivity_tool_labels["vault"], crate::model::Label::Credential);
        assert_eq!(problems, []);
        let (_, problems) = problem("sensitivity_tool_labels", r#"{"vault":"secret"}"#);
        assert_eq!(
            problems[0].message,
            "The value is not a JSON object of tool names and labels (public, personal, credential)."
        );
    }
}
