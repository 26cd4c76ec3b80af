//! Listings and the output of searches: entries by folder or file, and the one unlike the others.

mod aligned;
mod entry;
mod form;
pub mod groups;
mod parse;
mod survey;

use super::Likeness;
use super::columns::{Columns, Oddity};
use crate::view::{Section, View};
use crate::words::listing as words;
use form::Form;
use survey::Survey;

/// Groups that a summary names.
const NAMED_GROUPS: usize = 6;

/// Columns whose values are written in many ways, or of which one may always be alone.
const UNEVEN: [&str; 10] =
    ["version", "start", "stime", "time", "age", "area", "commit", "written", "subject", "source"];
/// Rights that any file or folder may have.
const ORDINARY_MODES: [&str; 7] =
    ["-rw-r--r--", "-rwxr-xr-x", "drwxr-xr-x", "-rw-rw-r--", "-rwxrwxr-x", "drwxrwxr-x", "lrwxrwxrwx"];

/// Whether nearly all lines of a text are entries of one form.
pub fn detect(text: &str) -> bool {
    Form::of(text).is_some()
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let Some(survey) = Survey::of(view, section) else {
        return Likeness { label: section.kind.name().to_owned(), ..Likeness::default() };
    };
    let groups = survey.groups.by_size();
    let named: Vec<String> =
        groups.iter().take(NAMED_GROUPS).map(|group| words::group_in_brief(&group.name, group.entries)).collect();
    let grouped = survey.form.group().filter(|_| groups.len() > 1);
    let mut summary: Vec<String> =
        grouped.map(|what| words::groups(what, &named, survey.groups.count())).into_iter().collect();
    summary.extend(super::table::summary(&survey.rows.columns, &|at| view.line_at(at)));
    let mut oddities = survey.rows.columns.oddities();
    let is_ordinary = |oddity: &Oddity| {
        oddity.path == "mode" && ORDINARY_MODES.iter().any(|mode| view.text()[oddity.at..].starts_with(mode))
    };
    let is_uneven = |oddity: &Oddity| UNEVEN.iter().any(|name| oddity.path.eq_ignore_ascii_case(name));
    oddities.retain(|oddity| !is_uneven(oddity) && !is_ordinary(oddity));
    // Where several extensions come once, files are of all kinds.
    if oddities.iter().filter(|oddity| oddity.path == "extension").count() > 1 {
        oddities.retain(|oddity| oddity.path != "extension");
    }
    let writable = survey.writable.iter().map(|at| Oddity {
        at: *at,
        count: 1,
        path: String::new(),
        reason: words::writable_by_all(),
    });
    oddities.splice(0..0, writable);
    crate::order::by(&mut oddities, |oddity| (oddity.count, oddity.at as u64));
    let size = words::size(survey.form.entry_name(), survey.rows.count, survey.form.group(), survey.groups.count());
    // A name that holds a word of failures tells of none.
    Likeness { label: format!("{} {size}", section.kind.name()), summary, oddities, tells_failures: true }
}

