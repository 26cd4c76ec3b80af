//! The README's table of settings is the table of settings.

use toolaria_core::settings;

const README: &str = include_str!("../../../README.md");

/// Rows of the table, with the settings and the defaults that each names.
fn rows() -> Vec<(Vec<String>, Vec<String>)> {
    let list = |cell: &str| cell.split(", ").map(|item| item.trim_matches(['`', ' ']).to_owned()).collect();
    let section = README.split("## Settings").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        (list(cells[1]), list(cells[2]))
    })
    .collect()
}

#[test]
fn every_setting_is_in_the_readme_and_nothing_else() {
    let mut documented: Vec<String> = rows().into_iter().flat_map(|(names, _)| names).collect();
    let mut known: Vec<String> = settings::table().into_iter().map(|(name, _)| name.to_owned()).collect();
    documented.sort();
    known.sort();
    assert_eq!(documented, known);
}

#[test]
fn defaults_in_the_readme_are_the_defaults() {
    let known: std::collections::BTreeMap<_, _> = settings::table().into_iter().collect();
    for (names, defaults) in rows() {
        if ["error_line_patterns", "rescue_tools"].contains(&names[0].as_str()) {
            continue;
        }
        for (name, default) in names.iter().zip(&defaults) {
            assert_eq!(known[name.as_str()], *default, "{name}");
        }
    }
}
