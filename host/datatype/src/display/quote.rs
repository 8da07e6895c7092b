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

/// Returns a float as Ruby prints it: always with a decimal point; large and small numbers with an exponent:
/// `1.0e+20`.
pub fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let magnitude = value.abs();
    if value == 0.0 || (1e-4..1e16).contains(&magnitude) {
        return format!("{value:?}");
    }
    // Rust prints the shortest digits as `1e20` or `1.5e-7`.
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}{point}e{sign}{exponent:0>2}")
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

    #[test]
    fn floats_have_a_point() {
        for (value, expected) in [
            (1.0, "1.0"),
            (1e20, "1.0e+20"),
            (1.5e-7, "1.5e-07"),
            (0.0001, "0.0001"),
            (1e15, "1000000000000000.0"),
            (1e16, "1.0e+16"),
            (-2.5, "-2.5"),
            (0.00001, "1.0e-05"),
            (1e100, "1.0e+100"),
        ] {
            assert_eq!(float_text(value), expected);
        }
    }
}