/// The columns of the entries, then each folder or file with its entries.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let Some(survey) = Survey::of(view, section) else {
        return Vec::new();
    };
    let mut out = vec![words::extent(survey.form.entry_name(), survey.rows.count, survey.others)];
    if let Some(row) = survey.rows.columns.column(Columns::ROOT).children().next() {
        out.extend(survey.rows.columns.outline(row, &|at| view.line_at(at)));
    }
    if survey.form.group().is_some() {
        out.extend(
            survey.groups.in_order().map(|group| words::group(group.lines, &group.name, group.entries, group.bytes)),
        );
        out.extend(words::further_groups(survey.groups.further()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness_of(text: &str) -> Likeness {
        assert!(detect(text), "{text}");
        let view = View::of(text);
        likeness(&view, &view.main_section())
    }

    fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
        (0..count).map(|number| line(number) + "\n").collect()
    }

    #[test]
    fn each_form_is_told_by_its_lines() {
        let long = |number| format!("-rw-r--r-- 1 root root {number} Jul 24  2006 f{number}.toml");
        for (text, label) in [
            ("/srv/a:\ntotal 9\n".to_owned() + &numbered(9, long), "listing 9 entries"),
            (
                numbered(9, |number| format!("  7 4 -rw-r--r-- 1 a b {number} Apr 12 09:00 /usr/d{number}/x.pl")),
                "listing 9 entries in 9 folders",
            ),
            (
                numbered(9, |number| format!("-rw-r--r-- a/b {number} 2026-03-01 09:00 d/x{number}.pl")),
                "listing 9 entries",
            ),
            (numbered(9, |number| format!("./src/m{number}/a b.rs")), "listing 9 paths in 9 folders"),
            (numbered(9, |number| format!("img_{number}.jpg")), "listing 9 paths"),
            (numbered(9, |number| format!(" M src/m{number}.rs")), "listing 9 paths"),
            (numbered(9, |number| format!("src/a.rs:{number}:let x = 2026-01-01 ERROR")), "listing 9 matches"),
            (numbered(9, |number| format!("src/a{}.rs:fn x", number / 5)), "listing 9 matches in 2 files"),
            (numbered(9, |number| format!("src/a{number}.rs\n1:x\n2-y\n")), "listing 9 matches in 9 files"),
            (numbered(9, |number| format!("4.0K\tsrc/m{number}.rs")), "listing 9 entries"),
            (numbered(9, |number| format!("{number:064x}  src/m.rs")), "listing 9 entries"),
            (
                numbered(9, |number| format!(" src/m{number}/a.rs | {number} +--"))
                    + " 9 files changed, 2 insertions(+)\n",
                "listing 9 files in 9 folders",
            ),
            (numbered(9, |number| format!("{number:07x} core: do this")), "listing 9 commits"),
            (numbered(9, |number| format!("NAME_{number}=value of it")), "listing 9 variables"),
            (numbered(9, |number| format!("pkg{number}==1.2.{number}")), "listing 9 packages"),
            (
                ".\n├── a\n│   ├── b.rs\n│   └── c.rs\n└── d.rs\n\n2 directories, 3 files\n".to_owned(),
                "listing 4 entries in 2 folders",
            ),
            (
                "USER  PID %CPU COMMAND\n".to_owned()
                    + &numbered(9, |number| format!("root    {number}  0.0 /sbin/x y")),
                "listing 9 rows",
            ),
        ] {
            assert_eq!(likeness_of(&text).label, label, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_listings() {
        for line in [
            "one",
            "Some prose, about src/a.rs and more.",
            "2026-03-01 09:00:00 INFO started",
            "09:00:01 started x",
            "key: value",
            "dGhpcyBpcyBubyBwYXRoIGJ1dC9iYXNlNjQvb2YvYnl0ZXM+",
            "[12:03] <ada> see src/a.rs:12:",
            "Ada: yes",
            "    let x = y;",
            "lower=case",
            "GET /a/b HTTP/1.1",
        ] {
            assert!(!detect(&format!("{line}\n").repeat(30)), "{line}");
        }
        assert!(!detect(""));
    }

    #[test]
    fn the_entry_unlike_the_others_is_odd() {
        let line = |number: usize| match number {
            77 => "-rw-rw-rw- 1 mina root 431 Jul 24  2006 m77.rs".to_owned(),
            _ => format!("-rw-r--r-- 1 root root {} Jul 24  2006 m{number}.rs", 400 + number * 37 % 100),
        };
        let odd = likeness_of(&numbered(500, line)).oddities;
        let reasons: Vec<&str> = odd.iter().map(|odd| odd.reason.as_str()).collect();
        assert_eq!(
            reasons,
            ["a file that everybody may write", "= -rw-rw-rw- (only here, of 500)", "= mina (only here, of 500)"]
        );
        assert_eq!(likeness_of(&numbered(76, line)).oddities, []);
        let status = "NAME  READY  STATUS\n".to_owned()
            + &numbered(90, |number| {
                format!("w{number:02}   1/1    {}", if number == 9 { "Error" } else { "Running" })
            });
        assert_eq!(likeness_of(&status).oddities[0].reason, "= Error (only here, of 90)");
    }

    #[test]
    fn an_executable_among_files_is_calm_and_a_private_file_is_odd() {
        let line = |number: usize| {
            let mode = [(77, "-rwxr-xr-x"), (99, "-rw-------")].iter().find(|(at, _)| *at == number);
            let mode = mode.map_or("-rw-r--r--", |(_, mode)| mode);
            format!("{mode} 1 root root {} Jul 24  2006 m{number}.rs", 400 + number * 37 % 100)
        };
        let odd = likeness_of(&numbered(500, line)).oddities;
        assert_eq!(odd.iter().map(|odd| odd.reason.as_str()).collect::<Vec<_>>(), ["= -rw------- (only here, of 500)"]);
    }

    #[test]
    fn a_history_tells_what_was_taken_back_and_blame_who_wrote_a_line() {
        let commit = |number: usize| {
            let subject = if number == 30 { "Revert \"b\"" } else { "a: do this" };
            format!(
                "commit {number:040x}\nAuthor: A <a@b>\nDate:   Sat Mar 14 02:11:09 2026 +0000\n\n    {subject}\n\n    error 1\n\n a.rs | 2 +-\n"
            )
        };
        let odd = |text: &str| -> Vec<String> {
            let odd = likeness_of(text).oddities;
            odd.iter().map(|odd| format!("{} {}", odd.path, odd.reason)).collect()
        };
        let history = numbered(90, commit);
        assert_eq!(likeness_of(&history).label, "listing 90 commits");
        assert_eq!(odd(&history), ["kind = revert (only here, of 90)"]);
        let line = |number: usize| {
            let author = if number == 60 { "Ivo (he) L" } else { "Mina Okafor" };
            format!(
                "^{:07x} a/b.rs ({author} 2026-11-{} 23:35:47 +0000 {number:3}) fn (x)",
                number / 9,
                10 + number / 9
            )
        };
        assert_eq!(likeness_of(&numbered(90, line)).label, "listing 90 lines");
        assert_eq!(odd(&numbered(90, line)), ["author = Ivo (he) L (only here, of 90)"]);
    }

    #[test]
    fn the_outline_has_each_folder_with_its_lines() {
        let text = "/a:\ntotal 1\n-rw-r--r-- 1 r r 5 Jul 24  2006 x\n-rw-r--r-- 1 r r 6 Jul 24  2006 y\n\n/b:\ntotal 1\n-rw-r--r-- 1 r r 7 Jul 24  2006 z\n";
        let view = View::of(text);
        let outline = outline(&view, &view.main_section());
        assert_eq!(outline[0], "3 entries; 4 other lines of headers and the like");
        assert_eq!(outline[outline.len() - 2..], ["lines 2 to 3: /a ×2, 11 bytes", "line 7: /b ×1, 7 bytes"]);
    }
}
