use super::*;

fn look(text: &str) -> (Likeness, Vec<String>) {
    let view = View::of(text);
    let section = view.main_section();
    assert_eq!(section.kind.name(), "log");
    (likeness(&view, &section), outline(&view, &section))
}

fn lines(count: usize) -> Vec<String> {
    let line = |number: usize| {
        let time = format!("2026-03-14 09:{:02}:{:02},{:03}", number / 60 % 60, number % 60, number % 1_000);
        match number % 5 {
            0 => format!("{time} DEBUG [db-{}] shop - {} rows read in {} ms", number % 3, number * 7, number % 90),
            _ => format!("{time} INFO  [http-{}] shop - order {} accepted", number % 4, 10_000 + number * 3),
        }
    };
    (0..count).map(line).collect()
}

#[test]
fn levels_times_and_templates_are_counted() {
    let (likeness, outline) = look(&lines(1_000).join("\n"));
    assert_eq!(likeness.label, "log 1,000 lines");
    assert_eq!(
        likeness.summary,
        [
            "from 2026-03-14 09:00:00,000 (line 0) to 2026-03-14 09:16:39,999 (line 999)",
            "levels: INFO 800 (lines 1 to 999), DEBUG 200 (lines 0 to 995)",
            "2 templates of messages; most frequent: ×800 [http-*] shop - order * accepted; ×200 [db-*] shop - * rows read in * ms",
        ]
    );
    assert_eq!(likeness.oddities, []);
    assert!(outline.contains(&"- ×200 first at line 0: [db-*] shop - * rows read in * ms".to_owned()), "{outline:?}");
}

#[test]
fn the_rare_line_among_many_alike_is_odd() {
    let mut lines = lines(1_000);
    lines[500] = format!("{} INFO  [http-1] shop - switching to replica", &lines[500][..23]);
    lines[700] = format!("{} WARN  [http-1] shop - order 5 accepted", &lines[700][..23]);
    let (likeness, _) = look(&lines.join("\n"));
    let odd: Vec<(u64, &str)> = likeness.oddities.iter().map(|odd| (odd.count, odd.reason.as_str())).collect();
    assert_eq!(
        odd,
        [(1, "WARN, as no other of 1,000 lines"), (1, "goes on as no other of 199 lines that are alike so far")]
    );
}

#[test]
fn a_rare_status_of_an_access_log_is_odd() {
    let line = |number: usize| {
        let status = if number == 777 { 500 } else { [200, 200, 304, 404][number % 4] };
        format!(
            "10.0.{}.7 - - [14/Mar/2026:09:{:02}:{:02} +0000] \"GET /p/{number} HTTP/1.1\" {status} {} \"-\" \"curl/8\"\n",
            number % 250,
            number / 60 % 60,
            number % 60,
            number * 7_919 % 9_000
        )
    };
    let (likeness, _) = look(&(0..1_500).map(line).collect::<String>());
    assert!(likeness.summary[1].starts_with("statuses: 200 749 (lines 0 to 1497), 304 375"), "{:?}", likeness.summary);
    assert_eq!(likeness.oddities.len(), 1, "{:?}", likeness.oddities);
}

#[test]
fn gaps_and_bursts_are_odd() {
    let time =
        |seconds: usize| format!("2026-03-14T{:02}:{:02}:{:02}Z", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let line = |(number, seconds): (usize, usize)| format!("{} INFO heartbeat seq={number}\n", time(seconds));
    let seconds = (0..900).map(|number| number * 5 + usize::from(number >= 500) * 2_731);
    let (likeness, outline) = look(&seconds.enumerate().map(line).collect::<String>());
    let reasons: Vec<&str> = likeness.oddities.iter().map(|odd| odd.reason.as_str()).collect();
    assert_eq!(reasons, ["45 min 36 s behind the line before (the next longest gap 5,000 ms)"]);
    assert!(outline.contains(&"gap of 45 min 36 s before line 500".to_owned()), "{outline:?}");
    let seconds = (0..900).map(|number| number * 5).chain(std::iter::repeat_n(2_500, 300));
    let mut seconds: Vec<usize> = seconds.collect();
    seconds.sort_unstable();
    let (likeness, _) = look(&seconds.into_iter().enumerate().map(line).collect::<String>());
    assert_eq!(likeness.oddities.len(), 1, "{:?}", likeness.oddities);
    assert!(likeness.oddities[0].reason.starts_with("from here 30"), "{:?}", likeness.oddities);
}

#[test]
fn other_texts_are_no_logs() {
    for text in [
        "",
        "\n\n",
        "prose about a day\nand another\n",
        "[09:00:10] Mina: hello there\n[09:00:20] Ivo: yes\n",
        "2026-03-14T09:00:00Z,INFO,x\n2026-03-14T09:00:01Z,INFO,y\n",
        "id,time\n1,2026-03-14 09:00:00\n",
        "00:00:01.000 --> 00:00:04.000\ntext of a film\n\n00:01:01.000 --> 00:01:04.000\nmore text\n",
        "info\nerror\n",
        "| a-1 | b |\n| c-2 | d |\n",
        "warning: unused variable: `x`\n --> src/x.rs:1:1\n",
        "Information desk\n",
    ] {
        assert!(!detect(text), "{text}");
    }
}

#[test]
fn a_table_whose_first_column_is_a_time_is_none() {
    let rows: String = (0..60).map(|row| format!("2026-03-01 02:{row:02}:00,80.{row},7{row}\n")).collect();
    assert!(!detect(&format!("taken,gigabytes,seconds\n{rows}")));
    let log: String = (0..60).map(|row| format!("2026-03-01 02:{row:02}:00,123 INFO job, {row}, done\n")).collect();
    assert!(detect(&log));
}

#[test]
fn of_another_template_what_differs_is_told() {
    let first = "caller=router.go:* msg=\"request served\" method=GET path=* status=200";
    let other = "caller=router.go:* msg=\"request served\" method=PUT path=* status=200";
    assert_eq!(difference(other, first), "… method=PUT …");
    assert_eq!(difference("[*] order * accepted", "[*] parcel * handed on"), "[*] order * accepted");
    assert_eq!([difference("a", "a"), difference("", "a"), difference("a b c", "a b c")], ["a", "", "… c"]);
}
