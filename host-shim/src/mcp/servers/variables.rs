//! `${NAME}` in a configuration: a variable of the environment.

/// A text with the values of its variables. Known are `${NAME}` and `${env:NAME}`, as clients write it, and
/// `${NAME:-default}` for one that is not set or empty.
///
/// # Errors
///
/// The name of a variable that is not set.
pub fn expanded(text: &str, value: &dyn Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, (inner, after))) =
        rest.split_once("${").and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        whole.push_str(before);
        let (name, default) = match inner.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inner, None),
        };
        let name = name.strip_prefix("env:").unwrap_or(name);
        match (value(name), default) {
            (Some(value), None) => whole.push_str(&value),
            (Some(value), Some(_)) if !value.is_empty() => whole.push_str(&value),
            (_, Some(default)) => whole.push_str(default),
            (None, None) => return Err(name.to_owned()),
        }
        rest = after;
    }
    whole.push_str(rest);
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Result<String, String> {
        expanded(text, &|name| match name {
            "A" => Some("a}${B}".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        })
    }

    #[test]
    fn variables_have_their_values() {
        assert_eq!(with("x ${A} ${env:A}").unwrap(), "x a}${B} a}${B}");
        assert_eq!(with("${B:-b c}${EMPTY:-d}[${EMPTY}]").unwrap(), "b cd[]");
        assert_eq!(with("$A {A} ${A").unwrap(), "$A {A} ${A");
        assert_eq!(with("${A} ${input:token}").unwrap_err(), "input:token");
    }
}
