//! What a cell holds, by how it is written.

/// A number is what JSON calls one, with `+` or without the zero before its point too; what has a leading zero is a
/// name: a postcode, an account, a telephone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    Empty,
    Boolean,
    Integer,
    Float,
    Text,
}

impl Value {
    /// Of a cell without the white space around it.
    pub fn of(cell: &str) -> Value {
        match cell.as_bytes() {
            [] => Value::Empty,
            [b'0'..=b'9' | b'-' | b'+' | b'.', ..] => number(cell),
            [b't' | b'T' | b'f' | b'F', ..]
                if cell.eq_ignore_ascii_case("true") || cell.eq_ignore_ascii_case("false") =>
            {
                Value::Boolean
            }
            _ => Value::Text,
        }
    }
}

fn number(cell: &str) -> Value {
    let unsigned = cell.strip_prefix(['-', '+']).unwrap_or(cell).as_bytes();
    let digits = |from: usize| unsigned[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(0);
    let mut at = whole;
    let mut value = Value::Integer;
    if unsigned.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return Value::Text;
        }
        at += 1 + fraction;
        value = Value::Float;
    }
    if let (Some(b'e' | b'E'), true) = (unsigned.get(at), at > 0) {
        let sign = usize::from(matches!(unsigned.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits((at + 1 + sign).min(unsigned.len()));
        if exponent == 0 {
            return Value::Text;
        }
        at += 1 + sign + exponent;
        value = Value::Float;
    }
    let is_name = whole > 1 && unsigned[0] == b'0';
    if at == 0 || at < unsigned.len() || is_name { Value::Text } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_by_how_they_are_written() {
        let of = |cells: &[&str]| cells.iter().map(|cell| Value::of(cell)).collect::<Vec<_>>();
        assert_eq!(of(&["0", "-12", "+3", "123456789012345678901234567890"]), [Value::Integer; 4]);
        assert_eq!(of(&["0.5", ".5", "-1e9", "2.5E-3", "1e400"]), [Value::Float; 5]);
        assert_eq!(of(&["true", "FALSE", "True"]), [Value::Boolean; 3]);
        assert_eq!(of(&["", "007", "1.", "1.2.3", "1e", "-", ".", "12a", "2026-01-01", "e5", "1e+"])[0], Value::Empty);
        assert_eq!(of(&["007", "1.", "1.2.3", "1e", "-", ".", "12a", "2026-01-01", "e5", "1e+"]), [Value::Text; 10]);
    }
}
