//! The core's nouns and those of `wit/`, one to one. A field or case that one side gains does not compile here until
//! the other has it: every struct is taken apart whole.

use toolaria_core::{error, model};

use crate::bindings::exports::toolaria::rescue::keeper;
use crate::bindings::exports::toolaria::rescue::types;

// In: what a host passes.

impl From<types::ToolCall> for model::ToolCall {
    fn from(call: types::ToolCall) -> Self {
        let types::ToolCall { tool, toolset, arguments, session, label } = call;
        Self { tool, toolset, arguments, session, label: label.map(Into::into) }
    }
}

impl From<types::Label> for model::Label {
    fn from(label: types::Label) -> Self {
        match label {
            types::Label::Public => Self::Public,
            types::Label::Personal => Self::Personal,
            types::Label::Credential => Self::Credential,
        }
    }
}

impl From<types::Content> for model::Content {
    fn from(content: types::Content) -> Self {
        match content {
            types::Content::Text(text) => Self::Text(text),
            types::Content::Bytes(bytes) => Self::Bytes(bytes),
            types::Content::File(path) => Self::File(path),
        }
    }
}

impl From<types::Query> for model::Query {
    fn from(query: types::Query) -> Self {
        use types::{ChainQuery, GrepQuery, Query, RangeQuery, RawQuery, SearchQuery};
        match query {
            Query::Outline => Self::Outline,
            Query::Stat => Self::Stat,
            Query::Range(RangeQuery { start, count }) => Self::Range { start: start.unwrap_or_default(), count },
            Query::Grep(GrepQuery { pattern }) => Self::Grep { pattern },
            Query::Chain(ChainQuery { pattern, context_lines }) => {
                Self::Chain { pattern, context_lines: context_lines.unwrap_or(model::CONTEXT_LINES) }
            }
            Query::Search(SearchQuery { text, top }) => Self::Search { text, top },
            Query::Raw(RawQuery { start_byte, count_bytes }) => {
                Self::Raw { start_byte: start_byte.unwrap_or_default(), count_bytes }
            }
            Query::Full => Self::Full,
        }
    }
}

// Out: what the core answers.

impl From<model::Label> for types::Label {
    fn from(label: model::Label) -> Self {
        match label {
            model::Label::Public => Self::Public,
            model::Label::Personal => Self::Personal,
            model::Label::Credential => Self::Credential,
        }
    }
}

impl From<model::RescueOutcome> for types::RescueOutcome {
    fn from(outcome: model::RescueOutcome) -> Self {
        match outcome {
            model::RescueOutcome::Stored(handle) => Self::Stored(handle.into()),
            model::RescueOutcome::Unchanged(reason) => Self::Unchanged(reason.into()),
        }
    }
}

impl From<model::Handle> for types::Handle {
    fn from(handle: model::Handle) -> Self {
        let model::Handle { id, text, kind, characters, bytes } = handle;
        Self { id, text, kind, characters, bytes }
    }
}

impl From<model::PassReason> for types::PassReason {
    fn from(reason: model::PassReason) -> Self {
        match reason {
            model::PassReason::Small(characters) => Self::Small(characters),
            model::PassReason::ExcludedTool => Self::ExcludedTool,
            model::PassReason::Retrieved => Self::Retrieved,
            model::PassReason::NoGain => Self::NoGain,
            model::PassReason::NotStored(why) => Self::NotStored(why),
        }
    }
}

impl From<model::Slice> for types::Slice {
    fn from(slice: model::Slice) -> Self {
        let model::Slice { notice, data, cursor } = slice;
        Self { notice, data: data.into(), cursor }
    }
}

impl From<model::SliceData> for types::SliceData {
    fn from(data: model::SliceData) -> Self {
        match data {
            model::SliceData::Text(text) => Self::Text(text),
            model::SliceData::Bytes(bytes) => Self::Bytes(bytes),
        }
    }
}

impl From<model::Expansion> for types::Expansion {
    fn from(expansion: model::Expansion) -> Self {
        let model::Expansion { arguments, tokens, characters } = expansion;
        Self { arguments, tokens, characters }
    }
}

impl From<model::StoredRecord> for types::StoredRecord {
    fn from(record: model::StoredRecord) -> Self {
        let model::StoredRecord {
            id,
            tool,
            toolset,
            arguments,
            kind,
            label,
            bytes,
            characters,
            lines,
            stored_at_ms,
            last_used_at_ms,
            uses,
            expires_at_ms,
        } = record;
        Self {
            id,
            tool,
            toolset,
            arguments,
            kind,
            label: label.into(),
            bytes,
            characters,
            lines,
            stored_at_ms,
            last_used_at_ms,
            uses,
            expires_at_ms,
        }
    }
}

