//! Basic checks of regular expressions: matching brackets, valid quantifiers. Not complete; compilation
//! reports the other errors.

/// Returns the error in a regular expression, worded like Ruby's engine.
pub(super) fn fault(pattern: &str) -> Option<&'static str> {
    // In extended mode comments may contain any brackets.
    if pattern.contains("(?x") || pattern.contains("(?mx") || pattern.contains("(?ix") || pattern.contains("(?#") {
        return None;
    }
    let bytes = pattern.as_bytes();
    let mut groups = 0usize;
    let mut at = 0;
    // Whether a quantifier at this position has nothing to repeat.
    let mut empty = true;
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'\\' => {
                if at + 1 == bytes.len() {
                    return Some("too short escape sequence");
                }
                at += 1;
            }
            b'[' => match class_end(bytes, at) {
                Ok(end) => at = end,
                Err(fault) => return Some(fault),
            },
            b'(' => {
                groups += 1;
                if bytes.get(at + 1) == Some(&b'?') {
                    at += 1;
                    if bytes.get(at + 1).is_some_and(|option| !b":=!<>-imxaudlsPR~'(".contains(option)) {
                        return Some("undefined group option");
                    }
                }
            }
            b')' if groups == 0 => return Some("unmatched close parenthesis"),
            b')' => groups -= 1,
            b'*' | b'+' | b'?' if empty => return Some("target of repeat operator is not specified"),
            _ => {}
        }
        empty = matches!(byte, b'(' | b'|');
        at += 1;
    }
    (groups > 0).then_some("end pattern with unmatched parenthesis")
}

/// Returns the offset of the `]` that closes the class starting at `start`. Classes nest.
fn class_end(bytes: &[u8], start: usize) -> Result<usize, &'static str> {
    let mut depth = 0usize;
    let mut at = start;
    // The last character if it is a plain one, which can start a range.
    let mut last = None;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at + 1..];
        let mut plain = None;
        match byte {
            // The digits of \x41 and \u{41} are part of the escape.
            b'\\' if rest.first().is_some_and(|escape| b"xupPcCM01234567".contains(escape)) => {
                at += rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"{}".contains(byte)).count();
            }
            b'\\' => at += 1,
            b'[' => {
                if let Some(length) = posix_class(rest).filter(|_| depth > 0) {
                    at += length;
                } else {
                    depth += 1;
                    at += usize::from(rest.first() == Some(&b'^'));
                    // A ']' in first position is literal.
                    at += usize::from(bytes.get(at + 1) == Some(&b']'));
                }
            }
            b']' => {
                depth -= 1;
                if depth == 0 {
                    return Ok(at);
                }
            }
            b'-' => {
                let end = rest.first().copied().filter(|end| end.is_ascii() && !b"[]\\".contains(end));
                if let (Some(first), Some(end)) = (last, end) {
                    if first > end {
                        return Err("empty range in char class");
                    }
                    at += 1;
                }
            }
            b'&' => {}
            _ if byte.is_ascii() => plain = Some(byte),
            _ => {}
        }
        last = plain;
        at += 1;
    }
    Err("premature end of char-class")
}

/// Returns the length of a `:alpha:]` at the start of a text.
fn posix_class(text: &[u8]) -> Option<usize> {
    let name = text.strip_prefix(b":")?;
    let length = name.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'^').count();
    name[length..].starts_with(b":]").then_some(length + 3)
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn valid_patterns_are_accepted() {
        for pattern in [
            "",
            "^a.*$",
            r"\(",
            "(a|b)+",
            "[]a]",
            "[^]]",
            r"[\]]",
            "[[:alpha:]_]",
            "[a[bc]]",
            "(?:a)?",
            "a|b",
            "(?i)a",
            r"\A[^(]*\z",
            "[a-z0-9_-]",
            r"[\w-]",
            "[-a]",
            "[+--]",
            r"[\u{41}-z]",
            r"(?<name>a)\k<name>",
            "(?<!a)b",
            "a{2,3}?",
        ] {
            assert_eq!(fault(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn invalid_patterns_are_reported() {
        for (pattern, expected) in [
            ("(", "end pattern with unmatched parenthesis"),
            (")", "unmatched close parenthesis"),
            ("[a", "premature end of char-class"),
            ("[[:alpha:]", "premature end of char-class"),
            ("[z-a]", "empty range in char class"),
            ("*", "target of repeat operator is not specified"),
            ("a|+", "target of repeat operator is not specified"),
            ("(?y)", "undefined group option"),
            ("a\\", "too short escape sequence"),
        ] {
            assert_eq!(fault(pattern), Some(expected), "{pattern}");
        }
    }
}
