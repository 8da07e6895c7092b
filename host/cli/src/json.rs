//! Values as JSON with the line breaks of Ruby's generator.

use catalog::Value;

/// Formats a value on one line.
pub(crate) fn compact(value: &Value) -> String {
    let mut text = String::new();
    write(value, None, &mut text);
    text
}

/// Formats a value with one element per line. Like Ruby, breaks lines within empty collections as well, twice
/// in arrays.
pub(crate) fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, Some(0), &mut text);
    text
}

/// The depth of values is limited by the parsers of their files.
fn write(value: &Value, indent: Option<usize>, text: &mut String) {
    match value {
        Value::Boolean(value) => text.push_str(&value.to_string()),
        Value::Integer(number) => text.push_str(&number.to_string()),
        Value::Float(number) => text.push_str(&serde_json::json!(number).to_string()),
        Value::String(string) => text.push_str(&quoted(string)),
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                next(index, indent.map(|indent| indent + 1), text);
                write(element, indent.map(|indent| indent + 1), text);
            }
            if indent.is_some() && elements.is_empty() {
                text.push('\n');
            }
            next(0, indent, text);
            text.push(']');
        }
        Value::Hash(entries) => {
            text.push('{');
            for (index, (key, element)) in entries.iter().enumerate() {
                next(index, indent.map(|indent| indent + 1), text);
                text.push_str(&quoted(&key.to_string()));
                text.push_str(if indent.is_some() { ": " } else { ":" });
                write(element, indent.map(|indent| indent + 1), text);
            }
            next(0, indent, text);
            text.push('}');
        }
        Value::Undef => text.push_str("null"),
        other => text.push_str(&quoted(&other.to_string())),
    }
}

/// Starts the next element: a comma after an earlier one, and a line break in the long form.
fn next(index: usize, indent: Option<usize>, text: &mut String) {
    if index > 0 {
        text.push(',');
    }
    if let Some(indent) = indent {
        text.push('\n');
        text.push_str(&"  ".repeat(indent));
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_as_in_ruby() {
        let value = Value::Hash(vec![
            ("a".into(), Value::Hash(Vec::new())),
            ("b".into(), Value::Array(vec![1.into(), Value::Float(2.5), Value::Array(Vec::new())])),
        ]);
        assert_eq!(compact(&value), r#"{"a":{},"b":[1,2.5,[]]}"#);
        let expected = "{\n  \"a\": {\n  },\n  \"b\": [\n    1,\n    2.5,\n    [\n\n    ]\n  ]\n}";
        assert_eq!(pretty(&value), expected);
    }
}
