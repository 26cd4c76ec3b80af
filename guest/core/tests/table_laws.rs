//! Laws of tables and of JSON by lines: a record is a line, whatever its cells hold; what is counted is what is there.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use proptest::prelude::*;
use serde_json::json;
use toolaria_core::Rescuer;
use toolaria_core::kind::Kind;
use toolaria_core::model::{Content, Query, RescueOutcome, SliceData, ToolCall};
use toolaria_core::ports::memory::MemoryHost;
use toolaria_core::view::View;

const DELIMITERS: [char; 4] = [',', ';', '\t', '|'];

/// A cell as RFC 4180 writes it.
fn written(cell: &str, delimiter: char) -> String {
    match cell.contains(['"', '\n', '\r', delimiter]) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[derive(Debug, Clone)]
struct Table {
    delimiter: char,
    end: &'static str,
    mark: bool,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn text(&self) -> String {
        let mark = if self.mark { "\u{feff}" } else { "" };
        let record = |row: &Vec<String>| row.iter().map(|cell| written(cell, self.delimiter)).collect::<Vec<_>>();
        let records = self.rows.iter().map(|row| record(row).join(&self.delimiter.to_string()) + self.end);
        format!("{mark}{}", records.collect::<String>())
    }
}

/// Tables of a number and two texts, with a header.
fn tables() -> impl Strategy<Value = Table> {
    let cell = prop_oneof![4 => "[a-zé😀]{1,12}", 1 => "[a-z,;|\t]{0,6}", 1 => "[a-z\"\r\n]{0,9}"];
    let rows = prop::collection::vec((0..1_000u32, cell.clone(), cell), 8..40);
    let end = prop_oneof![Just("\n"), Just("\r\n")];
    (rows, prop::sample::select(&DELIMITERS[..]), end, any::<bool>()).prop_map(|(rows, delimiter, end, mark)| {
        let header = ["id", "first", "second"].map(str::to_owned).to_vec();
        let rows = rows.into_iter().map(|(number, first, second)| vec![number.to_string(), first, second]);
        Table { delimiter, end, mark, rows: [header].into_iter().chain(rows).collect() }
    })
}

/// How many records `csv_core` reads.
fn record_count(text: &str, delimiter: char) -> usize {
    let mut reader: Reader = ReaderBuilder::new().delimiter(delimiter as u8).build();
    let (mut input, mut output, mut ends, mut records) = (text.as_bytes(), vec![0; text.len() + 1], [0; 100], 0);
    loop {
        let (result, read, ..) = reader.read_record(input, &mut output, &mut ends);
        input = &input[read..];
        match result {
            ReadRecordResult::Record => records += 1,
            ReadRecordResult::End => return records,
            _ => {}
        }
    }
}

fn shown(text: &str) -> String {
    text.replace('\n', "␊").replace('\r', "␍")
}

/// How many cases a law is tried on: PROPTEST_CASES, which the configuration below would hide, or fewer.
fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").map_or(few, |cases| cases.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn a_record_is_a_line_and_its_line_breaks_show(table in tables(), envelope in 0..3u8) {
        let text = table.text();
        let stored = match envelope {
            0 => text.clone(),
            1 => json!({"result": text}).to_string(),
            _ => json!({"content": [{"type": "text", "text": json!({"result": text}).to_string()}]}).to_string(),
        };
        let view = View::of(&stored);
        prop_assert!(matches!(view.main_section().kind, Kind::Table(_)), "{}", text);
        prop_assert_eq!(view.line_count(), table.rows.len());
        prop_assert_eq!(view.line_count(), record_count(&text, table.delimiter));
        for (number, row) in table.rows.iter().enumerate() {
            let joined = row.iter().any(|cell| cell.contains('\n'));
            let cell = |cell: &String| written(cell, table.delimiter);
            let record = row.iter().map(|text| if joined { shown(&cell(text)) } else { cell(text) }).collect::<Vec<_>>();
            let mark = if table.mark && number == 0 { "\u{feff}" } else { "" };
            let line = format!("{mark}{}{}", record.join(&table.delimiter.to_string()), table.end);
            prop_assert_eq!(view.line(number), line);
            let source = view.source(number).unwrap();
            prop_assert_eq!(source.transform.decode(&stored[source.bytes]), view.line(number));
        }
    }

    #[test]
    fn lines_of_ndjson_are_counted_once_each(lines in prop::collection::vec(0..12u8, 60..90), padding in 40..80usize) {
        let line = |(number, kind): (usize, &u8)| match kind {
            0 => String::new(),
            1 => format!("{{\"id\":{number},"),
            _ => format!("{{\"id\":{number},\"text\":\"{}\"}}", "é".repeat(padding)),
        };
        let text = lines.iter().enumerate().map(line).collect::<Vec<_>>().join("\n") + "\n";
        let count = |wanted: fn(&u8) -> bool| lines.iter().filter(|kind| wanted(kind)).count();
        let (blank, broken) = (count(|kind| *kind == 0), count(|kind| *kind == 1));
        let rows = lines.len() - blank - broken;
        prop_assume!(rows * 100 >= (rows + broken) * 70);
        let outline = outline(&text);
        let some = |number: usize, what: &str| if number == 0 { String::new() } else { format!(", {number} {what}") };
        let size = format!("{rows} rows{}{}", some(broken, "broken"), some(blank, "blank"));
        prop_assert_eq!(outline.lines().next(), Some(size.as_str()));
    }
}

