//! Escaping of text for shells, HTML, URLs and Ruby literals.

/// Returns a text as one word of a Bourne shell, like `Shellwords.escape`.
#[must_use]
pub fn shell(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("'\n'"),
            letter if letter.is_ascii_alphanumeric() || "_-.,:+/@".contains(letter) => escaped.push(letter),
            other => escaped.extend(['\\', other]),
        }
    }
    escaped
}

/// Returns a text as the content of an HTML element or attribute, like `ERB::Util.html_escape`.
#[must_use]
pub fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Returns a text as a component of a URL, like `ERB::Util.url_encode`.
#[must_use]
pub fn url(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            byte if byte.is_ascii_alphanumeric() || b"_-.~".contains(&byte) => encoded.push(char::from(byte)),
            byte => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Appends a string as formatted by Ruby's `inspect`.
pub fn append_quoted(string: &str, text: &mut String) {
    text.push('"');
    let mut letters = string.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '\u{7}' => text.push_str("\\a"),
            '\u{8}' => text.push_str("\\b"),
            '\u{b}' => text.push_str("\\v"),
            '\u{c}' => text.push_str("\\f"),
            '\u{1b}' => text.push_str("\\e"),
            '#' if matches!(letters.peek(), Some('{' | '$' | '@')) => text.push_str("\\#"),
            control if control.is_control() => {
                text.push_str(&format!("\\u{:04X}", u32::from(control)));
            }
            other => text.push(other),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!([shell(""), shell("it's a\nb"), shell("a-b/c")], ["''", "it\\'s\\ a'\n'b", "a-b/c"]);
        assert_eq!(html("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
        assert_eq!(url("a b/é~"), "a%20b%2F%C3%A9~");
    }
}
