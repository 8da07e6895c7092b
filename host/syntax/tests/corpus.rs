//! Corpus of the language: each case of `corpus/*.pp` is parsed, and its tree and diagnostics are compared
//! with the comments after it. `UPDATE_SNAPSHOTS=1 cargo test -p marotte-syntax` rewrites the comments;
//! review the changes like code.
//!
//! A case starts with `# --- name ---`, `# --- name epp ---` or `# --- name language3 ---`. The text follows,
//! then the expected results: `# Tree:` (the tree in PN), `# Import:`, `# Error:`, `# Warning:` (position,
//! issue code, message), `# Label:`, `# Hint:` (of the preceding diagnostic).
#![expect(clippy::disallowed_methods, reason = "the corpus is read from disk")]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use syntax::pn::{PnFormat, dump};
use syntax::{Diagnostic, Mode, SourceFile, SourceId, Span, parse};

const EXPECTATIONS: [&str; 6] = ["# Tree:", "# Import:", "# Error:", "# Warning:", "# Label:", "# Hint:"];

struct Case {
    header: String,
    text: String,
    expected: String,
}

impl Case {
    fn name(&self) -> &str {
        self.header.split_whitespace().nth(2).unwrap()
    }

    fn mode(&self) -> Mode {
        match self.header.split_whitespace().nth(3) {
            Some("epp") => Mode::Epp,
            Some("language3") => Mode::Language3,
            _ => Mode::Manifest,
        }
    }
}

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Splits a file into the text before its first case, and its cases.
fn read(file: &Path) -> (String, Vec<Case>) {
    let mut preface = String::new();
    let mut cases: Vec<Case> = Vec::new();
    for line in fs::read_to_string(file).unwrap().split_inclusive('\n') {
        if line.starts_with("# --- ") {
            cases.push(Case { header: line.to_owned(), text: String::new(), expected: String::new() });
            continue;
        }
        match cases.last_mut() {
            None => preface.push_str(line),
            Some(case) if EXPECTATIONS.iter().any(|start| line.starts_with(start)) => case.expected.push_str(line),
            Some(case) if line == "\n" && !case.expected.is_empty() => {}
            Some(case) => case.text.push_str(line),
        }
    }
    (preface, cases)
}

fn place(source: &SourceFile, span: Span) -> String {
    let (start, end) = (source.position(span.lo), source.position(span.hi));
    format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column)
}

/// Returns the expected comments for a text.
fn describe(text: &str, mode: Mode) -> String {
    let source = SourceFile::new(SourceId(0), "case.pp", text);
    let (program, diagnostics) = parse(&source, mode);
    let mut result = String::new();
    if !diagnostics.iter().any(Diagnostic::is_error) {
        writeln!(result, "# Tree: {}", dump(&program, &source, PnFormat::Compact)).unwrap();
    }
    for import in &program.imports {
        writeln!(result, "# Import: {} {}", place(&source, import.span), import.pattern).unwrap();
    }
    for diagnostic in &diagnostics {
        let kind = if diagnostic.is_error() { "Error" } else { "Warning" };
        let at = place(&source, diagnostic.span.unwrap());
        let message = diagnostic.message.replace('\n', "\\n");
        writeln!(result, "# {kind}: {at} {} {message}", diagnostic.issue).unwrap();
        for label in &diagnostic.labels {
            writeln!(result, "# Label: {} {}", place(&source, label.span), label.message.replace('\n', "\\n")).unwrap();
        }
        for hint in &diagnostic.hints {
            writeln!(result, "# Hint: {hint}").unwrap();
        }
    }
    result
}

#[test]
fn cases_parse_as_expected() {
    let updates = env::var_os("UPDATE_SNAPSHOTS").is_some();
    let mut failures = String::new();
    for file in files() {
        let (mut updated, cases) = read(&file);
        for case in &cases {
            let found = describe(&case.text, case.mode());
            if found != case.expected && !updates {
                let (name, expected) = (case.name(), &case.expected);
                writeln!(failures, "== {name}\n{}-- expected\n{expected}-- found\n{found}", case.text).unwrap();
            }
            writeln!(updated, "{}{}{found}", case.header, case.text).unwrap();
        }
        if updates {
            fs::write(&file, updated.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn case_names_are_unique() {
    let mut names = HashSet::new();
    for file in files() {
        for case in read(&file).1 {
            assert!(names.insert(case.name().to_owned()), "{}", case.name());
        }
    }
}

/// Parsing any part of a text neither panics nor hangs, and every span is within the text.
#[test]
fn parser_does_not_panic_on_any_part_of_a_case() {
    for file in files() {
        for case in read(&file).1 {
            let ends: Vec<usize> = case.text.char_indices().map(|(at, _)| at).collect();
            for &end in &ends {
                check_spans(&case.text[..end], case.mode());
                check_spans(&case.text[end..], case.mode());
            }
        }
    }
}

fn check_spans(text: &str, mode: Mode) {
    let source = SourceFile::new(SourceId(0), "", text);
    let (_, diagnostics) = parse(&source, mode);
    for diagnostic in diagnostics {
        let labels = diagnostic.labels.iter().map(|label| label.span);
        for span in labels.chain(diagnostic.span) {
            assert!(span.lo <= span.hi && span.hi as usize <= text.len(), "{diagnostic:?}\n{text}");
            assert!(text.is_char_boundary(span.lo as usize), "{diagnostic:?}\n{text}");
        }
    }
}
