//! Formatting of values in messages: as in Puppet's event messages, and as by Ruby's `inspect` and `to_s`. Secrets
//! are always shown as `[redacted]`.

use catalog::Value;

/// Placeholder of a secret value.
pub(crate) const REDACTED: &str = "[redacted]";

/// Formats a value as in event messages: `'text'`, `['a', 1]`, hashes over several lines.
pub(crate) fn show(value: &Value) -> String {
    let mut text = String::new();
    match value {
        // Slashes are written only within arrays and hashes.
        Value::Regexp(pattern) => text.push_str(pattern),
        Value::Undef => {}
        value => write_shown(&mut text, value, 0),
    }
    text
}

fn write_shown(text: &mut String, value: &Value, level: usize) {
    match value {
        Value::Undef => text.push_str("undef"),
        Value::String(string) => write_quoted(text, string),
        Value::Float(number) => text.push_str(&format!("{number:.6}")),
        Value::Regexp(pattern) => text.push_str(&format!("/{pattern}/")),
        Value::Array(elements) => {
            text.push('[');
            let mut was_nested = false;
            for (index, element) in elements.iter().enumerate() {
                let is_nested = matches!(element, Value::Array(_) | Value::Hash(_));
                if index > 0 {
                    text.push(',');
                }
                if is_nested || was_nested {
                    indent(text, level + 1);
                } else if index > 0 {
                    text.push(' ');
                }
                write_shown(text, element, level + 1);
                was_nested = is_nested;
            }
            text.push(']');
        }
        Value::Hash(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                indent(text, level + 1);
                write_shown(text, key, level + 1);
                text.push_str(" => ");
                write_shown(text, value, level + 1);
            }
            if entries.is_empty() {
                text.push('\n');
            }
            indent(text, level);
            text.push('}');
        }
        other => text.push_str(&format!("{other}")),
    }
}

fn indent(text: &mut String, level: usize) {
    text.push('\n');
    for _ in 0..level {
        text.push_str("  ");
    }
}

/// Writes a string in single quotes, or in double quotes if it contains a control character.
fn write_quoted(text: &mut String, string: &str) {
    if string.chars().any(|c| c < ' ') {
        return write_double_quoted(text, string);
    }
    text.push('\'');
    // Puppet: the character after a backslash is copied unchanged.
    let mut is_escaped = false;
    for character in string.chars() {
        match character {
            character if is_escaped => {
                text.push('\\');
                text.push(character);
                is_escaped = false;
            }
            '\\' => is_escaped = true,
            '\'' => text.push_str("\\'"),
            character => text.push(character),
        }
    }
    if is_escaped {
        text.push('\\');
    }
    text.push('\'');
}

fn write_double_quoted(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        match character {
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '"' | '$' | '\\' => {
                text.push('\\');
                text.push(character);
            }
            character if character < ' ' => text.push_str(&format!("\\u{{{:X}}}", u32::from(character))),
            character => text.push(character),
        }
    }
    text.push('"');
}

/// Formats a value like Ruby's `to_s`: strings without quotes, everything else like `inspect`.
pub(crate) fn to_s(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string(),
        Value::Other(other) => other.text.clone(),
        Value::Object(_) => value.to_string(),
        Value::Undef => String::new(),
        Value::Default => "default".to_owned(),
        Value::Regexp(pattern) => format!("(?-mix:{pattern})"),
        other => inspect(other),
    }
}

/// Formats a value like Ruby's `inspect`: `"text"`, `["a", 1]`, `{"a"=>nil}`.
pub(crate) fn inspect(value: &Value) -> String {
    let mut text = String::new();
    write_inspected(&mut text, value);
    text
}

/// Formats a regular expression like Ruby's `inspect`, with escaped slashes.
pub(crate) fn inspect_regex(pattern: &str) -> String {
    let mut text = String::from("/");
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                text.push('\\');
                text.extend(characters.next());
            }
            '/' => text.push_str("\\/"),
            other => text.push(other),
        }
    }
    text.push('/');
    text
}

fn write_inspected(text: &mut String, value: &Value) {
    match value {
        Value::Undef => text.push_str("nil"),
        Value::Default => text.push_str(":default"),
        Value::String(string) => write_ruby_quoted(text, string),
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write_inspected(text, element);
            }
            text.push(']');
        }
        Value::Hash(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                write_inspected(text, key);
                text.push_str("=>");
                write_inspected(text, value);
            }
            text.push('}');
        }
        other => text.push_str(&format!("{other}")),
    }
}

fn write_ruby_quoted(text: &mut String, string: &str) {
    text.push('"');
    let mut characters = string.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\u{1b}' => text.push_str("\\e"),
            '"' | '\\' => {
                text.push('\\');
                text.push(character);
            }
            // Escaped only where Ruby would read an interpolation.
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => text.push_str("\\#"),
            character if character < ' ' || character == '\u{7f}' => {
                text.push_str(&format!("\\x{:02X}", u32::from(character)));
            }
            character => text.push(character),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Sensitive;

    fn list(elements: impl IntoIterator<Item = Value>) -> Value {
        Value::Array(elements.into_iter().collect())
    }

    #[test]
    fn values_in_event_messages_have_the_format_of_puppet() {
        assert_eq!(show(&"a'b\\c\\".into()), r"'a\'b\c\'");
        assert_eq!(show(&"a\n$b\"\u{1}".into()), r#""a\n\$b\"\u{1}""#);
        assert_eq!(show(&Value::Float(1.5)), "1.500000");
        assert_eq!(show(&Value::Regexp("a.b".into())), "a.b");
        assert_eq!(
            show(&list(["0".into(), Value::Undef, true.into(), Value::Regexp("x".into())])),
            "['0', undef, true, /x/]"
        );
        assert_eq!(show(&list([1.into(), list([2.into()]), 3.into()])), "[1,\n  [2],\n  3]");
        let inner = Value::Hash(vec![("y".into(), 2.into())]);
        let hash = Value::Hash(vec![("c".into(), list(["x".into(), inner]))]);
        assert_eq!(
            show(&Value::Hash(vec![("a".into(), hash)])),
            "{\n  'a' => {\n    'c' => ['x',\n      {\n        'y' => 2\n      }]\n  }\n}"
        );
        assert_eq!(show(&Value::Hash(vec![])), "{\n\n}");
        assert_eq!(show(&list([Value::Sensitive(Sensitive::new("canary".into()))])), "[[redacted]]");
    }

    #[test]
    fn inspect_and_to_s_have_the_format_of_ruby() {
        let hash =
            Value::Hash(vec![("k".into(), list([1.into(), true.into(), Value::Undef])), (2.into(), Value::Default)]);
        assert_eq!(inspect(&hash), r#"{"k"=>[1, true, nil], 2=>:default}"#);
        assert_eq!(inspect(&"a\"#{x}\u{7f}".into()), r##""a\"\#{x}\x7F""##);
        assert_eq!(to_s(&Value::Regexp("a.b".into())), "(?-mix:a.b)");
        assert_eq!(to_s(&"bare".into()), "bare");
    }
}
