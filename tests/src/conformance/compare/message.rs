//! Comparison of messages, ignoring positions, prefixes and texts of Ruby's libraries.

use std::borrow::Cow;

use regex::Regex;
use serde_json::Value as Json;

/// Starts of messages of Ruby's libraries. The text after them is not compared.
const QUOTATIONS: &[&str] = &[
    "no implicit conversion",
    "comparison of ",
    "stack level too deep",
    "too few arguments",
    "unexpected token",
    "unexpected character",
    "did not find expected",
    "mapping values are not allowed",
    "could not find expected",
    "found character that cannot start",
    "end pattern with unmatched parenthesis",
    "premature end of char-class",
    "target of repeat operator",
    "Cannot parse invalid JSON string.",
    "859: unexpected token",
    "String: 1: Could not resolve",
    "#<Puppet::",
];

/// Returns whether two messages are equivalent.
pub(super) fn same_message(expected: &str, actual: &str) -> bool {
    let (expected, actual) = (plain(expected), plain(actual));
    if let Some(rest) = expected.strip_prefix("Syntax error at ''") {
        return actual.starts_with("Syntax error at ") && actual.ends_with(rest);
    }
    const SIGNATURES: &str = "It expects one of:";
    if let (Some((before, theirs)), Some((start, ours))) =
        (expected.split_once(SIGNATURES), actual.split_once(SIGNATURES))
    {
        // The order of signatures and those after the first one are not compared.
        let first = theirs.split(" rejected:").next().unwrap_or_default().trim();
        return before == start && ours.contains(first);
    }
    match QUOTATIONS.iter().filter_map(|words| expected.find(words)).min() {
        Some(at) => actual.starts_with(expected[..at].trim_end()),
        None => expected == actual,
    }
}

/// Removes positions and prefixes, and replaces all white space by single blanks.
pub(super) fn plain(text: &str) -> String {
    let text = locations().replace_all(text, "");
    let mut rest: Cow<'_, str> = Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "));
    let lead_in = lead_ins();
    while let Some(found) = lead_in.find(&rest) {
        rest = Cow::Owned(format!("{}{}", &rest[..found.start()], &rest[found.end()..]));
    }
    rest.trim().to_owned()
}

/// Returns level and message of the log lines to compare: those of level notice and above, without deprecation
/// messages unless requested. Consecutive equal lines are merged.
pub(super) fn loud(logs: &Json, deprecations: bool) -> Vec<(String, String)> {
    let lines = logs.as_array().map_or(&[] as &[Json], Vec::as_slice);
    let field = |line: &Json, name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let mut found: Vec<(String, String)> = Vec::new();
    for line in lines {
        let (level, message) = (field(line, "level"), field(line, "message"));
        let is_quiet = matches!(level.as_str(), "debug" | "info");
        let is_deprecation = !deprecations && level == "warning" && message.to_lowercase().contains("deprecat");
        let is_repetition = level == "warning" && found.last().is_some_and(|(_, last)| same_message(last, &message));
        if !(is_quiet || is_deprecation || is_repetition) {
            found.push((level, message));
        }
    }
    found
}

/// Returns whether two log lines are equivalent.
pub(super) fn same_log(expected: &(String, String), actual: &(String, String)) -> bool {
    expected.0 == actual.0 && same_message(&expected.1, &actual.1)
}

/// Returns the accepted line numbers of an error: the line of the outermost statement, and the first one in the
/// message.
pub(super) fn lines(expected: &Json) -> Vec<u64> {
    let outer = expected["line"].as_u64();
    let full = expected["full_message"].as_str().unwrap_or_default();
    let numbers = Regex::new(r"line: (\d+)").expect("the pattern is valid");
    let inner = numbers.captures(full).and_then(|found| found[1].parse().ok());
    let mut lines: Vec<u64> = outer.into_iter().chain(inner).collect();
    lines.dedup();
    lines
}

fn locations() -> Regex {
    Regex::new(r"\s*\((?:file: [^()]*?(?:, line: \d+)?(?:, column: \d+)?|line: \d+(?:, column: \d+)?)\)")
        .expect("the pattern is valid")
}

fn lead_ins() -> Regex {
    let pattern =
        r"Evaluation Error: |Error while evaluating an? (?:'[^']+' expression|[A-Z][A-Za-z]*(?: [A-Za-z]+){0,2}), ";
    Regex::new(pattern).expect("the pattern is valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_prefixes_are_ignored() {
        let text = "Evaluation Error: Error while evaluating a Resource Statement, Evaluation Error: Error while evaluating a \
                    '+' expression, x  is\ny (file: /a (b)/m.pp, line: 3, column: 4) (line: 1)";
        assert_eq!(plain("Evaluation Error: x (file: /m.pp, line: 1)"), "x");
        assert_eq!(plain(&text.replace(" (b)", "")), "x is y");
        assert_eq!(plain("call() and ()"), "call() and ()");
    }

    #[test]
    fn texts_of_libraries_are_ignored() {
        assert!(same_message("Bad JSON: unexpected token at 'x'", "Bad JSON: expected value at line 1"));
        assert!(!same_message("Bad JSON: unexpected token at 'x'", "Bad YAML: x"));
        assert!(same_message("Syntax error at ''", "Syntax error at 'x'"));
        assert!(!same_message("Syntax error at 'y'", "Syntax error at 'x'"));
    }
}
