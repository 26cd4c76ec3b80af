//! Looking after the store.

use clap::Args;
use serde_json::{Value, json};
use toolaria::types::{Ailment, Diagnosis, Finding, FindingState, SweepReport, Treatment};
use toolaria::{Error, Toolaria};

use super::exit::{Exit, Failure};
use super::global::Global;
use super::{json, output};
use crate::mcp::Savings;

/// Count what the store holds, and what `toolaria mcp` has kept out of contexts
#[derive(Args)]
pub struct Status {}

impl Status {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let toolaria = global.open()?;
        let mut value = json::status(&toolaria.status()?);
        let saved = Savings::saved(toolaria.counted()?).json();
        if let (Some(fields), Value::Object(saved)) = (value.as_object_mut(), saved) {
            fields.extend(saved);
        }
        print(global, &value)
    }
}

/// Delete what has outlived its time, or has no room
///
/// Progress goes to stderr. A rescue sweeps by itself, a part every 10 minutes; this does all at once.
#[derive(Args)]
pub struct Sweep {}

/// Contents of one step.
const STEP: u32 = 10_000;

impl Sweep {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let toolaria = global.open()?;
        let mut sum = toolaria.sweep(Some(STEP), None)?;
        while let Some(next) = sum.next.take() {
            output::notice(&format!("contents left to look at: {}", sum.contents_left));
            let step = toolaria.sweep(Some(STEP), Some(&next))?;
            sum = SweepReport {
                blobs_deleted: sum.blobs_deleted.saturating_add(step.blobs_deleted),
                bytes_freed: sum.bytes_freed.saturating_add(step.bytes_freed),
                records_expired: sum.records_expired.saturating_add(step.records_expired),
                tombstones_deleted: sum.tombstones_deleted.saturating_add(step.tombstones_deleted),
                blobs_evicted: sum.blobs_evicted.saturating_add(step.blobs_evicted),
                ..step
            };
        }
        print(global, &json::sweep(&sum))
    }
}

/// Erase all that a session holds
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct Forget {
    /// The session
    #[arg(long)]
    session: Option<String>,
    /// The anonymous session: what was rescued without one
    #[arg(long)]
    anonymous: bool,
}

impl Forget {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        print(global, &json::forget(&global.open()?.forget(self.session.as_deref())?))
    }
}

/// Check all that is stored, and mend it with --mend
///
/// Prints what is wrong: ailment, state, bytes and name, separated by tabs. Ends with code 1 while anything is wrong but
/// records without a blob, which evictions leave. No content that a record names is deleted.
#[derive(Args)]
pub struct Doctor {
    /// Mend what can be mended
    #[arg(long)]
    mend: bool,
}

impl Doctor {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let diagnosis = self.diagnosis(&global.open()?)?;
        let value = json::diagnosis(&diagnosis);
        if global.json {
            output::object(&value)?;
        } else {
            let rows: String = value["findings"].as_array().into_iter().flatten().map(finding).collect();
            output::data(rows.as_bytes())?;
            output::notice(&summary(&diagnosis));
        }
        let is_wrong =
            |finding: &Finding| finding.state == FindingState::Open && finding.ailment != Ailment::RecordWithoutBlob;
        Ok(if diagnosis.findings.iter().any(is_wrong) { Exit::Refused } else { Exit::Done })
    }

    fn diagnosis(&self, toolaria: &Toolaria) -> Result<Diagnosis, Error> {
        let treatment = if self.mend { Treatment::Mend } else { Treatment::Report };
        let mut sum = toolaria.doctor(treatment, Some(STEP), None)?;
        while let Some(next) = sum.next.take() {
            output::notice(&format!("contents left to check: {}", sum.contents_left));
            let mut step = toolaria.doctor(treatment, Some(STEP), Some(&next))?;
            sum.findings.append(&mut step.findings);
            sum = Diagnosis {
                findings: sum.findings,
                contents_checked: sum.contents_checked.saturating_add(step.contents_checked),
                bytes_checked: sum.bytes_checked.saturating_add(step.bytes_checked),
                ..step
            };
        }
        Ok(sum)
    }
}

fn finding(finding: &Value) -> String {
    ["ailment", "state", "bytes", "name"].map(|column| escaped(&output::plain(&finding[column]))).join("\t") + "\n"
}

fn summary(diagnosis: &Diagnosis) -> String {
    let open = diagnosis.findings.iter().filter(|finding| finding.state == FindingState::Open).count();
    format!(
        "contents checked: {}, bytes checked: {}, wrong: {open}, mended: {}",
        diagnosis.contents_checked,
        diagnosis.bytes_checked,
        diagnosis.findings.len() - open
    )
}

/// List a session's results: id, kind, label, bytes, lines and tool, separated by tabs
///
/// Control characters in a tool's name are shown escaped, as \t or \u{1b}.
#[derive(Args)]
pub struct List {
    /// The session [default: the anonymous one]
    #[arg(long)]
    session: Option<String>,
}

impl List {
    pub fn run(&self, global: &Global) -> Result<Exit, Failure> {
        let handles = self.handles(&global.open()?)?;
        if global.json {
            output::object(&json!({ "handles": handles }))?;
            return Ok(Exit::Done);
        }
        let lines: String = handles.iter().map(line).collect();
        output::data(lines.as_bytes())?;
        Ok(Exit::Done)
    }

    fn handles(&self, toolaria: &Toolaria) -> Result<Vec<Value>, Error> {
        let mut handles = Vec::new();
        let mut after = None;
        loop {
            let page = toolaria.list_handles(self.session.as_deref(), after.as_deref())?;
            handles.extend(page.handles.iter().map(json::record));
            match page.next {
                Some(next) => after = Some(next),
                None => return Ok(handles),
            }
        }
    }
}

fn line(handle: &Value) -> String {
    let columns = ["id", "kind", "label", "bytes", "lines", "tool"];
    columns.map(|column| escaped(&output::plain(&handle[column]))).join("\t") + "\n"
}

/// A tool's name can hold anything; it must not look like another column or row, nor move the cursor.
fn escaped(text: &str) -> String {
    let escape = |char: char| match char.is_control() || matches!(char, '\\' | '\u{2028}' | '\u{2029}') {
        true => char.escape_default().to_string(),
        false => char.to_string(),
    };
    text.chars().map(escape).collect()
}

fn print(global: &Global, value: &Value) -> Result<Exit, Failure> {
    match global.json {
        true => output::object(value)?,
        false => output::fields(value)?,
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tools_name_cannot_forge_a_row() {
        let handle = json!({ "id": "0123456789ab", "kind": "text", "tool": "a\tb\nc\u{1b}[2J\\ é" });
        assert_eq!(line(&handle), "0123456789ab\ttext\t\t\t\ta\\tb\\nc\\u{1b}[2J\\\\ é\n");
    }
}
