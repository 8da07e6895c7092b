//! Values as YAML in the format of Ruby's Psych.

use catalog::Value;

/// Writes a document.
pub fn document(value: &Value) -> String {
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
    // A list is indented like its key.
    let deeper = if matches!(element, Value::Array(_)) { indent } else { indent + 2 };
    write(element, deeper, text);
}

fn list(elements: &[Value], indent: usize, text: &mut String) {
    for element in elements {
        text.push_str(&" ".repeat(indent));
        text.push('-');
        let mut inner = String::new();
        write(element, indent + 2, &mut inner);
        // The first line of the nested value follows the dash.
        match inner.strip_prefix('\n') {
            Some("") => text.push('\n'),
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

/// Appends a text as the value of a key; the lines of a block are indented by `indent` spaces.
pub fn push_text(out: &mut String, text: &str, indent: usize) {
    if is_word(text) {
        out.push_str(text);
    } else {
        out.push_str(&string(text, indent));
    }
}

/// Appends a text without quotes if it is a number, otherwise like [`push_text`].
pub fn push_number_or_text(out: &mut String, text: &str, indent: usize) {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if is_number { out.push_str(text) } else { push_text(out, text, indent) }
}

/// Appends a key with its colon; `indent` is the indentation of the key.
pub fn push_key(out: &mut String, text: &str, indent: usize) {
    let key = if text.contains('\n') { double_quoted(text) } else { string(text, indent) };
    if key.len() <= MAX_KEY {
        out.push_str(&key);
        out.push(':');
    } else {
        out.push_str("? ");
        out.push_str(&key);
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
        out.push(':');
    }
}

/// Appends a value after its key, and ends the line; `indent` is the indentation of the key.
pub fn push_value(out: &mut String, value: &Value, indent: usize) {
    let deeper = if matches!(value, Value::Array(_)) { indent } else { indent + 2 };
    write(value, deeper, out);
}

/// Maximum length of a key on the same line as its value.
const MAX_KEY: usize = 512;

/// Returns whether a text clearly needs no quotes: it has no special characters and is not a boolean word.
fn is_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'.' | b'-' | b'[' | b']');
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.len() > 5 && bytes.iter().all(is_plain)
}

fn string(text: &str, indent: usize) -> String {
    let is_printable = text.chars().all(|c| c == '\n' || is_printable(c));
    let has_lines = text.trim_end_matches('\n').contains('\n');
    // The first line of a block determines its indentation.
    if has_lines && is_printable && !text.starts_with([' ', '\n']) {
        return block(text, indent);
    }
    let has_word_first = text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    if !is_printable || text.contains('\n') || matches!(text, "y" | "Y" | "n" | "N") {
        return double_quoted(text);
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

/// Returns whether a character needs no escaping in YAML and does not end a line.
fn is_printable(letter: char) -> bool {
    !letter.is_control() && !matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Formats text on one line in double quotes.
fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            '\x1b' => quoted.push_str("\\e"),
            letter if is_printable(letter) => quoted.push(letter),
            letter if u32::from(letter) < 0x100 => quoted.push_str(&format!("\\x{:02X}", u32::from(letter))),
            letter => quoted.push_str(&format!("\\u{:04X}", u32::from(letter))),
        }
    }
    quoted.push('"');
    quoted
}

/// Formats multi-line text as an indented block.
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

/// Returns whether YAML would read plain text as a number, a date, a boolean or null.
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
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let is_date = matches!(lengths.as_slice(), [4, 1..=2, rest] if *rest >= 2)
        && text.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let is_float = digits.parse::<f64>().is_ok() && !digits.contains(['i', 'n']);
    is_float || radix("0x", 16) || radix("0b", 2) || is_sexagesimal(text) || is_date
}

/// Returns whether text is a sexagesimal number: a time of day, or `1:3.1`, the version of a package.
fn is_sexagesimal(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    let is_below_60 = |part: &str| match part.as_bytes() {
        [tens, ones] => (b'0'..=b'5').contains(tens) && ones.is_ascii_digit(),
        [ones] => ones.is_ascii_digit(),
        _ => false,
    };
    match whole.split(':').collect::<Vec<_>>().as_slice() {
        [first, rest @ ..] if (1..=2).contains(&rest.len()) => {
            is_number(first) && rest.iter().all(|part| is_below_60(part)) && is_number(fraction)
        }
        _ => false,
    }
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
            ("1:3.1", "'1:3.1'"),
            ("1_0:3.", "'1_0:3.'"),
            ("22:22:22.5", "'22:22:22.5'"),
            ("1:60", "1:60"),
            ("1:2:3:4", "1:2:3:4"),
            ("1:3.1.2", "1:3.1.2"),
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
