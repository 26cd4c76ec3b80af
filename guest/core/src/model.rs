//! The nouns of the interface, as `wit/types.wit` describes them: the glue maps the two one to one.

/// How much care a result needs, in rising order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    Public,
    Personal,
    Credential,
}

impl Label {
    /// The name, as settings and reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Label::Public => "public",
            Label::Personal => "personal",
            Label::Credential => "credential",
        }
    }
}

#[derive(Debug, Clone, Default)]
pub struct ToolCall {
    pub tool: Option<String>,
    pub toolset: Option<String>,
    pub arguments: Option<String>,
    pub session: Option<String>,
    pub label: Option<Label>,
}

#[derive(Debug, Clone)]
pub enum Content {
    Text(String),
    Bytes(Vec<u8>),
    File(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PassReason {
    Small(u64),
    ExcludedTool,
    Retrieved,
    NoGain,
    NotStored(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handle {
    pub id: String,
    pub text: String,
    pub kind: String,
    pub characters: u64,
    pub bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RescueOutcome {
    Stored(Handle),
    Unchanged(PassReason),
}

/// Lines that `chain` shows on each side of a match where the caller does not say how many.
pub const CONTEXT_LINES: u64 = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Query {
    Outline,
    Stat,
    Range { start: u64, count: Option<u64> },
    Grep { pattern: String },
    Chain { pattern: String, context_lines: u64 },
    Search { text: String, top: Option<u64> },
    Raw { start_byte: u64, count_bytes: Option<u64> },
    Full,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SliceData {
    Text(String),
    Bytes(Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    pub notice: String,
    pub data: SliceData,
    pub cursor: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expansion {
    pub arguments: String,
    pub tokens: u64,
    pub characters: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecord {
    pub id: String,
    pub tool: Option<String>,
    pub toolset: Option<String>,
    pub arguments: Option<String>,
    pub kind: String,
    pub label: Label,
    pub bytes: u64,
    pub characters: u64,
    pub lines: u64,
    pub stored_at_ms: u64,
    pub last_used_at_ms: u64,
    pub uses: u64,
    pub expires_at_ms: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreStatus {
    pub blobs_in: String,
    pub records_in: String,
    pub blobs: u64,
    pub blob_bytes: u64,
    pub sidecars: u64,
    pub sidecar_bytes: u64,
    pub records: u64,
    pub tombstones: u64,
    pub hot: u64,
    pub sessions: u64,
    pub oldest_at_ms: Option<u64>,
    pub newest_at_ms: Option<u64>,
    pub last_used_at_ms: Option<u64>,
    pub swept_at_ms: Option<u64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandlePage {
    pub handles: Vec<StoredRecord>,
    pub next: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SweepReport {
    pub blobs_deleted: u64,
    pub bytes_freed: u64,
    pub records_expired: u64,
    pub tombstones_deleted: u64,
    pub blobs_evicted: u64,
    pub contents_left: u64,
    pub next: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ForgetReport {
    pub records_deleted: u64,
    pub blobs_deleted: u64,
    pub bytes_freed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    Report,
    Mend,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ailment {
    RecordWithoutBlob,
    BlobWithoutRecord,
    DamagedRecord,
    DamagedBlob,
    Withheld,
    StaleSidecar,
    Leftover,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingState {
    Open,
    Mended,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub ailment: Ailment,
    pub name: String,
    pub bytes: u64,
    pub state: FindingState,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnosis {
    pub findings: Vec<Finding>,
    pub contents_checked: u64,
    pub bytes_checked: u64,
    pub contents_left: u64,
    pub next: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    pub name: String,
    pub message: String,
    pub used: String,
}
