//! Markdown: headings, tables, blocks of code.

mod likely;
mod line;
mod survey;

pub use likely::{detect, leads};
pub(super) use survey::{Dialect, Survey};

use super::Likeness;
use crate::view::{Section, View};

pub fn likeness(view: &View, section: &Section) -> Likeness {
    Survey::of(view, section, Dialect::Markdown).likeness(view, section)
}

/// Empty where there is neither heading, table nor code.
pub fn outline(view: &View, section: &Section) -> Vec<String> {
    Survey::of(view, section, Dialect::Markdown).outline()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness_of(text: &str) -> Likeness {
        assert!(detect(text), "{text}");
        let view = View::of(text);
        likeness(&view, &view.main_section())
    }

    #[test]
    fn headings_tables_and_code_are_told() {
        let rows: String = (0..400).map(|number| format!("| n{number} | {} kg |\n", number % 30 + 10)).collect();
        let rows = rows.replacen("30 kg", "4 stone", 1);
        let text = format!(
            "---\ntitle: W\n---\n# Weights\n\nUse\n---\n\n| name | weight |\n|---|---|\n{rows}\n```rust\n# no\n```\n\nSee [a](https://x.example) and <https://y.example>.\n"
        );
        let likeness = likeness_of(&text);
        assert_eq!(likeness.label, "markdown 2 headings, 1 table");
        assert_eq!(likeness.summary[0], "headings: # Weights (line 3); ## Use (line 5)");
        assert_eq!(likeness.summary[1], "front matter of 1 line; 1 block of code: rust ×1; 2 links");
        assert!(likeness.summary[2].starts_with("table of 400 rows at line 8: name str"), "{:?}", likeness.summary);
        let [odd] = likeness.oddities.as_slice() else { panic!("{:?}", likeness.oddities) };
        assert!(text[odd.at..].starts_with("4 stone"), "{odd:?}");
        assert_eq!(odd.path, "weight");
        let view = View::of(&text);
        assert_eq!(
            outline(&view, &view.main_section()),
            [
                "line 3: # Weights",
                "line 5: ## Use",
                "line 8: table of 400 rows: name | weight",
                "line 411: code rust (1 line)"
            ]
        );
    }

    #[test]
    fn a_summary_names_the_coarsest_headings_that_are_some() {
        let version = |number: usize| format!("## 1.{number}\n\n### Fixed\n\n- a\n\n### Added\n\n- b\n\n");
        let text = "# Changes\n\n".to_owned() + &(0..40).map(version).collect::<String>();
        let summary = &likeness_of(&text).summary[0];
        assert!(
            summary.starts_with("headings: # Changes (line 0); ## 1.0 (line 2); ## 1.1 (line 12); ## 1.2"),
            "{summary}"
        );
        assert!(summary.ends_with("; 109 more"), "{summary}");
    }

    #[test]
    fn a_page_names_its_data_and_columns_without_a_name() {
        let page = |rows: &str| {
            "<!doctype html><title>T</title><h1>T</h1><script type='application/ld+json'>{\"@type\": \"Product\", \
             \"offers\": {\"@type\":\"Offer\"}}</script><table><tr><td></td><td>n</td></tr>"
                .to_owned()
                + rows
                + "</table>"
        };
        let data = "1 script of JSON-LD (Product, Offer), first at line 2";
        let two = page("<tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr>");
        let view = View::of(&two);
        let likeness = super::super::html::likeness(&view, &view.main_section());
        assert_eq!(likeness.summary[0], "headings: # T (line 0); 1 more");
        assert!(likeness.summary[1].starts_with("table of 2 rows at line 3: column 1 str"), "{:?}", likeness.summary);
        assert_eq!(likeness.summary[2], data);
        assert_eq!(super::super::html::outline(&view, &view.main_section())[2], "line 2: JSON-LD (Product, Offer)");
        // One row's values are not what all rows have.
        let one = page("<tr><td>a</td><td>1</td></tr>");
        let view = View::of(&one);
        let likeness = super::super::html::likeness(&view, &view.main_section());
        assert_eq!(likeness.summary[1..], [data]);
    }
}
