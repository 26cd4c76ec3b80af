//! What is said of YAML.

use super::counted;

/// `yaml 3 documents`, `yaml list[150]`, `yaml 12 keys`.
pub fn label(documents: u64, elements: Option<u64>, keys: u64) -> String {
    match (documents, elements) {
        (2.., _) => format!("yaml {}", counted(documents as usize, "document")),
        (_, Some(elements)) => format!("yaml list[{elements}]"),
        _ => format!("yaml {}", counted(keys as usize, "key")),
    }
}

/// Stands for a document where it starts.
pub fn document(number: u64) -> String {
    format!("document {number}")
}

/// Stands above the columns of an outline.
pub fn figures() -> String {
    "figures over all values:".to_owned()
}
