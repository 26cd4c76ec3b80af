//! What is, or is no longer, in the store.

use super::quoted;

/// What was given as an id has another shape.
pub fn malformed_id(text: &str) -> String {
    let shape = "12 lower-case hexadecimal digits, or 16, 20 and so on up to 64";
    format!("{} is not an id. Copy the id from the handle as it stands: {shape}.", quoted(text))
}

/// The session holds nothing under the id, whoever else may.
pub fn not_found(id: &str) -> String {
    format!("Nothing is stored under {id} in this session. Copy the id from the handle as it stands.")
}

/// The result's time is over, or its blob is gone.
pub fn swept(id: &str, tool: Option<&str>, arguments: Option<&str>) -> String {
    let call = match (tool, arguments) {
        (Some(tool), Some(_)) => format!("Call `{tool}` again with the same arguments"),
        (Some(tool), None) => format!("Call `{tool}` again"),
        (None, _) => "Repeat the call that produced it".to_owned(),
    };
    format!("The result {id} is no longer stored. {call} to get it back.")
}

/// The blob's bytes do not have its digest, or parts of it are missing.
pub fn corrupt_blob(digest: &str) -> String {
    format!("The stored blob {digest} is damaged, so nothing of it is shown. Repeat the call that produced the result.")
}

/// The record is no record, or that of another id.
pub fn corrupt_record(id: &str) -> String {
    format!("The record of {id} is damaged. Repeat the call that produced the result.")
}

/// The store was written by a later version.
pub fn newer_format(found: u64) -> String {
    format!("The store has format {found}, which is newer than this Toolaria. Update it, or give it another store.")
}

/// What names the store's version is no number.
pub fn unreadable_format() -> String {
    "The store's `format` is not a number, so the store is left alone. Restore it, or give Toolaria another store."
        .to_owned()
}

/// The host gives neither a directory nor a bucket.
pub fn no_place(bucket: &str) -> String {
    format!(
        "There is no place to store results. The host must give a directory, or open the bucket `{bucket}` or its default bucket."
    )
}

/// The host's storage failed at a step, such as `writing the blob`.
pub fn storage_failed(step: &str, reason: &str) -> String {
    format!("The host's storage refused {step}: {reason}.")
}

/// What was written, `record` or `content`, is not what is read afterwards.
pub fn not_read_back(what: &str) -> String {
    format!("The host's storage took the {what}, but does not give it back.")
}

/// A sweep has announced that it deletes this content.
pub fn being_swept() -> String {
    "A sweep is just deleting the same content. It can be stored again in 20 minutes.".to_owned()
}

/// The session holds other contents under every id that this one could have.
pub fn no_free_id() -> String {
    "Every id of this content already names another result of this session.".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swept_result_names_the_call_that_brings_it_back() {
        assert_eq!(
            swept("0123456789ab", Some("web_extract"), Some("{}")),
            "The result 0123456789ab is no longer stored. Call `web_extract` again with the same arguments to get it back."
        );
        assert_eq!(
            swept("0123456789ab", None, None),
            "The result 0123456789ab is no longer stored. Repeat the call that produced it to get it back."
        );
    }

    #[test]
    fn a_long_malformed_id_is_said_in_part() {
        let message = malformed_id(&"é".repeat(500));
        assert!(message.chars().count() < 240, "{message}");
    }
}
