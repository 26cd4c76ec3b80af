//! Results to rescue, the same in every run.

/// Settlement rows as one line of JSON, as a bank's tool returns them; one of them, in the middle, was declined.
pub fn rows(count: usize) -> String {
    let row = |id: usize| {
        let state = if id == count * 5 / 8 { "declined" } else { ["ok", "pending", "ok"][id % 3] };
        format!(r#"{{"id":{id},"user":"user{}","amount":{}.{:02},"status":"{state}"}}"#, id % 97, id / 2, id % 100)
    };
    format!("[{}]", (0..count).map(row).collect::<Vec<_>>().join(","))
}

/// A coloured log with CRLF line ends, and one line that matters.
pub fn log(lines: usize) -> String {
    let line = |number: usize| match number == lines / 2 {
        true => "\x1b[31m2026-03-01T12:30:45Z FATAL\x1b[0m worker-3 disk quota exceeded\r\n".to_owned(),
        false => format!(
            "\x1b[32m2026-03-01T12:{:02}:{:02}Z INFO\x1b[0m batch {number} done\r\n",
            number / 60 % 60,
            number % 60
        ),
    };
    (0..lines).map(line).collect()
}

/// Text of characters of one to four bytes, on one line.
pub fn one_line(characters: usize) -> String {
    "aé漢😀".chars().cycle().take(characters).collect()
}
