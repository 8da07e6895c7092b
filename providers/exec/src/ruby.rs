//! Formatting of values in messages like Ruby, so that messages match Puppet's. Secrets are redacted.

use marotte_sdk::{Text, Value};

/// Replacement for secret values.
pub(crate) const REDACTED: &str = "[redacted]";

/// Formats a value like Ruby's `to_s`: texts without quotes, other values like `inspect`.
pub(crate) fn to_s(value: &Value) -> String {
    match value {
        Value::Undef => String::new(),
        Value::Text(text) | Value::Other(_, text) => text.clone(),
        other => inspect(other),
    }
}

/// Formats a value like Ruby's `inspect`: `"text"`, `["a", 1]`, `{"a"=>nil}`.
pub(crate) fn inspect(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_owned(),
        Value::Boolean(boolean) => boolean.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Text(text) => quoted(text),
        Value::Binary(_) => "[binary]".to_owned(),
        Value::Array(values) => list(values.iter().map(inspect)),
        Value::Hash(pairs) => {
            let pairs: Vec<String> =
                pairs.iter().map(|(key, value)| format!("{}=>{}", inspect(key), inspect(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Value::Secret(_) => REDACTED.to_owned(),
        Value::Other(_, text) => text.clone(),
    }
}

/// Formats texts like Ruby's `inspect` of an array.
pub(crate) fn inspect_texts(texts: &[Text]) -> String {
    list(texts.iter().map(|text| text.clear().map_or_else(|| REDACTED.to_owned(), quoted)))
}

/// Formats a text like Ruby's `inspect`.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '\u{1b}' => quoted.push_str("\\e"),
            '"' | '\\' => quoted.extend(['\\', character]),
            // Ruby escapes `#` only at the beginning of an interpolation.
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => quoted.push_str("\\#"),
            character if character.is_ascii_control() => quoted.push_str(&format!("\\x{:02X}", u32::from(character))),
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

fn list(shown: impl Iterator<Item = String>) -> String {
    format!("[{}]", shown.collect::<Vec<_>>().join(", "))
}
