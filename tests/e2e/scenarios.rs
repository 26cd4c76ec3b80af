//! One module per scenario, one test per layout of the store.

#[path = "documents.rs"]
mod documents;

macro_rules! scenarios {
    ($($name:ident),+ $(,)?) => {
        $(mod $name {
            use crate::replay::{Layout, replay};

            const TEXT: &str = include_str!(concat!("../scenarios/", stringify!($name), ".json"));

            #[test]
            fn with_records_in_the_directory() {
                replay(TEXT, Layout::Directory);
            }

            #[test]
            fn with_records_in_memory() {
                replay(TEXT, Layout::Memory);
            }

            #[test]
            fn with_records_in_sqlite() {
                replay(TEXT, Layout::Sqlite);
            }
        })+

        #[test]
        fn every_scenario_is_replayed() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/scenarios");
            let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
            let mut files: Vec<String> = files
                .filter(|file| file.extension().is_some_and(|extension| extension == "json"))
                .map(|file| file.file_stem().unwrap().to_string_lossy().into_owned())
                .collect();
            files.sort();
            assert_eq!(files, [$(stringify!($name)),+]);
        }
    };
}

scenarios! {
    binary,
    byte_for_byte,
    cursors,
    eligibility,
    envelope,
    expand,
    expand_allowlist,
    figures,
    files,
    forgery,
    labels,
    one_line_json,
    patterns,
    same_content,
    sessions,
    settings,
    tool_text,
    unicode,
}
