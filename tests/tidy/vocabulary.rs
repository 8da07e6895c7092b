//! Words that names, comments, messages and documents avoid in favour of the usual technical terms.

use std::fs;
use std::path::Path;

/// The avoided words, each with its replacement.
const BANNED: &[(&str, &str)] = &[
    ("anew", "again"),
    ("beneath", "below"),
    ("folder", "directory"),
    ("folders", "directories"),
    ("hears", "receives"),
    ("meanwhile", "in the meantime, concurrently"),
    ("owes", "must"),
    ("surroundings", "context, environment"),
    ("whoever", "a user who, a process that"),
    ("whosoever", "a user who"),
];

/// Names of other libraries and test data that contain an avoided word.
const EXCEPTIONS: &[&str] = &["PathBeneath", "GGGG meanwhile"];

/// Files with recorded data or a contract version that cannot change.
const EXCLUDED: &[&str] = &["tests/abi-fixture", "tests/tidy/vocabulary.rs"];

/// Returns the words of a line, in lower case; identifiers are split at underscores and capital letters.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for letter in line.chars() {
        if !letter.is_alphabetic() || (letter.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = letter.is_lowercase();
        if letter.is_alphabetic() {
            words.last_mut().unwrap().extend(letter.to_lowercase());
        }
    }
    words
}

#[test]
fn names_comments_and_messages_avoid_private_vocabulary() {
    let root = super::root();
    let mut texts: Vec<_> = super::sources().into_iter().collect();
    let directories = [
        "",
        ".github",
        "host",
        "host/cli/help",
        "host/docs",
        "host/docs/decisions",
        "host/facts",
        "sdk",
        "wit",
        "tests",
        "tests/cli-snapshots",
    ];
    for directory in directories {
        for entry in fs::read_dir(root.join(directory)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md" || extension == "txt") {
                texts.push((path.strip_prefix(&root).unwrap().to_path_buf(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    for (path, text) in texts {
        if EXCLUDED.iter().any(|excluded| path.starts_with(Path::new(excluded))) {
            continue;
        }
        for (number, line) in (1..).zip(text.lines()) {
            if EXCEPTIONS.iter().any(|exception| line.contains(exception)) {
                continue;
            }
            for word in words(line) {
                if let Some((_, better)) = BANNED.iter().find(|(banned, _)| *banned == word) {
                    found.push(format!("{}:{number}: '{word}', better: {better}", path.display()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
