//! Names of Puppet 3: names with hyphens, and class names with a leading digit. The lexer has no other
//! differences for Puppet 3.

use super::Lexer;
use super::number::number_end;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Returns the Puppet 3 kind and the end of a token.
    pub(super) fn old_name(&mut self, kind: TokenKind, lo: usize, hi: usize) -> (TokenKind, usize) {
        let bytes = &self.text.as_bytes()[..self.context.limit];
        let (kind, end) = match kind {
            TokenKind::Variable => (kind, variable_end(bytes, hi)),
            TokenKind::TypeName => (kind, segments_end(bytes, hi, |byte| byte.is_ascii_uppercase())),
            TokenKind::Number if number_end(bytes, lo).is_none() => {
                (TokenKind::Name, segments_end(bytes, lo, is_name_start))
            }
            TokenKind::Name => (kind, segments_end(bytes, hi, is_name_start)),
            TokenKind::Word => {
                let end = segments_end(bytes, hi, is_name_start);
                let name = self.text[lo..end].trim_start_matches("::");
                let is_name = name.split("::").all(|segment| segment.bytes().next().is_some_and(is_name_start));
                (if is_name { TokenKind::Name } else { kind }, end)
            }
            _ => (kind, hi),
        };
        if end != hi {
            self.position = end;
        }
        (kind, end)
    }
}

/// Returns the end of a variable whose name would end at `at` in Puppet 4. A number after the hyphen is subtracted.
pub(super) fn variable_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let hyphens = run(bytes, at, |byte| byte == b'-');
        let next = bytes.get(at + hyphens).copied().unwrap_or_default();
        if hyphens > 0 && (next.is_ascii_alphabetic() || next == b'_') {
            at += hyphens + run(bytes, at + hyphens, is_word);
        } else if bytes[at..].starts_with(b"::") && bytes.get(at + 2).copied().is_some_and(is_word) {
            at += 2 + run(bytes, at + 2, is_word);
        } else {
            return at;
        }
    }
}

/// Returns the end of a name that has been read up to `at`: the rest of its segment, and further segments.
fn segments_end(bytes: &[u8], mut at: usize, is_first: impl Fn(u8) -> bool) -> usize {
    loop {
        at += run(bytes, at, is_word);
        let hyphens = run(bytes, at, |byte| byte == b'-');
        if hyphens > 0 && bytes.get(at + hyphens).copied().is_some_and(is_word) {
            at += hyphens;
        } else if bytes[at..].starts_with(b"::") && bytes.get(at + 2).copied().is_some_and(&is_first) {
            at += 2;
        } else {
            return at;
        }
    }
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn run(bytes: &[u8], from: usize, accept: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().take_while(|&&byte| accept(byte)).count()
}
