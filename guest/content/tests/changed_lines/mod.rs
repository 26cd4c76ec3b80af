//! Lines of a kind, some of them cut or changed: for laws that hold for any text.

use proptest::prelude::*;

/// How many cases a law is tried on: PROPTEST_CASES, which a configuration would hide, or fewer.
pub fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(few, |cases| cases.parse().unwrap())
}

/// Puts something around a line, such as a colour or a time; the number is any up to the longest cut.
pub type Around = fn(usize, &str) -> String;

/// One of these lines: whole, cut, with a character put in, or with something around it.
pub fn line(lines: &'static str, longest: usize, around: [Around; 2]) -> impl Strategy<Value = String> {
    let lines: Vec<&str> = lines.lines().collect();
    (prop::sample::select(lines), 0..longest, 0..9_u8, any::<char>()).prop_map(move |(line, number, change, char)| {
        let at = line.floor_char_boundary(number);
        match change {
            0 => line[..at].to_owned(),
            1 => line[at..].to_owned(),
            2 => format!("{}{char}{}", &line[..at], &line[at..]),
            3 => around[0](at, line),
            4 => around[1](at, line),
            _ => line.to_owned(),
        }
    })
}
