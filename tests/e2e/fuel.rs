//! A call that uses up its fuel.

use crate::data;
use std::path::Path;
use toolaria::types::{GrepQuery, Query, RescueOutcome, ToolCall};
use toolaria::{Error, Toolaria};

fn open(store: &Path, fuel: Option<&str>) -> Toolaria {
    let mut builder = Toolaria::builder().store(store);
    if let Some(fuel) = fuel {
        builder = builder.set("fuel_base", fuel).set("fuel_per_byte", "0");
    }
    builder.build().unwrap()
}

fn rescue(toolaria: &Toolaria) -> Result<RescueOutcome, Error> {
    let call = ToolCall { tool: None, toolset: None, arguments: None, session: None, label: None };
    toolaria.rescue_bytes(&call, data::rows(2_000).as_bytes())
}

/// Too little for any call on a result; the check of the settings has a budget of its own.
const LITTLE: &str = "10000000";

#[test]
fn ends_it_with_a_typed_error_that_names_the_verb_and_the_next_call_works() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let little = open(&store, Some(LITTLE));
    let error = rescue(&little).unwrap_err();
    assert!(matches!(error, Error::OutOfFuel { .. }), "{error}");
    assert!(error.to_string().contains("rescue") && error.to_string().contains("fuel_base"), "{error}");
    assert_eq!(little.status().unwrap().records, 0, "the same process goes on");

    let enough = open(&store, None);
    let RescueOutcome::Stored(handle) = rescue(&enough).unwrap() else { panic!("not rescued") };
    let grep = Query::Grep(GrepQuery { pattern: "declined".to_owned() });
    let error = little.fetch(&handle.id, &grep, None, None).unwrap_err();
    assert!(error.to_string().contains("fetch"), "{error}");
    assert!(enough.fetch(&handle.id, &grep, None, None).is_ok());
}

/// Wherever a rescue stops, it either gave no handle or one that resolves, and the store takes the next one.
#[test]
fn leaves_the_store_whole_wherever_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let enough = open(&store, None);
    let mut handles = 0;
    for step in 1..=40 {
        let fuel = (4_000_000 * step).to_string();
        if let Ok(RescueOutcome::Stored(handle)) = rescue(&open(&store, Some(&fuel))) {
            handles += 1;
            assert!(enough.fetch(&handle.id, &Query::Stat, None, None).is_ok());
        }
    }
    assert!(handles > 0, "the last budgets suffice");
    assert!(matches!(rescue(&enough), Ok(RescueOutcome::Stored(_))));
    assert_eq!(enough.status().unwrap().blobs, 1);
}
