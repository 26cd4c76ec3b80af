//! XML and feeds: elements by their paths, with figures over all values; failures of test reports; where it is not well-formed.

mod survey;

use super::Likeness;
use super::columns::{Columns, Lines, Oddity};
use crate::view::{Section, View};
use crate::words::{outline, xml as words};
use survey::{Survey, Verdict};
use toolaria_markup::xml::{TokenKind, Tokens};

/// Bytes that are looked at to recognise XML.
const DETECT_BYTES: usize = 1 << 14;
/// Tags that make XML of a text without a declaration.
const DETECT_TAGS: usize = 4;
/// Columns that a summary names.
const SUMMARY_COLUMNS: usize = 12;

/// Whether a text is XML, whole or cut; not HTML, which is looked for before.
pub fn detect(text: &str) -> bool {
    let start = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if start.starts_with("<?xml ") {
        return true;
    }
    let start = &start[..start.floor_char_boundary(DETECT_BYTES.min(start.len()))];
    if !start.starts_with('<') {
        return false;
    }
    let (mut tags, mut open) = (0, Vec::new());
    for token in Tokens::new(start) {
        match token.kind {
            TokenKind::Start => open.push(&start[token.name]),
            TokenKind::End if open.pop() != Some(&start[token.name.clone()]) => return false,
            TokenKind::Text if open.is_empty() && !start[token.range.clone()].trim().is_empty() => return false,
            _ => {}
        }
        tags += usize::from(matches!(token.kind, TokenKind::Start | TokenKind::Empty | TokenKind::End));
    }
    tags >= DETECT_TAGS
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let survey = Survey::of(view, section);
    let mut summary: Vec<String> = rows(&survey, &|at| view.line_at(at)).into_iter().collect();
    let count = |verdict: Verdict| survey.failed.iter().filter(|test| test.verdict == verdict).count() as u64;
    if survey.cases > 0 {
        summary.insert(0, words::tests(survey.cases, count(Verdict::Failure), count(Verdict::Error), survey.skipped));
    }
    let failures = survey.failed.iter().map(|test| {
        let message = test.message.split_whitespace().collect::<Vec<_>>().join(" ");
        oddity(test.at, words::failed_test(&test.name, test.verdict.name(), &message))
    });
    let broken = survey.broken.iter().map(|(at, reason)| oddity(*at, reason.clone()));
    let mut oddities: Vec<Oddity> = broken.chain(failures).collect();
    match survey.cases {
        0 => oddities.extend(survey.columns.oddities()),
        _ => oddities.extend(survey.columns.oddities().into_iter().filter(|odd| !survey.is_told(odd.at))),
    }
    Likeness { label: words::label(&survey.root, survey.elements), summary, oddities, tells_failures: survey.cases > 0 }
}

fn oddity(at: usize, reason: String) -> Oddity {
    Oddity { at, count: 1, path: String::new(), reason }
}

/// Where it is not well-formed, and the elements by their paths.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let survey = Survey::of(view, section);
    let lines: Lines = &|at| view.line_at(at);
    let mut out = vec![words::label(&survey.root, survey.elements)];
    out.extend(survey.broken.iter().map(|(at, reason)| outline::at_line(lines(*at), reason)));
    out.extend(survey.columns.outline(Columns::ROOT, lines));
    out
}

/// The elements that come most often in one, with what is in them.
fn rows(survey: &Survey, lines: Lines) -> Option<String> {
    let columns = &survey.columns;
    let repeated = (1..columns.number_of_columns()).filter(|number| columns.is_repeated(*number));
    let row = repeated.max_by_key(|number| {
        let column = columns.column(*number);
        (column.count() * (1 + column.child_count() as u64), std::cmp::Reverse(*number))
    })?;
    let column = columns.column(row);
    let mut named: Vec<String> =
        column.children().take(SUMMARY_COLUMNS).map(|number| columns.brief(number, lines)).collect();
    if named.is_empty() {
        named = vec![columns.brief(row, lines)];
    }
    Some(crate::words::outline::columns(
        &words::repeated(column.count(), &columns.path(row)),
        &named,
        column.child_count().max(1) + column.unnamed_members as usize,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness_of(text: &str) -> Likeness {
        assert!(detect(text), "{text}");
        let view = View::of(text);
        likeness(&view, &view.main_section())
    }

    #[test]
    fn repeated_elements_read_as_rows() {
        let item = |number: usize| {
            let kind = if number == 30 { "volcanoes" } else { ["roads", "rail"][number % 2] };
            format!("<item id='{number}'><category>{kind}</category><n>{number}</n></item>\n")
        };
        let text =
            format!("<rss><channel><title>News</title>\n{}</channel></rss>", (0..60).map(item).collect::<String>());
        let likeness = likeness_of(&text);
        assert_eq!(likeness.label, "xml <rss> 183 elements");
        assert!(
            likeness.summary[0].starts_with("60 of rss.channel.item: @id int 0 to 59; category str"),
            "{:?}",
            likeness.summary
        );
        let [odd] = likeness.oddities.as_slice() else { panic!("{:?}", likeness.oddities) };
        assert_eq!((odd.path.as_str(), odd.reason.as_str()), ("category", "= volcanoes (only here, of 60)"));
        assert!(text[odd.at..].starts_with("<category>volcanoes"), "{}", &text[odd.at..]);
        let view = View::of(&text);
        let outline = outline(&view, &view.main_section());
        assert!(outline.contains(&"    - item object ×60".to_owned()), "{outline:#?}");
    }

    #[test]
    fn failed_tests_are_told() {
        let case = |number: usize| match number {
            7 => "<testcase classname=\"a\" name=\"t7\"><failure message=\"1 &lt; 0\">trace</failure></testcase>"
                .to_owned(),
            9 => "<testcase name=\"t9\"><skipped/></testcase>".to_owned(),
            _ => format!("<testcase classname=\"a\" name=\"t{number}\"/>"),
        };
        let text = format!("<?xml version=\"1.0\"?><testsuite>{}</testsuite>", (0..50).map(case).collect::<String>());
        let likeness = likeness_of(&text);
        assert_eq!(likeness.summary[0], "test cases: 50; failed 1, in error 0, skipped 1");
        assert_eq!(likeness.oddities[0].reason, "failure of test a.t7: 1 < 0");
        assert!(text[likeness.oddities[0].at..].starts_with("<failure"));
    }

    #[test]
    fn what_is_not_well_formed_is_said() {
        let reasons = |text: &str| likeness_of(text).oddities.into_iter().map(|odd| odd.reason).collect::<Vec<_>>();
        assert_eq!(reasons("<?xml version='1.0'?><a><b>1</b><b>2"), ["not well-formed: <b> is not closed"]);
        assert_eq!(reasons("<?xml version='1.0'?><a></b></a>"), ["not well-formed: </b> closes nothing"]);
        assert_eq!(reasons("<?xml version='1.0'?><a><b x='1"), ["not well-formed: what starts here does not end"]);
    }

    #[test]
    fn other_texts_are_no_xml() {
        for text in ["", "<system> says hello", "a <b>c</b>", "<a></b><c></d><e></f>", "< 1\n> 2", "<T>(x: T) => y"] {
            assert!(!detect(text), "{text}");
        }
    }
}