impl From<model::StoreStatus> for keeper::StoreStatus {
    fn from(status: model::StoreStatus) -> Self {
        let model::StoreStatus {
            blobs_in,
            records_in,
            blobs,
            blob_bytes,
            sidecars,
            sidecar_bytes,
            records,
            tombstones,
            hot,
            sessions,
            oldest_at_ms,
            newest_at_ms,
            last_used_at_ms,
            swept_at_ms,
        } = status;
        Self {
            blobs_in,
            records_in,
            blobs,
            blob_bytes,
            sidecars,
            sidecar_bytes,
            records,
            tombstones,
            hot,
            sessions,
            oldest_at_ms,
            newest_at_ms,
            last_used_at_ms,
            swept_at_ms,
        }
    }
}

impl From<model::HandlePage> for keeper::HandlePage {
    fn from(page: model::HandlePage) -> Self {
        let model::HandlePage { handles, next } = page;
        Self { handles: handles.into_iter().map(Into::into).collect(), next }
    }
}

impl From<model::SweepReport> for keeper::SweepReport {
    fn from(report: model::SweepReport) -> Self {
        let model::SweepReport {
            blobs_deleted,
            bytes_freed,
            records_expired,
            tombstones_deleted,
            blobs_evicted,
            contents_left,
            next,
        } = report;
        Self { blobs_deleted, bytes_freed, records_expired, tombstones_deleted, blobs_evicted, contents_left, next }
    }
}

impl From<model::ForgetReport> for keeper::ForgetReport {
    fn from(report: model::ForgetReport) -> Self {
        let model::ForgetReport { records_deleted, blobs_deleted, bytes_freed } = report;
        Self { records_deleted, blobs_deleted, bytes_freed }
    }
}

impl From<keeper::Treatment> for model::Treatment {
    fn from(treatment: keeper::Treatment) -> Self {
        match treatment {
            keeper::Treatment::Report => Self::Report,
            keeper::Treatment::Mend => Self::Mend,
        }
    }
}

impl From<model::Diagnosis> for keeper::Diagnosis {
    fn from(diagnosis: model::Diagnosis) -> Self {
        let model::Diagnosis { findings, contents_checked, bytes_checked, contents_left, next } = diagnosis;
        let findings = findings.into_iter().map(Into::into).collect();
        Self { findings, contents_checked, bytes_checked, contents_left, next }
    }
}

impl From<model::Finding> for keeper::Finding {
    fn from(finding: model::Finding) -> Self {
        let model::Finding { ailment, name, bytes, state } = finding;
        Self { ailment: ailment.into(), name, bytes, state: state.into() }
    }
}

impl From<model::Ailment> for keeper::Ailment {
    fn from(ailment: model::Ailment) -> Self {
        match ailment {
            model::Ailment::RecordWithoutBlob => Self::RecordWithoutBlob,
            model::Ailment::BlobWithoutRecord => Self::BlobWithoutRecord,
            model::Ailment::DamagedRecord => Self::DamagedRecord,
            model::Ailment::DamagedBlob => Self::DamagedBlob,
            model::Ailment::Withheld => Self::Withheld,
            model::Ailment::StaleSidecar => Self::StaleSidecar,
            model::Ailment::Leftover => Self::Leftover,
        }
    }
}

impl From<model::FindingState> for keeper::FindingState {
    fn from(state: model::FindingState) -> Self {
        match state {
            model::FindingState::Open => Self::Open,
            model::FindingState::Mended => Self::Mended,
        }
    }
}

impl From<model::ConfigProblem> for keeper::ConfigProblem {
    fn from(problem: model::ConfigProblem) -> Self {
        let model::ConfigProblem { name, message, used } = problem;
        Self { name, message, used }
    }
}

impl From<error::Error> for types::Error {
    fn from(error: error::Error) -> Self {
        match error {
            error::Error::Invalid(message) => Self::Invalid(message),
            error::Error::NotFound(message) => Self::NotFound(message),
            error::Error::Swept(info) => Self::Swept(info.into()),
            error::Error::Denied(message) => Self::Denied(message),
            error::Error::TooLarge(info) => Self::TooLarge(info.into()),
            error::Error::Corrupt(message) => Self::Corrupt(message),
            error::Error::Storage(message) => Self::Storage(message),
        }
    }
}

impl From<error::SweptInfo> for types::SweptInfo {
    fn from(info: error::SweptInfo) -> Self {
        let error::SweptInfo { message, tool, arguments, stored_at_ms } = info;
        Self { message, tool, arguments, stored_at_ms }
    }
}

impl From<error::LimitInfo> for types::LimitInfo {
    fn from(info: error::LimitInfo) -> Self {
        let error::LimitInfo { message, asked, limit } = info;
        Self { message, asked, limit }
    }
}
