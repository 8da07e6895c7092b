//! Names of values in documents: `facts.os.family`, `facts."a.b"`, `facts.list[1]`, `facts.match("re").x`.

use super::QueryError;

/// A part of such a name after the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// A name.
    Name(String),
    /// A name and an index in the array.
    Index(String, i64),
    /// A pattern for names.
    Match(String),
}

/// A name with parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name<'a> {
    pub(crate) first: &'a str,
    pub(crate) parts: Vec<Part>,
}

/// Splits a name. Without `is_extended`, indices and patterns are parts of names.
pub(crate) fn split(text: &str, is_extended: bool) -> Result<Name<'_>, QueryError> {
    let fault = || QueryError::usage(format!("First component of AST field is invalid: {text:?}"));
    let end = text.find('.').unwrap_or(text.len());
    let first = &text[..end];
    let base = first.strip_suffix('?').unwrap_or(first);
    let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !base.starts_with(|letter: char| letter.is_ascii_alphabetic()) || !is_name(base) {
        return Err(fault());
    }
    let mut parts = Vec::new();
    let mut rest = &text[end..];
    while let Some(after) = rest.strip_prefix('.') {
        let (part, length) = part(after, is_extended).ok_or_else(|| {
            QueryError::usage(format!(
                "Don't recognize AST field component at character {}: {text:?}",
                text.len() - after.len()
            ))
        })?;
        parts.push(part);
        rest = &after[length..];
    }
    if rest.is_empty() { Ok(Name { first, parts }) } else { Err(fault()) }
}

/// Reads a part and returns its length.
fn part(text: &str, is_extended: bool) -> Option<(Part, usize)> {
    if text.starts_with("\"\"") {
        return None;
    }
    if is_extended && let Some(inner) = text.strip_prefix("match(\"") {
        // The last end, as the pattern can contain one.
        let ends = inner
            .match_indices("\")")
            .filter(|(at, _)| *at > 0 && is_end(&inner[at + 2..]) && !inner[..*at].ends_with('\\'));
        if let Some((at, _)) = ends.last() {
            return Some((Part::Match(inner[..at].to_owned()), 9 + at));
        }
    }
    if let Some(inner) = text.strip_prefix('"') {
        let mut ends = inner
            .match_indices('"')
            .filter(|(at, _)| *at > 0 && is_end(&inner[at + 1..]) && !inner[..*at].ends_with('\\'));
        if let Some((at, _)) = ends.next() {
            return Some((indexed(&inner[..at], is_extended), at + 2));
        }
    }
    let length = text.find('.').unwrap_or(text.len());
    (length > 0).then(|| (indexed(&text[..length], is_extended), length))
}

fn is_end(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('.')
}

fn indexed(text: &str, is_extended: bool) -> Part {
    let found = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
    match found {
        Some((name, index)) if is_extended && !name.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()) => {
            index.parse().map_or_else(|_| Part::Name(text.to_owned()), |index| Part::Index(name.to_owned(), index))
        }
        _ => Part::Name(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_names_are_split_into_parts() {
        let name = |text: &str| Part::Name(text.to_owned());
        for (text, parts) in [
            ("facts", vec![]),
            ("latest_report?", vec![]),
            ("facts.os.family", vec![name("os"), name("family")]),
            ("facts.\"a.b\".c", vec![name("a.b"), name("c")]),
            ("facts.list[12].x", vec![Part::Index("list".to_owned(), 12), name("x")]),
            ("facts.match(\"a.b\").x", vec![Part::Match("a.b".to_owned()), name("x")]),
        ] {
            assert_eq!(split(text, true).map(|name| name.parts), Ok(parts), "{text}");
        }
        assert_eq!(split("facts.list[1]", false).unwrap().parts, [name("list[1]")]);
        for text in ["", "1a", "facts.", "facts..x", "facts.\"\"", ".a"] {
            assert!(split(text, true).is_err(), "{text}");
        }
    }
}
