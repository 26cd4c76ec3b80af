//! Languages in which no keyword starts a declaration, known by what most of their lines are.

use super::signs::{ends, find, starts};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Styles,
    Queries,
    Other,
}

impl Language {
    /// What these lines are written in.
    pub fn of(lines: &[&[u8]]) -> Language {
        let count = |is: fn(&[u8]) -> bool| lines.iter().filter(|line| is(line.trim_ascii_end())).count();
        let is_share = |count: usize, share: usize| count * 100 >= lines.len() * share;
        let properties = count(is_property);
        if properties >= 3 && is_share(properties, 30) && count(is_selector) > 0 {
            return Language::Styles;
        }
        let statements = count(is_statement);
        match statements >= 2 && is_share(statements, 10) && count(is_ended) * 2 > statements {
            true => Language::Queries,
            false => Language::Other,
        }
    }
}

/// `  color: red;`
fn is_property(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    let name = text.iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'-').count();
    name > 0 && text[name..].starts_with(b":") && !text[name..].starts_with(b"::") && is_ended(text)
}

fn is_ended(line: &[u8]) -> bool {
    ends(line, b";")
}

/// `.card > a {`
pub fn is_selector(line: &[u8]) -> bool {
    let is_first = starts(line, b".#@*:[") || line.first().is_some_and(u8::is_ascii_alphabetic);
    is_first && ends(line, b"{") && find(line, b" = ").is_none()
}

/// `SELECT …`
fn is_statement(line: &[u8]) -> bool {
    const STATEMENTS: [&str; 8] =
        ["create ", "insert into ", "select ", "alter table ", "update ", "delete from ", "drop ", "with "];
    STATEMENTS.iter().any(|statement| is_start(line, statement))
}

/// `CREATE TABLE …`
pub fn is_creation(line: &[u8]) -> bool {
    is_start(line, "create ")
}

fn is_start(line: &[u8], lower: &str) -> bool {
    line.get(..lower.len()).is_some_and(|start| start.eq_ignore_ascii_case(lower.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Language {
        Language::of(&text.lines().map(str::as_bytes).collect::<Vec<_>>())
    }

    #[test]
    fn styles_and_queries_are_known_by_their_lines() {
        assert_eq!(of(".a > b {\n  color: red;\n  margin: 0;\n  top: 1px;\n}"), Language::Styles);
        assert_eq!(of("CREATE TABLE a (\n  id INTEGER\n);\nselect id from a;"), Language::Queries);
        assert_eq!(of("with care,\nselect what you need;\nit is long,\n"), Language::Other);
        assert_eq!(of("struct A {\n  int a;\n};"), Language::Other);
        assert_eq!(of(""), Language::Other);
    }
}
