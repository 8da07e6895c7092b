//! Plain and encrypted parts of a text: the value of a key, or a whole file.

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Text that is not encrypted.
    Plain(&'t str),
    /// `ENC[METHOD,content]`.
    Encrypted {
        /// The method, by default `PKCS7`.
        method: &'t str,
        /// The message in base64, with blanks and line breaks.
        content: &'t str,
        /// The whole part.
        text: &'t str,
    },
}

/// Returns whether a text may contain an encrypted part.
#[must_use]
pub fn is_encrypted(text: &str) -> bool {
    text.split_once("ENC[").is_some_and(|(_, rest)| rest.contains(']'))
}

/// Splits a text into plain and encrypted parts. An encrypted part with invalid characters is left as plain text.
#[must_use]
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(start) = rest[from..].find("ENC[").map(|at| from + at) {
        match encrypted(&rest[start..]) {
            Some((part, end)) => {
                if start > 0 {
                    parts.push(Part::Plain(&rest[..start]));
                }
                parts.push(part);
                rest = &rest[start + end..];
                from = 0;
            }
            None => from = start + "ENC[".len(),
        }
    }
    if !rest.is_empty() {
        parts.push(Part::Plain(rest));
    }
    parts
}

/// Parses `ENC[METHOD,content]`. Returns the part and its end offset.
fn encrypted(text: &str) -> Option<(Part<'_>, usize)> {
    let end = text.find(']')?;
    let inner = &text["ENC[".len()..end];
    let (method, content) = inner.split_once(',').unwrap_or(("PKCS7", inner));
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    // Lines of a file may end with a carriage return, which parsers of YAML remove.
    let is_base64 = |letter: char| letter.is_ascii_alphanumeric() || "+/ =\r\n".contains(letter);
    let is_right = !content.is_empty() && content.chars().all(is_base64) && method.chars().all(is_word);
    is_right.then(|| (Part::Encrypted { method, content, text: &text[..=end] }, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encrypted_parts_are_found() {
        let encrypted = |method, content, text| Part::Encrypted { method, content, text };
        assert_eq!(
            parts("a ENC[PKCS7,ab\n cd=] b ENC[ef]"),
            [
                Part::Plain("a "),
                encrypted("PKCS7", "ab\n cd=", "ENC[PKCS7,ab\n cd=]"),
                Part::Plain(" b "),
                encrypted("PKCS7", "ef", "ENC[ef]"),
            ]
        );
        assert_eq!(parts("ENC[a.b]"), [Part::Plain("ENC[a.b]")]);
        assert!(is_encrypted("x ENC[]") && !is_encrypted("ENC["));
    }
}
