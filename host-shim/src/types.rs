//! The component's nouns, as `wit/types.wit` and `wit/keeper.wit` describe them.

pub use crate::bindings::exports::toolaria::rescue::keeper::{
    Ailment, ConfigProblem, Diagnosis, Finding, FindingState, ForgetReport, HandlePage, StoreStatus, SweepReport,
    Treatment,
};
pub use crate::bindings::exports::toolaria::rescue::types::{
    ChainQuery, Content, Error as Refusal, Expansion, GrepQuery, Handle, Label, LimitInfo, PassReason, Query,
    RangeQuery, RawQuery, RescueOutcome, SearchQuery, Slice, SliceData, StoredRecord, SweptInfo, ToolCall,
};
