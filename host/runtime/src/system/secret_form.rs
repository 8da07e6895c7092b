//! Escaping of secrets for the syntax of the surrounding text, and reasons why a secret cannot be escaped.

use crate::bindings::marotte::provider::fs_types::Form;

/// Reason why a secret cannot be used in a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SecretFormError {
    /// A line break would end the line.
    #[error("it contains a line break, but must be a single line")]
    LineBreak,
    /// A NUL character would end the text for programs written in C.
    #[error("it contains a NUL character")]
    Nul,
}

/// Returns a secret escaped for a context.
///
/// # Errors
/// Returns an error if the secret contains a character that cannot be escaped.
pub(crate) fn escape(secret: Vec<u8>, form: Form) -> Result<Vec<u8>, SecretFormError> {
    match form {
        Form::Raw => Ok(secret),
        Form::Line => on_one_line(secret),
        Form::IniValue => on_one_line(secret.trim_ascii().to_vec()),
        Form::SqlString => without_nul(secret).map(|secret| with_doubled_quotes(&secret)),
    }
}

fn on_one_line(secret: Vec<u8>) -> Result<Vec<u8>, SecretFormError> {
    match secret.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
        true => Err(SecretFormError::LineBreak),
        false => without_nul(secret),
    }
}

fn without_nul(secret: Vec<u8>) -> Result<Vec<u8>, SecretFormError> {
    if secret.contains(&0) { Err(SecretFormError::Nul) } else { Ok(secret) }
}

fn with_doubled_quotes(secret: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(secret.len());
    for byte in secret {
        if matches!(byte, b'\'' | b'\\') {
            text.push(*byte);
        }
        text.push(*byte);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(secret: &str, form: Form) -> Result<String, SecretFormError> {
        escape(secret.into(), form).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn form_line_refuses_line_breaks() {
        assert_eq!(escaped(" a'b ", Form::Line).unwrap(), " a'b ");
        for secret in ["a\nb", "a\n", "a\rb"] {
            assert_eq!(escaped(secret, Form::Line), Err(SecretFormError::LineBreak), "{secret:?}");
        }
        assert_eq!(escaped("a\0", Form::Line), Err(SecretFormError::Nul));
    }

    #[test]
    fn form_ini_value_trims_and_refuses_line_breaks() {
        assert_eq!(escaped(" a = b\n", Form::IniValue).unwrap(), "a = b");
        assert_eq!(escaped("a\n[admin]\nb = c", Form::IniValue), Err(SecretFormError::LineBreak));
    }

    #[test]
    fn form_sql_string_doubles_quotes_and_backslashes() {
        assert_eq!(escaped("'; GRANT ALL; \\'", Form::SqlString).unwrap(), "''; GRANT ALL; \\\\''");
        assert_eq!(escaped("\0", Form::SqlString), Err(SecretFormError::Nul));
    }

    #[test]
    fn form_raw_changes_nothing() {
        assert_eq!(escaped("a\n'\\\0", Form::Raw).unwrap(), "a\n'\\\0");
    }
}
