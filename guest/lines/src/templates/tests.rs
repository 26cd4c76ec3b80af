use super::*;

fn templates(text: &str) -> Templates {
    let (mut miner, mut at) = (Miner::default(), 0);
    for line in text.split_inclusive('\n') {
        miner.line(text.as_bytes(), &whole(at, line), at);
        at += line.len();
    }
    miner.templates()
}

fn whole(at: usize, line: &str) -> Parts {
    [at..at + line.trim_end().len(), 0..0, 0..0]
}

fn parts_of(text: &str) -> impl Fn(usize) -> Parts {
    |at| whole(at, text[at..].split_inclusive('\n').next().unwrap_or_default())
}

/// What departs, from where it stands on.
fn departing(text: &str) -> Vec<(u64, &str)> {
    let departures = templates(text).departures(text, &parts_of(text));
    departures.iter().map(|departure| (departure.count, text[departure.at..].lines().next().unwrap())).collect()
}

/// A word of two or three syllables.
fn word(number: usize) -> String {
    let syllables = ["ba", "do", "ke", "lu", "mi", "no", "pe", "ra", "si", "tu", "ve", "wo", "xa"];
    let at = |step: usize| syllables[number * 7_919 / step % syllables.len()];
    format!("{}{}{}", at(1), at(13), at(169))
}

fn log(lines: usize) -> String {
    let line = |number: usize| match number % 7 {
        0..3 => format!("order {} accepted from {}\n", number * 13, word(number)),
        3..5 => format!("payment of {}.{} EUR captured in {} ms\n", number % 300, number % 90, 40 + number % 150),
        _ => format!("session {:x}a1 of {} renewed\n", number * 977, word(number * 3)),
    };
    (0..lines).map(line).collect()
}

#[test]
fn what_varies_is_left_out_of_templates() {
    let text = log(700);
    let templates = templates(&text);
    let shown: Vec<(u64, String)> = (templates.by_count().into_iter())
        .map(|(count, at)| (count, templates.shown(&text, &parts_of(&text)(at))))
        .collect();
    assert_eq!(
        shown,
        [
            (200, "payment of * EUR captured in * ms".to_owned()),
            (200, "session * of * renewed".to_owned()),
            (300, "order * accepted from *".to_owned()),
        ]
    );
}

#[test]
fn a_line_of_another_template_departs() {
    let text = log(700) + "order 17 dropped from queue\nswitching to replica\n" + &log(70);
    assert_eq!(departing(&text), [(1, "from queue"), (1, "switching to replica")]);
    assert_eq!(departing(&log(700)), []);
}

#[test]
fn a_number_of_more_digits_and_a_status_depart() {
    let text = log(700) + "payment of 9.1 EUR captured in 94217 ms\n" + &log(9);
    assert_eq!(departing(&text), [(1, "94217 ms")]);
    let text = (0..500).map(|number| format!("served {} status={}\n", word(number), 200 + number % 2 * 4));
    let text = text.collect::<String>() + "served ba status=500\nserved ba status=200\n";
    assert_eq!(departing(&text), [(1, "500")]);
}

#[test]
fn what_comes_at_the_end_of_a_line_departs() {
    let text = log(300) + "session 17a of lu renewed again\n" + &log(9);
    assert_eq!(departing(&text), [(1, "again")]);
}

#[test]
fn text_without_templates_is_calm() {
    let prose: String =
        (0..600).map(|line| (0..9).map(|at| word(line * 31 + at * 17) + " ").collect::<String>() + "\n").collect();
    assert_eq!(departing(&(prose.clone() + "one more line\n")), []);
    assert_eq!(departing(""), []);
    assert_eq!(departing("\n\n\u{1b}[m\n"), []);
}
