//! Consistency of the threat model (host/docs/security.md): the table contains every row once, and the tests it lists
//! exist and refer to the same rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The number of rows.
const ROWS: usize = 115;

/// Minimum length of the reason for a row without a test.
const REASON: usize = 30;

/// A row of the table: its tests, or the reason why it has none.
enum Row {
    Tested(BTreeSet<String>),
    Untested(String),
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

/// Returns the rows of the table by number. The last column contains the tests.
fn rows() -> BTreeMap<usize, Row> {
    let text = fs::read_to_string(root().join("host/docs/security.md")).expect("the document");
    let (head, name) =
        (Regex::new(r"^\| ([0-9]+) \|").expect("a pattern"), Regex::new(r"`([a-z0-9_/-]+)`").expect("a pattern"));
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let Some(number) = head.captures(line) else { continue };
        let number = number[1].parse().expect("a number");
        let tests = line.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or_default().trim();
        let row = tests.strip_prefix("- ").map_or_else(
            || Row::Tested(name.captures_iter(tests).map(|found| found[1].to_owned()).collect()),
            |reason| Row::Untested(reason.to_owned()),
        );
        assert!(rows.insert(number, row).is_none(), "row {number} is listed twice");
    }
    rows
}

/// Returns all files of the workspace with these extensions.
fn files(extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut directories: Vec<PathBuf> =
        ["host", "sdk", "providers", "wit", "tests"].map(|name| root().join(name)).into();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).expect("a directory of the workspace").flatten() {
            let path = entry.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                directories.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let text = fs::read_to_string(&path).expect("a source");
                found.push((path, text));
            }
        }
    }
    found
}

/// Returns the names of the tests in Rust.
fn rust_tests() -> BTreeSet<String> {
    let test = Regex::new(r"#\[test\]\s*(?:#\[[^\n]*\]\s*)*fn ([a-z0-9_]+)\(").expect("a pattern");
    let names = |(_, text): (PathBuf, String)| -> Vec<String> {
        test.captures_iter(&text).map(|found| found[1].to_owned()).collect()
    };
    files("rs").into_iter().flat_map(names).collect()
}

/// Returns the rows by test: tests in tests/attacks list them in their comments, tests that need root in their
/// decorators.
fn tests_with_rows() -> BTreeMap<String, BTreeSet<usize>> {
    let rust =
        Regex::new(r"/// Rows? ([0-9, and]+)[^\n]*\n(?:///[^\n]*\n)*#\[test\]\s*(?:#\[[^\n]*\]\s*)*fn ([a-z0-9_]+)\(")
            .expect("a pattern");
    let python = Regex::new(r"@attack\(([^\n]*)\)\ndef ([a-z0-9_]+)\(").expect("a pattern");
    let number = Regex::new("[0-9]+").expect("a pattern");
    let mut tests = BTreeMap::new();
    for (extension, pattern) in [("rs", &rust), ("py", &python)] {
        for (_, text) in files(extension).iter().filter(|(path, _)| path.starts_with(root().join("tests/attacks"))) {
            for found in pattern.captures_iter(text) {
                let numbers: Vec<usize> =
                    number.find_iter(&found[1]).map(|text| text.as_str().parse().expect("a number")).collect();
                // `*range(20, 47)` represents all numbers of the range.
                let numbers = if found[1].contains("range") { (numbers[0]..numbers[1]).collect() } else { numbers };
                tests.insert(found[2].to_owned(), numbers.into_iter().collect());
            }
        }
    }
    assert!(tests.len() > 50, "the pattern finds no tests");
    tests
}

#[test]
fn threat_model_has_every_row_once() {
    let numbers: Vec<usize> = rows().into_keys().collect();
    assert_eq!(numbers, (1..=ROWS).collect::<Vec<_>>());
}

#[test]
fn threat_model_names_tests_that_exist() {
    let (rust, own) = (rust_tests(), tests_with_rows());
    let mut wrong = Vec::new();
    for (number, row) in rows() {
        match row {
            Row::Untested(reason) if reason.len() >= REASON => {}
            Row::Untested(_) => wrong.push(format!("row {number} has neither a test nor a reason")),
            Row::Tested(names) if names.is_empty() => wrong.push(format!("row {number} names no test")),
            Row::Tested(names) => wrong.extend(
                names
                    .iter()
                    .filter(|name| !rust.contains(*name) && !own.contains_key(*name) && !root().join(name).is_file())
                    .map(|name| format!("row {number} names '{name}', which does not exist")),
            ),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn threat_model_names_each_attack_in_its_rows() {
    let rows = rows();
    let names =
        |number: &usize, name: &str| matches!(rows.get(number), Some(Row::Tested(names)) if names.contains(name));
    let mut wrong = Vec::new();
    for (name, numbers) in tests_with_rows() {
        let missing: Vec<_> = numbers.iter().filter(|number| !names(number, &name)).collect();
        if !missing.is_empty() {
            wrong.push(format!("'{name}' is not named in the rows {missing:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn attacks_name_their_rows() {
    let (own, rust) = (tests_with_rows(), rust_tests());
    for (path, text) in files("rs").iter().filter(|(path, _)| path.starts_with(root().join("tests/attacks"))) {
        if path.ends_with("threat_model.rs") {
            continue;
        }
        let silent: Vec<_> =
            rust.iter().filter(|name| text.contains(&format!("fn {name}()")) && !own.contains_key(*name)).collect();
        assert!(silent.is_empty(), "{}: these tests name no row: {silent:?}", path.display());
    }
}
