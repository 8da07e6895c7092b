//! Forms and queries: pairs of names and values.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use thiserror::Error;

/// Characters that are encoded in forms, and in the parts of paths.
pub(crate) const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The largest number of fields: each needs memory of its own, even if it is empty.
const FIELDS: usize = 1_000;

/// Error of a form that cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FormError {
    /// A name or value is not UTF-8.
    #[error("a parameter is not UTF-8")]
    Encoding,
    /// There are too many fields.
    #[error("there are more than {FIELDS} parameters")]
    Count,
}

/// Decodes the parameters of a query or form, in their order.
///
/// # Errors
/// Returns an error if a name or value is not UTF-8, or there are more than a thousand fields.
pub fn decode_form(text: &str) -> Result<Vec<(String, String)>, FormError> {
    let pairs = || text.split('&').filter(|pair| !pair.is_empty());
    if pairs().nth(FIELDS).is_some() {
        return Err(FormError::Count);
    }
    pairs()
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decode_part(name)?, decode_part(value)?))
        })
        .collect()
}

fn decode_part(part: &str) -> Result<String, FormError> {
    decode_value(&part.replace('+', " "))
}

/// Decodes a value that was encoded twice, such as facts; a plus sign stands for itself.
pub(crate) fn decode_value(text: &str) -> Result<String, FormError> {
    percent_decode_str(text).decode_utf8().map(Into::into).map_err(|_| FormError::Encoding)
}

/// Returns the text of a query or form.
#[must_use]
pub fn encode_form(fields: &[(&str, &str)]) -> String {
    let pair = |(name, value): &(&str, &str)| format!("{}={}", encode_value(name), encode_value(value));
    fields.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// Returns a text as the value of a field that the server decodes once more, such as facts.
#[must_use]
pub fn encode_value(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_round_trips() {
        let fields = [("a b", "c&d=é+%"), ("", "x"), ("empty", "")];
        let text = encode_form(&fields);
        assert_eq!(text, "a%20b=c%26d%3D%C3%A9%2B%25&=x&empty=");
        assert_eq!(decode_form(&text).unwrap(), fields.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn form_decodes_plus_signs_and_missing_values() {
        let fields = decode_form("&a+b=%2b%2&&c").unwrap();
        assert_eq!(fields, [("a b".to_owned(), "+%2".to_owned()), ("c".to_owned(), String::new())]);
        assert_eq!(decode_form("a=%ff"), Err(FormError::Encoding));
    }

    #[test]
    fn form_has_a_limited_number_of_fields() {
        assert_eq!(decode_form(&"a&".repeat(FIELDS)).map(|fields| fields.len()), Ok(FIELDS));
        assert_eq!(decode_form(&"a&".repeat(FIELDS + 1)), Err(FormError::Count));
    }
}
