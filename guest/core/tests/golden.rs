//! What a model sees of small results: `golden/<case>/payload` gives `handle.snap` and `outline.snap` beside it.

use std::path::Path;
use toolaria_core::Rescuer;
use toolaria_core::model::{Content, Query, RescueOutcome, SliceData, ToolCall};
use toolaria_core::ports::memory::MemoryHost;

macro_rules! golden {
    ($($case:ident),+ $(,)?) => {
        $(#[test]
        fn $case() {
            check(stringify!($case));
        })+
    };
}

golden! {
    code,
    colours_and_crlf,
    csv,
    csv_in_an_envelope,
    csv_with_line_breaks,
    html_page,
    json_array,
    json_object,
    json_pretty,
    log,
    mcp_envelope,
    ndjson,
    one_line,
    tsv,
}

fn check(case: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(case);
    let payload = std::fs::read(folder.join("payload")).unwrap();
    let host = MemoryHost::new();
    host.set_setting("max_result_chars", "500");
    let rescuer = Rescuer::new(&host);
    let call = ToolCall { tool: Some("web_extract".to_owned()), ..ToolCall::default() };
    let RescueOutcome::Stored(handle) = rescuer.rescue(call, Content::Bytes(payload)).unwrap() else {
        panic!("{case} is not rescued")
    };
    let outline = rescuer.fetch(&handle.id, Query::Outline, None, None).unwrap();
    let SliceData::Text(data) = outline.data else { panic!("an outline is text") };
    insta::with_settings!({
        snapshot_path => &folder,
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("handle", handle.text);
        insta::assert_snapshot!("outline", format!("{}\n{data}", outline.notice));
    });
}
