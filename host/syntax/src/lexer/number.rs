//! Numbers: decimal, octal, hexadecimal and floating point, and errors in invalid ones.

use super::Lexer;
use crate::issue;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Reads a number, or a word with leading digits.
    pub(super) fn number(&mut self, lo: usize) {
        let bytes = &self.text.as_bytes()[..self.context.limit];
        let text = &self.text[..self.context.limit];
        if let Some(end) = number_end(bytes, lo)
            && !text[end..].chars().next().is_some_and(char::is_alphanumeric)
        {
            self.position = end;
            match fault(&self.text[lo..end]) {
                None => self.push(TokenKind::Number, lo, end),
                Some(fault) => self.reject_number(fault, lo, lo, end),
            }
            return;
        }
        let end = lo + run(&bytes[lo..], is_word);
        self.position = end;
        // The text after '1.' is a token of its own, but the error covers the whole number.
        let mut start = lo;
        if lo > 1 && bytes[lo - 1] == b'.' {
            let digits = bytes[..lo - 1].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            start = if digits > 0 { lo - 1 - digits } else { lo };
        }
        match fault(&self.text[start..end]) {
            Some(fault) => self.reject_number(fault, start, lo, end),
            // The digits precede a non-ASCII letter.
            None => self.reject(lo, end, issue::illegal_number(self.source, start, end, lo + 1)),
        }
    }

    fn reject_number(&mut self, fault: Fault, start: usize, lo: usize, end: usize) {
        let diagnostic = match fault {
            Fault::Hex => issue::invalid_hex_number(self.source, start, end),
            Fault::Octal => issue::invalid_octal_number(self.source, start, end),
            Fault::Decimal => issue::invalid_decimal_number(self.source, start, end),
            Fault::Illegal => issue::illegal_number(self.source, start, end, start),
            Fault::Infinite => issue::infinite_number(self.source, start, end),
        };
        self.reject(lo, end, diagnostic);
    }
}

enum Fault {
    Hex,
    Octal,
    Decimal,
    Illegal,
    /// The value exceeds the range of a float.
    Infinite,
}

/// Returns the end of the number at `lo`, or `None` if a word character follows it.
pub(super) fn number_end(bytes: &[u8], lo: usize) -> Option<usize> {
    let ends = |at: usize| !bytes.get(at).copied().is_some_and(is_word);
    if bytes[lo] == b'0' && matches!(bytes.get(lo + 1), Some(b'x' | b'X')) {
        let digits = run(&bytes[lo + 2..], |byte| byte.is_ascii_hexdigit());
        return (digits > 0 && ends(lo + 2 + digits)).then_some(lo + 2 + digits);
    }
    let whole = lo + run(&bytes[lo..], |byte| byte.is_ascii_digit());
    let fraction = match bytes.get(whole) {
        Some(b'.') => run(&bytes[whole + 1..], |byte| byte.is_ascii_digit()),
        _ => 0,
    };
    let mut end = if fraction > 0 { whole + 1 + fraction } else { whole };
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(bytes.get(end + 1) == Some(&b'-'));
        let digits = run(bytes.get(end + 1 + sign..).unwrap_or_default(), |byte| byte.is_ascii_digit());
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    if ends(end) {
        Some(end)
    } else {
        // '1.5x' is read as '1', '.', '5x'.
        (fraction > 0).then_some(whole)
    }
}

/// Returns the error in the digits of a number.
fn fault(text: &str) -> Option<Fault> {
    let bytes = text.as_bytes();
    let digit = |byte: &u8| byte.is_ascii_digit();
    if matches!(bytes, [b'0', b'x' | b'X', ..]) {
        let digits = &bytes[2..];
        return (digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit)).then_some(Fault::Hex);
    }
    if matches!(bytes, [b'0', second, ..] if *second != b'.') {
        return (!bytes.iter().all(|byte| (b'0'..=b'7').contains(byte))).then_some(Fault::Octal);
    }
    let whole = run(bytes, |byte| byte.is_ascii_digit());
    match bytes.get(whole) {
        None => None,
        Some(b'e' | b'E' | b'.') => {
            let decimal = number_end(bytes, 0) == Some(bytes.len());
            let finite = text.parse::<f64>().is_ok_and(f64::is_finite);
            if decimal && finite { None } else { Some(if decimal { Fault::Infinite } else { Fault::Decimal }) }
        }
        Some(_) => (!bytes.iter().all(digit)).then_some(Fault::Illegal),
    }
}

fn run(bytes: &[u8], accept: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&byte| accept(byte)).count()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
