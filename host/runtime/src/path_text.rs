//! Paths as text. Components use strings for paths, but file names are bytes: each byte that is not part of valid
//! UTF-8 is encoded as a zero byte and two hexadecimal digits. Paths cannot contain zero bytes, so the encoding is
//! unambiguous.

use std::borrow::Cow;

/// Returns the text of a path or name.
pub(crate) fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let digits = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]].map(char::from);
            text.extend(['\0', digits[0], digits[1]]);
        }
    }
    text
}

/// Returns the path or name that a text represents; `None` if the text is not valid.
pub(crate) fn decode(text: &str) -> Option<Cow<'_, [u8]>> {
    if !text.contains('\0') {
        return Some(Cow::Borrowed(text.as_bytes()));
    }
    let mut parts = text.split('\0');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    // Other bytes, in particular `/` and `.`, must not be encoded.
    (encode(&bytes) == text).then_some(Cow::Owned(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_text() {
        for (bytes, text) in [
            (&b"/a/b"[..], "/a/b"),
            ("/été".as_bytes(), "/été"),
            (b"/caf\xe9", "/caf\0e9"),
            (b"\xff/\xc3", "\0ff/\0c3"),
            (b"/\xe2\x82x", "/\0e2\082x"),
        ] {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Some(bytes), "{text:?}");
        }
    }

    #[test]
    fn text_that_is_not_the_text_of_a_name_is_refused() {
        // Encoded `/`, `.` and letters, an encoded valid character, truncated, invalid digits.
        for text in [
            "/a\x002fb",
            "/\x002e\x002e/x",
            "\x0061",
            "\x00c3\x00a9",
            "/a\x00",
            "/a\x00e",
            "/\x00E9",
            "/\x00+9",
            "/\x00é9",
            "\x0000",
        ] {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }
}
