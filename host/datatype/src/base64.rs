//! Base64 encoding and decoding in the three modes of the language: strict, URL-safe and lenient.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// The URL-safe alphabet with optional padding.
const URL_SAFE_UNPADDED: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The standard alphabet without padding, where unused trailing bits are ignored.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// Encodes bytes on one line.
pub fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Encodes bytes with the URL-safe alphabet.
pub fn encode_url_safe(bytes: &[u8]) -> String {
    URL_SAFE.encode(bytes)
}

/// Encodes bytes in lines of 60 characters, each with a line break.
pub fn encode_lines(bytes: &[u8]) -> String {
    bytes.chunks(45).map(|line| encode(line) + "\n").collect()
}

/// Decodes a text strictly, including padding.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Decodes a text in the URL-safe alphabet; padding is optional.
pub fn decode_url_safe(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_UNPADDED.decode(text).ok()
}

/// Decodes leniently, like Ruby's `unpack('m')`: invalid characters and a single digit at the end are skipped, and padding ends
/// the text.
pub fn decode_lenient(text: &str) -> Vec<u8> {
    let digits = text.bytes().take_while(|byte| *byte != b'=');
    let mut digits: Vec<u8> =
        digits.filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).collect();
    if digits.len() % 4 == 1 {
        digits.pop();
    }
    LENIENT.decode(digits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_round_trips() {
        for text in ["", "h", "hi", "hel", "hello", "a longer text, with \0 and \u{e9}"] {
            assert_eq!(decode(&encode(text.as_bytes())).as_deref(), Some(text.as_bytes()));
            assert_eq!(decode_url_safe(&encode_url_safe(text.as_bytes())).as_deref(), Some(text.as_bytes()));
            assert_eq!(decode_lenient(&encode_lines(text.as_bytes())), text.as_bytes());
        }
        assert_eq!((encode(b"hello"), encode_url_safe(&[0xfb, 0xff])), ("aGVsbG8=".to_owned(), "-_8=".to_owned()));
        assert_eq!(encode_lines(&[0; 46]).lines().map(str::len).collect::<Vec<_>>(), [60, 4]);
    }

    #[test]
    fn malformed_texts_are_rejected_or_decoded_leniently() {
        for text in ["a", "ab", "ab=", "a===", "aGVsbG9=", "aGVs bG8=", "*"] {
            assert_eq!(decode(text), None, "{text}");
        }
        assert_eq!(decode_lenient("aGVs\nbG8"), b"hello");
        assert_eq!(decode_url_safe("-_8").as_deref(), Some([0xfb, 0xff].as_slice()));
    }
}
