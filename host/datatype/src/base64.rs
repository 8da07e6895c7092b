//! Base64 encoding and decoding in the three modes of the language: strict, URL-safe and lenient.

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes bytes on one line.
pub fn encode(bytes: &[u8]) -> String {
    encode_with(bytes, STANDARD)
}

/// Encodes bytes with the URL-safe alphabet.
pub fn encode_url_safe(bytes: &[u8]) -> String {
    encode_with(bytes, URL_SAFE)
}

/// Encodes bytes in lines of 60 characters, each with a line break.
pub fn encode_lines(bytes: &[u8]) -> String {
    bytes.chunks(45).map(|line| encode(line) + "\n").collect()
}

fn encode_with(bytes: &[u8], alphabet: &[u8; 64]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for position in 0..4 {
            let digit = alphabet[(bits >> (18 - 6 * position) & 0x3f) as usize];
            text.push(if position <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// Decodes a text strictly, including padding.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    decode_padded(text.as_bytes(), STANDARD)
}

/// Decodes a text in the URL-safe alphabet; padding is optional.
pub fn decode_url_safe(text: &str) -> Option<Vec<u8>> {
    let missing = if text.ends_with('=') { 0 } else { (4 - text.len() % 4) % 4 };
    decode_padded(format!("{text}{}", "=".repeat(missing)).as_bytes(), URL_SAFE)
}

/// Decodes leniently: invalid characters are skipped, and padding ends the text.
pub fn decode_lenient(text: &str) -> Vec<u8> {
    let digits = text.bytes().take_while(|byte| *byte != b'=').filter_map(|byte| value(byte, STANDARD));
    let digits: Vec<u32> = digits.collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for chunk in digits.chunks(4) {
        push_bytes(chunk, &mut bytes);
    }
    bytes
}

fn decode_padded(text: &[u8], alphabet: &[u8; 64]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take_while(|byte| **byte == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let digits =
        text[..text.len() - padding].iter().map(|byte| value(*byte, alphabet)).collect::<Option<Vec<u32>>>()?;
    for chunk in digits.chunks(4) {
        push_bytes(chunk, &mut bytes);
    }
    // Unused trailing bits must be zero.
    let is_exact = match digits.chunks(4).next_back() {
        Some(last) if last.len() == 2 => last[1] & 0x0f == 0,
        Some(last) if last.len() == 3 => last[2] & 0x03 == 0,
        _ => true,
    };
    is_exact.then_some(bytes)
}

fn value(byte: u8, alphabet: &[u8; 64]) -> Option<u32> {
    alphabet.iter().position(|digit| *digit == byte).and_then(|index| u32::try_from(index).ok())
}

fn push_bytes(digits: &[u32], bytes: &mut Vec<u8>) {
    let digit = |index: usize| digits.get(index).copied().unwrap_or(0);
    let bits = digit(0) << 18 | digit(1) << 12 | digit(2) << 6 | digit(3);
    let [_, first, second, third] = bits.to_be_bytes();
    bytes.extend([first, second, third].into_iter().take(digits.len().saturating_sub(1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_both_ways() {
        for text in ["", "h", "hi", "hel", "hello", "a longer text, with \0 and \u{e9}"] {
            assert_eq!(decode(&encode(text.as_bytes())).as_deref(), Some(text.as_bytes()));
            assert_eq!(decode_url_safe(&encode_url_safe(text.as_bytes())).as_deref(), Some(text.as_bytes()));
            assert_eq!(decode_lenient(&encode_lines(text.as_bytes())), text.as_bytes());
        }
        assert_eq!((encode(b"hello"), encode_url_safe(&[0xfb, 0xff])), ("aGVsbG8=".to_owned(), "-_8=".to_owned()));
        assert_eq!(encode_lines(&[0; 46]).lines().map(str::len).collect::<Vec<_>>(), [60, 4]);
    }

    #[test]
    fn malformed_texts_are_refused_or_read_leniently() {
        for text in ["a", "ab", "ab=", "a===", "aGVsbG9=", "aGVs bG8=", "*"] {
            assert_eq!(decode(text), None, "{text}");
        }
        assert_eq!(decode_lenient("aGVs\nbG8"), b"hello");
        assert_eq!(decode_url_safe("-_8").as_deref(), Some([0xfb, 0xff].as_slice()));
    }
}
