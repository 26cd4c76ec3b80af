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
        (Some(tool), Some(_)) => format!("Call {} again with the same arguments", quoted(tool)),
        (Some(tool), None) => format!("Call {} again", quoted(tool)),
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

/// The host's storage failed at a step, such as `writing the blob`, for a bare reason, such as `access denied`.
pub fn storage_failed(step: &str, reason: &str) -> String {
    format!("The host's storage failed at {step}: {reason}. Try again; if it stays so, check the host's storage.")
}

/// The records are in the store directory, but the host opens a bucket for them.
pub fn records_in_directory(directory: &str, bucket: &str) -> String {
    format!(
        "The records of the store directory `{directory}` are in the directory itself, but the host opens the bucket `{bucket}` for them. Close that bucket, or give another store directory."
    )
}

/// The records are in a bucket, but the host opens none.
pub fn records_in_bucket(directory: &str) -> String {
    format!(
        "The records of the store directory `{directory}` are in a bucket, but the host does not open it. Open it by the name in the setting `bucket`, or give another store directory."
    )
}

/// The records are in a bucket, but the host opens one that never held any.
pub fn records_in_other_bucket(directory: &str, bucket: &str) -> String {
    format!(
        "The records of the store directory `{directory}` are in a bucket, but the bucket `{bucket}` that the host opens is empty. Open the bucket that holds them, or give another store directory."
    )
}

/// What says where the records are is neither word.
pub fn unreadable_whereabouts() -> String {
    "The store's `records-in` is neither `directory` nor `bucket`, so the store is left alone. Restore it, or give Toolaria another store."
        .to_owned()
}

/// Another first put is at work, or was stopped.
pub fn being_set_up() -> String {
    "Another call is setting up the same store. Try again; if it was stopped, that helps after 10 minutes.".to_owned()
}

/// What was written, such as `record`, is not what is read afterwards.
pub fn not_read_back(what: &str) -> String {
    format!(
        "The host's storage took the {what}, but does not give it back. Give Toolaria storage that keeps what it is given."
    )
}

/// A sweep has announced that it deletes this content.
pub fn being_swept() -> String {
    "A sweep is just deleting the same content. It can be stored again in 20 minutes.".to_owned()
}

/// What was given as the place where a call with a limit ended is none.
pub fn no_place_to_go_on_from(text: &str) -> String {
    format!("{} is no place to go on from. Give the `next` of the report before, or nothing.", quoted(text))
}

/// The session holds other contents under every id that this one could have.
pub fn no_free_id() -> String {
    "Every id of this content already names another result of this session. Store it in another session, or forget this one."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swept_result_names_the_call_that_brings_it_back() {
        assert_eq!(
            swept("0123456789ab", Some("web_extract"), Some("{}")),
            "The result 0123456789ab is no longer stored. Call \"web_extract\" again with the same arguments to get it back."
        );
        assert_eq!(
            swept("0123456789ab", None, None),
            "The result 0123456789ab is no longer stored. Repeat the call that produced it to get it back."
        );
    }

    #[test]
    fn a_tools_name_forges_no_line() {
        let message = swept("0123456789ab", Some(&format!("x\n{}", "y".repeat(5_000))), None);
        assert!(!message.contains('\n') && message.chars().count() < 240, "{message}");
    }

    #[test]
    fn a_long_malformed_id_is_said_in_part() {
        let message = malformed_id(&"é".repeat(500));
        assert!(message.chars().count() < 240, "{message}");
    }
}