fn rescued(text: &str) -> (MemoryHost, toolaria_core::model::Handle) {
    let host = MemoryHost::new();
    host.set_setting("max_result_chars", "200");
    host.set_setting("excerpt_max_chars", "200");
    host.set_setting("fetch_max_chars", "400000");
    let outcome = Rescuer::new(&host).rescue(ToolCall::default(), Content::Text(text.to_owned())).unwrap();
    let RescueOutcome::Stored(handle) = outcome else { panic!("not rescued: {outcome:?}") };
    (host, handle)
}

fn fetched(host: &MemoryHost, id: &str, query: Query) -> String {
    let SliceData::Text(text) = Rescuer::new(host).fetch(id, query, None, None).unwrap().data else {
        panic!("no text")
    };
    text
}

fn outline(text: &str) -> String {
    let (host, handle) = rescued(text);
    fetched(&host, &handle.id, Query::Outline)
}

/// csv-grid-editor#32 counted 3,000 records with line breaks as 6,000 and cut within quotes.
#[test]
fn csv_grid_editor_32_quoted_line_breaks_are_no_rows() {
    let mut text = "\u{feff}id,name,note,price\r\n".to_owned();
    for id in 0..3_000 {
        text += &format!("{id},\"Smith, Ann {id}\",\"first line\nsecond \"\"line\"\" of {id}\",{}.50\r\n", id % 90);
    }
    let (host, handle) = rescued(&text);
    assert_eq!(handle.kind, "csv");
    assert!(handle.text.contains("type=csv 3,000 rows × 4 columns, header"), "{}", handle.text);
    let outline = fetched(&host, &handle.id, Query::Outline);
    assert!(outline.starts_with("3,000 rows × 4 columns; header in line 0\n"), "{outline}");
    assert!(outline.contains("- id int [min=0 (line 1) max=2999 (line 3000) mean=1499.5]"), "{outline}");
    let row = fetched(&host, &handle.id, Query::Range { start: 2_001, count: Some(1) });
    assert_eq!(row, "2000,\"Smith, Ann 2000\",\"first line␊second \"\"line\"\" of 2000\",20.50\r\n");
    let raw =
        Rescuer::new(&host).fetch(&handle.id, Query::Raw { start_byte: 0, count_bytes: None }, None, None).unwrap();
    assert_eq!(raw.data, SliceData::Bytes(text.into_bytes()));
}

#[test]
fn a_line_of_2_mb_is_a_row_like_others() {
    let long = format!("{{\"id\":1,\"body\":\"{}\"}}\n", "x".repeat(2 << 20));
    let text = format!("{{\"id\":0}}\n{long}\n{{\"id\":\n{{\"id\":3}}\n");
    let (host, handle) = rescued(&text);
    assert!(handle.text.contains("type=ndjson 3 rows, 1 broken, 1 blank"), "{}", handle.text);
    let outline = fetched(&host, &handle.id, Query::Outline);
    assert!(outline.contains("no JSON, kept as text and in no figure: line 3\nblank: line 2\n"), "{outline}");
    assert!(outline.contains("- id int [min=0 (line 0) max=3 (line 4) mean=1.3333]"), "{outline}");
    assert_eq!(fetched(&host, &handle.id, Query::Range { start: 3, count: None }), "{\"id\":\n{\"id\":3}\n");
}

#[test]
fn rows_of_another_width_and_blank_lines_are_kept_and_counted() {
    let rows: Vec<String> = (0..200)
        .map(|id| match id {
            17 => "17,short".to_owned(),
            99 => "99,a,b,long".to_owned(),
            150 => String::new(),
            _ => format!("{id},one,two of {id}"),
        })
        .collect();
    let outline = outline(&format!("id,first,second\n{}\n\n\n", rows.join("\n")));
    let lines: Vec<&str> = outline.lines().collect();
    assert_eq!(lines[0], "199 rows × 3 columns; header in line 0; blank: lines 151, 201, 202");
    assert_eq!(lines[1], "2 rows with more or fewer cells than 3: lines 18, 100");
}

#[test]
fn what_stands_before_a_header_is_said() {
    let rows: String = (0..300).map(|id| format!("{id},{},x{id}\n", id * 3)).collect();
    let outline = outline(&format!("Report of today\nid,value,name\n{rows}"));
    assert!(outline.starts_with("300 rows × 3 columns; header in line 1; before it: 1 line\n- id int "), "{outline}");
}

#[test]
fn numbers_empty_cells_and_names_with_leading_zeros_are_told_apart() {
    let rows: String =
        (0..200).map(|id| format!("0{id:03},{},{}\n", if id % 4 == 0 { "" } else { "1e3" }, id % 2 == 0)).collect();
    let outline = outline(&format!("code,value,flag\n{rows}"));
    for column in ["- code str", "- value float ×150|null ×50", "- flag bool"] {
        assert!(outline.contains(column), "{outline}");
    }
}

#[test]
fn a_digest_that_is_all_digits_is_a_text_among_texts() {
    let rows: String = (0..300)
        .map(|id| match id % 100 {
            50 => format!("{id},12345678\n"),
            51 => format!("{id},1234e567\n"),
            _ => format!("{id},c{id:03}beef\n"),
        })
        .collect();
    let outline = outline(&format!("id,digest\n{rows}"));
    assert!(outline.contains("- id int [") && outline.contains("- digest str ["), "{outline}");
}
