//! Unified diffs: files with what was added and removed, and the change that is unlike the others.

mod edits;
mod survey;

use super::Likeness;
use super::columns::{Oddity, rare};
use crate::fold;
use crate::order;
use crate::view::{Section, View};
use crate::words::diff as words;
use edits::Edits;
use survey::{File, Status, Survey};

/// Bytes that are looked at to recognise a diff.
const DETECT_BYTES: usize = 1 << 16;
/// Fewer files have no status that is rare.
const LEAST_FILES: usize = 10;
/// Files that a summary names.
const NAMED_FILES: usize = 3;

/// Whether a text holds hunks in a form that `diff -u` and version control write.
pub fn detect(text: &str) -> bool {
    let start = &text[..text.floor_char_boundary(DETECT_BYTES.min(text.len()))];
    let mut named = false;
    start.lines().any(|line| {
        let line = fold::shown(line);
        let is_hunk = survey::hunk(&line).is_some();
        if named && is_hunk
            || line.starts_with("diff --git ")
            || line.starts_with("Binary files ") && line.ends_with(" differ")
        {
            return true;
        }
        named = line.starts_with("+++ ") || named && line.is_empty();
        false
    })
}

pub fn likeness(view: &View, section: &Section) -> Likeness {
    let mut edits = Edits::default();
    let survey = Survey::of(view, section, &mut edits);
    let [added, removed] = survey.changed();
    let mut oddities = edits.oddities();
    oddities.extend(survey.conflicts.iter().map(|at| oddity(*at, 1, words::conflict())));
    oddities.extend(rare_statuses(view, &survey.files));
    order::by(&mut oddities, |oddity| (oddity.count, oddity.at as u64));
    Likeness {
        label: words::label(survey.commits, survey.files.len(), added, removed),
        summary: summary(&survey, &edits),
        oddities,
        tells_failures: true,
    }
}

fn oddity(at: usize, count: u64, reason: String) -> Oddity {
    Oddity { at, count, path: String::new(), reason }
}

fn summary(survey: &Survey, edits: &Edits) -> Vec<String> {
    let statuses = Status::ALL.map(|status| {
        let files: Vec<&File> = survey.files.iter().filter(|file| file.status == status).collect();
        let named = match files.as_slice() {
            few @ [_, ..] if few.len() <= NAMED_FILES && status != Status::Modified => few,
            _ => &[],
        };
        let named: Vec<(&str, usize)> = named.iter().map(|file| (file.path.as_str(), file.line)).collect();
        words::files_of(status.name(), files.len(), &named)
    });
    let mut largest: Vec<&File> = survey.files.iter().collect();
    order::by(&mut largest, |file| (!(file.added + file.removed), file.line as u64));
    largest.truncate(NAMED_FILES);
    let named: Vec<String> =
        largest.iter().map(|file| words::file_at(&file.path, file.added, file.removed, file.line)).collect();
    let files = words::files(statuses.into_iter().flatten().collect(), &named, survey.files.len() > NAMED_FILES);
    [Some(files), edits.frequent()].into_iter().flatten().collect()
}

/// Files to which something else was done than to nearly all.
fn rare_statuses(view: &View, files: &[File]) -> Vec<Oddity> {
    let mut counted: Vec<(u64, Status)> = Status::ALL
        .map(|status| (files.iter().filter(|file| file.status == status).count() as u64, status))
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .collect();
    order::by(&mut counted, |(count, _)| (*count, 0));
    let counts: Vec<u64> = counted.iter().map(|(count, _)| *count).collect();
    let rare = if files.len() < LEAST_FILES { 0 } else { rare(&counts) };
    let first = |status: Status| files.iter().find(|file| file.status == status);
    let odd = counted.iter().take(rare).filter_map(|(count, status)| {
        let at = view.line_start(first(*status)?.line);
        Some(oddity(at, *count, words::rare_status(status.name(), *count, files.len() as u64)))
    });
    odd.collect()
}

/// Each file with its place, and its hunks below.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    let survey = Survey::of(view, section, &mut Edits::default());
    let mut out = Vec::new();
    for file in &survey.files {
        out.push(words::file(file.line, &file.path, file.status.name(), file.added, file.removed));
        let hunk = |line: &usize| words::hunk(*line, fold::shown(view.line(*line).trim_end()).as_ref());
        out.extend(file.hunks.iter().map(hunk));
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

    fn renames(count: usize) -> String {
        let hunk = |number: usize| {
            format!(
                "diff --git a/src/f{number}.rs b/src/f{number}.rs\nindex 1..2 100644\n--- a/src/f{number}.rs\n+++ b/src/f{number}.rs\n\
                 @@ -1,2 +1,2 @@ fn f{number}() {{\n-    let x = old_name(a{number});\n+    let x = new_name(a{number});\n     x\n"
            )
        };
        (0..count).map(hunk).collect()
    }

    #[test]
    fn files_are_counted_with_what_changed() {
        let text = renames(12)
            + "diff --git a/img.png b/img.png\nnew file mode 100644\nindex 0..1\nBinary files /dev/null and b/img.png differ\n";
        let likeness = likeness_of(&text);
        assert_eq!(likeness.label, "diff 13 files +12 -12");
        assert_eq!(
            likeness.summary[0],
            "12 modified, 1 binary (img.png at line 96); most changed: src/f0.rs +1 -1 (line 0), src/f1.rs +1 -1 (line 8), src/f2.rs +1 -1 (line 16)"
        );
        assert_eq!(likeness.oddities.len(), 1);
        assert_eq!(likeness.oddities[0].reason, "binary, as only 1 of 13 files");
    }

    #[test]
    fn the_edit_unlike_the_others_is_found() {
        let odd = "     x\n-    let limit = 30;\n+    let limit = 3000;\n";
        let text = renames(40).replacen("-1,2 +1,2", "-1,3 +1,3", 1).replacen("     x\n", odd, 1);
        let odd = likeness_of(&text).oddities;
        assert_eq!(odd.len(), 1, "{odd:?}");
        assert!(text[odd[0].at..].starts_with("+    let limit = 3000;"), "{odd:?}");
        assert_eq!(likeness_of(&renames(40)).oddities, []);
    }

    #[test]
    fn lines_of_a_hunk_that_look_like_headers_are_changes() {
        let text = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n z\n--- c\n+++ d\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n";
        assert_eq!(likeness_of(text).label, "diff 2 files +2 -2");
    }

    #[test]
    fn a_renamed_file_is_named_by_both_names() {
        let text = "diff --git a/a.toml b/b.sh\nold mode 100644\nnew mode 100755\nsimilarity index 100%\nrename from a.toml\nrename to b.sh\n";
        assert!(likeness_of(text).summary[0].starts_with("1 renamed (a.toml → b.sh at line 0)"));
    }

    #[test]
    fn other_texts_are_no_diffs() {
        for text in ["--- \n+++ \nplain\n", "- a\n+ b\n", "@@ -1 +1 @@ but no file\n", "diff the two\n", ""] {
            assert!(!detect(text), "{text}");
        }
    }
}
