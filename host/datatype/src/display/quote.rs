//! Strings and floats in the syntax of the language.

use std::fmt;

/// Writes a text in single quotes, or in double quotes if it contains control characters.
pub fn quote(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    if text.chars().any(|character| character < ' ') {
        return double_quote(text, out);
    }
    out.write_char('\'')?;
    let mut is_escaped = false;
    for character in text.chars() {
        // As in Puppet, the character after a backslash is not escaped again.
        match (is_escaped, character) {
            (false, '\\') => {
                is_escaped = true;
                continue;
            }
            (false, '\'') => out.write_str("\\'")?,
            (false, other) => out.write_char(other)?,
            (true, other) => {
                out.write_char('\\')?;
                out.write_char(other)?;
            }
        }
        is_escaped = false;
    }
    if is_escaped {
        out.write_char('\\')?;
    }
    out.write_char('\'')
}

fn double_quote(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_char('"')?;
    for character in text.chars() {
        match character {
            '\t' => out.write_str("\\t")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '"' | '$' | '\\' => write!(out, "\\{character}")?,
            control if control < ' ' => write!(out, "\\u{{{:X}}}", u32::from(control))?,
            other => out.write_char(other)?,
        }
    }
    out.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        for (text, expected) in [
            ("a", "'a'"),
            ("it's", "'it\\'s'"),
            ("a\nb", "\"a\\nb\""),
            ("a'\n$\u{1}", "\"a'\\n\\$\\u{1}\""),
            ("\\d", "'\\d'"),
            ("é", "'é'"),
        ] {
            let mut quoted = String::new();
            quote(text, &mut quoted).unwrap();
            assert_eq!(quoted, expected);
        }
    }
}
