//! The words in a tool's name.

/// The words of a name, in lower case: `mcp__db__runSQL-query` is mcp, db, run, sql, query.
pub fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut before = '_';
    let mut chars = name.chars().peekable();
    while let Some(char) = chars.next() {
        let next_is_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        let starts = char.is_uppercase() && (!before.is_uppercase() || next_is_lower);
        if starts || !char.is_alphanumeric() {
            words.push(String::new());
        }
        if char.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(char.to_lowercase());
        }
        before = char;
    }
    words.into_iter().filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_by_marks_and_by_case() {
        let found: Vec<String> = words("mcp__db__runSQLQuery-now.HTTP").collect();
        assert_eq!(found, ["mcp", "db", "run", "sql", "query", "now", "http"]);
    }
}
