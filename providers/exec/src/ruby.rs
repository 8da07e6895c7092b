//! How values look inside of messages: as Ruby writes them, so that a message reads as Puppet's does. Secrets are never
//! shown.

use marotte_sdk::{Text, Value};

/// What stands for a value that must not be seen.
pub(crate) const REDACTED: &str = "[redacted]";

/// Writes a value as Ruby's `to_s` does: text bare, everything else inspected.
pub(crate) fn to_s(value: &Value) -> String {
    match value {
        Value::Undef => String::new(),
        Value::Text(text) | Value::Other(_, text) => text.clone(),
        other => inspect(other),
    }
}

/// Writes a value as Ruby's `inspect` does: `"text"`, `["a", 1]`, `{"a"=>nil}`.
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

/// Writes texts as `inspect` does a list of them.
pub(crate) fn inspect_texts(texts: &[Text]) -> String {
    list(texts.iter().map(|text| text.clear().map_or_else(|| REDACTED.to_owned(), quoted)))
}

/// Writes a text as `inspect` does.
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
            // Only where Ruby would read an interpolation.
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
