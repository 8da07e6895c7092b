//! Values as YAML, quoted as Ruby's library quotes.

use catalog::Value;

/// Writes a document.
pub(crate) fn document(value: &Value) -> String {
    let mut text = "---".to_owned();
    write(value, 0, &mut text);
    text
}

fn write(value: &Value, indent: usize, text: &mut String) {
    match value {
        Value::Hash(entries) if !entries.is_empty() => {
            text.push('\n');
            for (key, element) in entries {
                entry(key, element, indent, text);
            }
        }
        Value::Array(elements) if !elements.is_empty() => {
            text.push('\n');
            list(elements, indent, text);
        }
        Value::Undef => text.push('\n'),
        other => {
            text.push(' ');
            text.push_str(&scalar(other, indent));
            text.push('\n');
        }
    }
}

fn entry(key: &Value, element: &Value, indent: usize, text: &mut String) {
    text.push_str(&" ".repeat(indent));
    text.push_str(&scalar(key, indent));
    text.push(':');
    // A list is no deeper than the key that it belongs to.
    let deeper = if matches!(element, Value::Array(_)) { indent } else { indent + 2 };
    write(element, deeper, text);
}

fn list(elements: &[Value], indent: usize, text: &mut String) {
    for element in elements {
        text.push_str(&" ".repeat(indent));
        text.push('-');
        let mut inner = String::new();
        write(element, indent + 2, &mut inner);
        // The first line of what is inside stands behind the dash.
        match inner.strip_prefix('\n') {
            Some(rest) => {
                text.push(' ');
                text.push_str(rest.trim_start_matches(' '));
            }
            None => text.push_str(&inner),
        }
    }
}

fn scalar(value: &Value, indent: usize) -> String {
    match value {
        Value::Boolean(value) => value.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => serde_json::json!(number).to_string(),
        Value::String(text) => string(text, indent),
        Value::Array(_) => "[]".to_owned(),
        Value::Hash(_) => "{}".to_owned(),
        Value::Undef => String::new(),
        other => string(&other.to_string(), indent),
    }
}

fn string(text: &str, indent: usize) -> String {
    let is_printable = text.chars().all(|c| !c.is_control() || c == '\n');
    if text.trim_end_matches('\n').contains('\n') && is_printable {
        return block(text, indent);
    }
    let has_word_first = text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if !is_printable || text.contains('\n') || matches!(text, "y" | "Y" | "n" | "N") {
        return serde_json::Value::from(text).to_string();
    }
    if !text.is_empty() && !has_word_first && !text.contains('"') {
        return format!("\"{}\"", text.replace('\\', "\\\\"));
    }
    let needs_quotes = text.is_empty()
        || !has_word_first
        || means_something_else(text)
        || text.contains(": ")
        || text.contains(" #")
        || text.ends_with([':', ' ']);
    if needs_quotes { format!("'{}'", text.replace('\'', "''")) } else { text.to_owned() }
}

/// Writes text of several lines as it is, indented.
fn block(text: &str, indent: usize) -> String {
    let end = match text.len() - text.trim_end_matches('\n').len() {
        0 => "-",
        1 => "",
        _ => "+",
    };
    let margin = " ".repeat(indent.max(2));
    let lines = text.trim_end_matches('\n').split('\n');
    let lines: Vec<String> =
        lines.map(|line| if line.is_empty() { String::new() } else { format!("{margin}{line}") }).collect();
    format!("|{end}\n{}", lines.join("\n"))
}

/// Says whether YAML takes plain text for a number, a date, a truth value or nothing.
fn means_something_else(text: &str) -> bool {
    let lower = text.to_lowercase();
    if matches!(lower.as_str(), "null" | "true" | "false" | "yes" | "no" | "on" | "off") {
        return true;
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let digits = text.replace(['_', ','], "");
    let radix = |start: &str, radix: u32| {
        let rest = digits.strip_prefix(start);
        rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_digit(radix)))
    };
    let parts: Vec<&str> = text.split(':').collect();
    let is_sexagesimal = parts.len() > 1
        && parts.iter().enumerate().all(|(index, part)| {
            let is_short = index == 0 || part.len() <= 2;
            is_short && !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let is_date = matches!(lengths.as_slice(), [4, 1..=2, rest] if *rest >= 2)
        && text.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let is_float = digits.parse::<f64>().is_ok() && !digits.contains(['i', 'n']);
    is_float || radix("0x", 16) || radix("0b", 2) || is_sexagesimal || is_date
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_quoted_as_in_ruby() {
        let cases = [
            ("", "''"),
            ("12.11", "'12.11'"),
            ("0x1af4", "'0x1af4'"),
            ("/dev/vda", "\"/dev/vda\""),
            ("bookworm", "bookworm"),
            ("Debian GNU/Linux 12 (bookworm)", "Debian GNU/Linux 12 (bookworm)"),
            ("02:fc:00:00:00:01", "02:fc:00:00:00:01"),
            ("fd00::2", "fd00::2"),
            ("::1", "\"::1\""),
            ("15m", "15m"),
            ("0%", "0%"),
            ("192.0.2.2", "192.0.2.2"),
            ("no", "'no'"),
            ("2:03", "'2:03'"),
            ("2020-01-01", "'2020-01-01'"),
            ("a: b", "'a: b'"),
        ];
        for (text, expected) in cases {
            assert_eq!(string(text, 0), expected, "{text}");
        }
    }

    #[test]
    fn lists_are_as_deep_as_their_key() {
        let inner = Value::Hash(vec![("b".into(), 1.into()), ("c".into(), "x".into())]);
        let value = Value::Hash(vec![
            ("a".into(), Value::Array(vec![inner, "y".into()])),
            ("d".into(), Value::Array(Vec::new())),
        ]);
        let expected = "---\na:\n- b: 1\n  c: x\n- \"y\"\nd: []\n";
        assert_eq!(document(&value), expected);
        assert_eq!(document(&"l1\nl2".into()), "--- |-\n  l1\n  l2\n");
    }
}
