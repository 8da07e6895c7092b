//! PQL, the query language for people, as the same JSON arrays that programs send.

mod parser;
mod token;

use serde_json::Value as Json;
use thiserror::Error;

/// The text is not PQL.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("PQL parse error at line {line}, column {column}:\n\n{text}\n{marker}^\n\nExpected one of:\n\n{expected}")]
pub struct PqlError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The text of the line.
    pub text: String,
    /// Blanks up to the column.
    pub marker: String,
    /// What would be right there, one in each line.
    pub expected: String,
}

impl PqlError {
    fn at(source: &str, position: usize, expected: &[String]) -> Self {
        let before = &source[..position];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before[start..].chars().count();
        Self {
            line: before.matches('\n').count() + 1,
            column: column + 1,
            text: source[start..].lines().next().unwrap_or_default().to_owned(),
            marker: " ".repeat(column),
            expected: expected.join("\n"),
        }
    }
}

/// Returns a query as JSON arrays.
pub(crate) fn parse(source: &str) -> Result<Json, PqlError> {
    let tokens =
        token::read(source).map_err(|position| PqlError::at(source, position, &["a token of PQL".to_owned()]))?;
    parser::parse(source, &tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pql_becomes_arrays() {
        for (text, expected) in [
            ("nodes {}", json!(["from", "nodes"])),
            (
                "nodes[certname, count()] { a = 'x' group by certname }",
                json!([
                    "from",
                    "nodes",
                    ["extract", ["certname", ["function", "count"]], ["=", "a", "x"], ["group_by", "certname"]]
                ]),
            ),
            (
                "nodes { facts.os.family = \"Debian\" order by certname desc, a limit 5 offset 1 }",
                json!([
                    "from",
                    "nodes",
                    ["=", "facts.os.family", "Debian"],
                    ["order_by", [["certname", "desc"], "a"]],
                    ["limit", 5],
                    ["offset", 1]
                ]),
            ),
            (
                "nodes { !(a != 1 or b !~ 'x') and c is not null and d in ['x', true] }",
                json!([
                    "from",
                    "nodes",
                    [
                        "and",
                        ["not", ["or", ["not", ["=", "a", 1]], ["not", ["~", "b", "x"]]]],
                        ["null?", "c", false],
                        ["in", "d", ["array", ["x", true]]]
                    ]
                ]),
            ),
            (
                "nodes { [a, b] in facts[c, d] { e ~> ['x', 'y'] } and resources { f >= -1.5e3 } }",
                json!([
                    "from",
                    "nodes",
                    [
                        "and",
                        ["in", ["a", "b"], ["from", "facts", ["extract", ["c", "d"], ["~>", "e", ["x", "y"]]]]],
                        ["subquery", "resources", [">=", "f", -1500.0]]
                    ]
                ]),
            ),
            (
                "reports[to_string(end_time, 'YYYY')] {}",
                json!(["from", "reports", ["extract", [["function", "to_string", "end_time", "YYYY"]]]]),
            ),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn pql_error_has_its_position() {
        for (text, line, column) in [
            ("nodes {\n  certname = }", 2, 14),
            ("nodes { a = 1 b = 2 }", 1, 15),
            ("nodes", 1, 6),
            ("nosuch {}", 1, 1),
            ("nodes { a = 'x }", 1, 17),
            ("nodes { a = 1 and(b = 2) }", 1, 18),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        }
    }
}
