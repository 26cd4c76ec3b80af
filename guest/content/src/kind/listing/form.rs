//! The form of a listing, as a sample of its start tells.

use super::aligned::Header;
use super::entry::{Entry, extension, split};
use super::parse;
use crate::fold;

/// Bytes and lines of the sample.
const SAMPLE_BYTES: usize = 32_000;
const SAMPLE_LINES: usize = 300;
/// Fewer lines are no listing.
const LEAST: usize = 3;
/// Of a hundred lines so many are of one form.
const SHARE: usize = 85;
/// So many lines of another form may always be among three times as many entries, such as a command and a total.
const FEW_OTHERS: usize = 2;

#[derive(Debug, Clone)]
pub enum Form {
    /// `ls -l` and the like.
    Long,
    Paths,
    Tree,
    Status,
    /// What a search found, each line with its file.
    Hits,
    /// What a search found, below the lines of their files.
    Headings,
    Sizes,
    /// What `git diff --stat` counts.
    Changes,
    Sums,
    Blame,
    Commits,
    /// Commits of several lines each.
    History,
    Variables,
    Packages,
    /// Cells below the words of a header.
    Table(Header),
}

impl Form {
    /// Cost: looks at the start alone.
    pub fn of(text: &str) -> Option<Form> {
        let text = text.trim_start_matches('\u{feff}');
        let start = &text[..text.floor_char_boundary(SAMPLE_BYTES.min(text.len()))];
        let whole = if start.len() < text.len() { start.rfind('\n').map_or(start, |end| &start[..end]) } else { start };
        let lines: Vec<_> =
            whole.lines().map(fold::shown).filter(|line| !line.trim().is_empty()).take(SAMPLE_LINES).collect();
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        if lines.len() < LEAST {
            return None;
        }
        if is_history(&lines) {
            return Some(Form::History);
        }
        [
            Form::Long,
            Form::Tree,
            Form::Sums,
            Form::Status,
            Form::Changes,
            Form::Sizes,
            Form::Blame,
            Form::Commits,
            Form::Variables,
            Form::Packages,
            Form::Paths,
            Form::Hits,
        ]
        .into_iter()
        .find(|form| form.fits(&lines))
        .or_else(|| are_below_headings(&lines).then_some(Form::Headings))
        .or_else(|| Header::among(&lines).map(Form::Table))
    }

    fn fits(&self, lines: &[&str]) -> bool {
        let entries: Vec<Option<Entry>> = lines.iter().map(|line| self.entry(line)).collect();
        let of = entries.iter().flatten().count();
        // Names of folders, totals and marks stand between entries.
        let between =
            lines.iter().zip(&entries).filter(|(line, entry)| entry.is_none() && self.is_between(line)).count();
        let known = |entry: &Entry| {
            let (folder, name) = split(entry.path);
            (!folder.is_empty() && (entry.path.starts_with(['/', '.']) || extension(name).is_some()), is_usual(name))
        };
        let kinds = |of: fn((bool, bool)) -> bool| entries.iter().flatten().filter(|entry| of(known(entry))).count();
        let is_plausible = match self {
            Form::Paths => kinds(|(placed, _)| placed) * 100 >= of * 30 || kinds(|(_, usual)| usual) * 100 >= of * 60,
            Form::Sizes | Form::Hits | Form::Status => kinds(|(placed, usual)| placed || usual) * 2 >= of,
            Form::Commits => {
                entries.iter().flatten().filter(|entry| entry.text.is_some_and(|(_, text)| text.contains(' '))).count()
                    * 2
                    >= of
            }
            _ => true,
        };
        let others = lines.len() - of - between;
        let is_most = others * 100 <= lines.len() * (100 - SHARE) || others <= FEW_OTHERS && of >= FEW_OTHERS * 3;
        of >= LEAST && is_most && of * 5 >= lines.len() * 2 && is_plausible
    }

