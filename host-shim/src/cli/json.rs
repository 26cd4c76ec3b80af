//! What `--json` prints. Scripts depend on these names.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use toolaria::types::{
    Ailment, ConfigProblem, Diagnosis, Expansion, Finding, FindingState, ForgetReport, Handle, Label, PassReason,
    Slice, SliceData, StoreStatus, StoredRecord, SweepReport,
};

pub fn handle(handle: &Handle) -> Value {
    json!({
        "outcome": "stored",
        "id": handle.id,
        "text": handle.text,
        "kind": handle.kind,
        "characters": handle.characters,
        "bytes": handle.bytes,
    })
}

pub fn unchanged(reason: &PassReason, message: &str) -> Value {
    let name = match reason {
        PassReason::Small(_) => "small",
        PassReason::ExcludedTool => "excluded-tool",
        PassReason::Retrieved => "retrieved",
        PassReason::NoGain => "no-gain",
        PassReason::NotStored(_) => "not-stored",
    };
    json!({ "outcome": "unchanged", "reason": name, "message": message })
}

pub fn slice(slice: &Slice) -> Value {
    let mut value = notice(slice);
    match &slice.data {
        SliceData::Text(text) => value["text"] = json!(text),
        SliceData::Bytes(bytes) => value["bytes_base64"] = json!(BASE64_STANDARD.encode(bytes)),
    }
    value
}

/// A slice without its data.
pub fn notice(slice: &Slice) -> Value {
    json!({ "notice": slice.notice, "cursor": slice.cursor })
}

pub fn expansion(expansion: &Expansion) -> Value {
    json!({
        "arguments": expansion.arguments,
        "tokens": expansion.tokens,
        "characters": expansion.characters,
    })
}

pub fn status(status: &StoreStatus) -> Value {
    json!({
        "blobs_in": status.blobs_in,
        "records_in": status.records_in,
        "blobs": status.blobs,
        "blob_bytes": status.blob_bytes,
        "sidecars": status.sidecars,
        "sidecar_bytes": status.sidecar_bytes,
        "records": status.records,
        "tombstones": status.tombstones,
        "hot": status.hot,
        "sessions": status.sessions,
        "oldest_at_ms": status.oldest_at_ms,
        "newest_at_ms": status.newest_at_ms,
        "last_used_at_ms": status.last_used_at_ms,
        "swept_at_ms": status.swept_at_ms,
    })
}

pub fn record(record: &StoredRecord) -> Value {
    json!({
        "id": record.id,
        "tool": record.tool,
        "toolset": record.toolset,
        "arguments": record.arguments,
        "kind": record.kind,
        "label": label(record.label),
        "bytes": record.bytes,
        "characters": record.characters,
        "lines": record.lines,
        "stored_at_ms": record.stored_at_ms,
        "last_used_at_ms": record.last_used_at_ms,
        "uses": record.uses,
        "expires_at_ms": record.expires_at_ms,
    })
}

pub fn sweep(report: &SweepReport) -> Value {
    json!({
        "blobs_deleted": report.blobs_deleted,
        "bytes_freed": report.bytes_freed,
        "records_expired": report.records_expired,
        "tombstones_deleted": report.tombstones_deleted,
        "blobs_evicted": report.blobs_evicted,
    })
}

pub fn forget(report: &ForgetReport) -> Value {
    json!({
        "records_deleted": report.records_deleted,
        "blobs_deleted": report.blobs_deleted,
        "bytes_freed": report.bytes_freed,
    })
}

pub fn diagnosis(diagnosis: &Diagnosis) -> Value {
    json!({
        "contents_checked": diagnosis.contents_checked,
        "bytes_checked": diagnosis.bytes_checked,
        "findings": diagnosis.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "ailment": ailment(finding.ailment),
        "name": finding.name,
        "bytes": finding.bytes,
        "state": match finding.state {
            FindingState::Open => "open",
            FindingState::Mended => "mended",
        },
    })
}

fn ailment(ailment: Ailment) -> &'static str {
    match ailment {
        Ailment::RecordWithoutBlob => "record-without-blob",
        Ailment::BlobWithoutRecord => "blob-without-record",
        Ailment::DamagedRecord => "damaged-record",
        Ailment::DamagedBlob => "damaged-blob",
        Ailment::Withheld => "withheld",
        Ailment::StaleSidecar => "stale-sidecar",
        Ailment::Leftover => "leftover",
    }
}

pub fn problem(problem: &ConfigProblem) -> Value {
    json!({ "name": problem.name, "message": problem.message, "used": problem.used })
}

fn label(label: Label) -> &'static str {
    match label {
        Label::Public => "public",
        Label::Personal => "personal",
        Label::Credential => "credential",
    }
}
