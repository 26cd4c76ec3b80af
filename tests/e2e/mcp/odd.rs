//! What clients and servers should not do, and some do.

use serde_json::json;

use super::client::{Client, store};

#[test]
fn a_tool_whose_meta_is_no_object_is_listed_as_it_is() {
    let folder = store();
    let odd = r#"[{"name":"odd","inputSchema":{},"outputSchema":{},"_meta":"text"}]"#;
    let mut client = Client::greeted(folder.path(), &[], &[("ODD_TOOLS", odd)]);
    let tools = client.ask("tools/list", json!({}));
    assert_eq!(tools["tools"][2], json!({"name": "odd", "inputSchema": {}, "_meta": "text"}));
}