    /// A line as an entry of this form, which needs nothing but the line.
    pub fn entry<'l>(&self, line: &'l str) -> Option<Entry<'l>> {
        match self {
            Form::Long => parse::long(line),
            Form::Paths => parse::path(line),
            Form::Tree => parse::branch(line).map(|(_, path)| Entry { path, ..Entry::default() }),
            Form::Status => parse::status(line),
            Form::Hits => parse::hit(line),
            Form::Sizes => parse::sized(line),
            Form::Changes => parse::changed(line),
            Form::Sums => parse::sum(line),
            Form::Blame => parse::blamed(line),
            Form::Commits => parse::commit(line),
            Form::Variables => parse::variable(line),
            Form::Packages => parse::package(line),
            Form::Headings | Form::History | Form::Table(_) => None,
        }
    }

    /// Whether a line that is no entry belongs to this form.
    fn is_between(&self, line: &str) -> bool {
        match self {
            Form::Long => line.starts_with("total ") || line.ends_with(':'),
            Form::Hits => line == "--" || line.starts_with("Binary file ") || around(line).is_some(),
            Form::Paths => line.ends_with(':'),
            Form::Tree => line.ends_with(" files") || line.ends_with(" file") || parse::is_path(line) || line == ".",
            Form::Status => line.starts_with("## "),
            Form::Changes => line.contains(" changed, "),
            _ => false,
        }
    }

    /// What an entry is.
    pub fn entry_name(&self) -> &'static str {
        match self {
            Form::Long | Form::Tree | Form::Sizes | Form::Sums => "entry",
            Form::Changes => "file",
            Form::Paths | Form::Status => "path",
            Form::Hits | Form::Headings => "match",
            Form::Blame => "line",
            Form::Commits | Form::History => "commit",
            Form::Variables => "variable",
            Form::Packages => "package",
            Form::Table(_) => "row",
        }
    }

    /// What entries are grouped by.
    pub fn group(&self) -> Option<&'static str> {
        match self {
            Form::Hits | Form::Headings => Some("file"),
            Form::Blame | Form::Commits | Form::History | Form::Variables | Form::Packages | Form::Table(_) => None,
            _ => Some("folder"),
        }
    }
}

/// The path in a line around a hit: `src/a.rs-12-text`.
pub fn around(line: &str) -> Option<&str> {
    line.match_indices('-').find_map(|(at, _)| {
        let rest = &line[at + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0 && rest.as_bytes().get(digits) == Some(&b'-') && parse::is_path(&line[..at])).then_some(&line[..at])
    })
}

/// Whether a name has an extension that files often have.
fn is_usual(name: &str) -> bool {
    const USUAL: &str = " rs py js ts tsx jsx c h cc cpp hpp go java kt rb php swift cs sh sql md txt json yaml yml toml xml html css csv tsv log \
                         lock png jpg jpeg gif svg webp pdf zip gz tar bz2 xz zst mp3 mp4 wav mov so o a dll exe class jar conf cfg ini bin dat db bak \
                         parquet ipynb ";
    let extension = extension(name).map(str::to_ascii_lowercase);
    extension.is_some_and(|extension| USUAL.contains(&format!(" {extension} ")))
}

/// The name of the commit that a line of `git log` starts.
pub fn commit_of(line: &str) -> Option<&str> {
    line.strip_prefix("commit ")?.split(' ').next().filter(|hash| parse::is_hash(hash))
}

/// Whether `git log` wrote these lines.
fn is_history(lines: &[&str]) -> bool {
    let commits = lines.iter().filter(|line| commit_of(line).is_some()).count();
    commit_of(lines[0]).is_some() && commits >= 2 && lines.iter().any(|line| line.starts_with("Author: "))
}

/// Whether files stand alone in their lines, with numbered lines below.
fn are_below_headings(lines: &[&str]) -> bool {
    let mut files = 0;
    let mut hits = 0;
    let mut others = 0;
    let mut numbers = 0;
    for line in lines {
        match parse::numbered(line) {
            Some((is_hit, _)) if files > 0 => {
                numbers += 1;
                hits += usize::from(is_hit);
            }
            _ if parse::is_path(line) => files += 1,
            _ if *line == "--" => {}
            _ => others += 1,
        }
    }
    files > 0 && hits >= LEAST && numbers >= files && others * 100 <= lines.len() * (100 - SHARE)
}
