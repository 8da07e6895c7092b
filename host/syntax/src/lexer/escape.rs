//! Replacement of escapes in strings and heredocs. Invalid escapes are kept as they are.

use std::borrow::Cow;

/// The set of escapes that a text supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Escapes(u16);

impl Escapes {
    /// No escapes: every backslash is literal.
    pub(super) const NONE: Self = Self(0);
    pub(super) const BACKSLASH: Self = Self(1);
    pub(super) const DOLLAR: Self = Self(1 << 1);
    pub(super) const RETURN: Self = Self(1 << 2);
    pub(super) const NEWLINE: Self = Self(1 << 3);
    pub(super) const TAB: Self = Self(1 << 4);
    pub(super) const SPACE: Self = Self(1 << 5);
    pub(super) const UNICODE: Self = Self(1 << 6);
    /// A backslash at the end of a line joins it with the next.
    pub(super) const JOIN: Self = Self(1 << 7);
    pub(super) const QUOTES: Self = Self(1 << 8);
    /// The escapes of a double-quoted string.
    pub(super) const ALL: Self = Self((1 << 9) - 1);

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A warning about an escape.
pub(super) enum EscapeWarning {
    /// `\u` without valid digits.
    BadUnicode,
    /// An unnecessary escape of an ordinary character.
    Unknown(char),
}

/// Error for a `\u` whose digits are not a valid code point.
pub(super) struct InvalidCodePoint;

/// Replaces the escapes of a single-quoted string.
pub(super) fn unescape_single(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&next @ ('\\' | '\''))) => {
                characters.next();
                result.push(next);
            }
            _ => result.push(character),
        }
    }
    result
}

/// Replaces the escapes of a text. Warnings carry the offset of the backslash in `text`.
pub(super) fn unescape(
    text: &str,
    escapes: Escapes,
    mut warn: impl FnMut(EscapeWarning, usize),
) -> Result<String, InvalidCodePoint> {
    // Puppet replaces all \u first, so a backslash produced by one escapes the following character.
    let text = if escapes.has(Escapes::UNICODE) && text.contains("\\u") {
        Cow::Owned(replace_unicode(text)?)
    } else {
        Cow::Borrowed(text)
    };
    let mut result = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        let place = text.len() - rest.len() + at;
        let after = &rest[at + 1..];
        let Some(next) = after.chars().next() else {
            result.push('\\');
            return Ok(result);
        };
        let mut used = next.len_utf8();
        match next {
            '\\' if escapes.has(Escapes::BACKSLASH) => result.push('\\'),
            '$' if escapes.has(Escapes::DOLLAR) => result.push('$'),
            '\'' | '"' if escapes.has(Escapes::QUOTES) => result.push(next),
            'r' if escapes.has(Escapes::RETURN) => result.push('\r'),
            'n' if escapes.has(Escapes::NEWLINE) => result.push('\n'),
            't' if escapes.has(Escapes::TAB) => result.push('\t'),
            's' if escapes.has(Escapes::SPACE) => result.push(' '),
            '\n' if escapes.has(Escapes::JOIN) => {}
            '\r' if escapes.has(Escapes::JOIN) && after.starts_with("\r\n") => used = 2,
            '\n' | '\r' => {
                result.push('\\');
                used = 0;
            }
            _ => {
                if next == 'u' && escapes.has(Escapes::UNICODE) {
                    warn(EscapeWarning::BadUnicode, place);
                } else if escapes.has(Escapes::QUOTES) {
                    warn(EscapeWarning::Unknown(next), place);
                }
                result.push('\\');
                result.push(next);
            }
        }
        rest = &after[used..];
    }
    result.push_str(rest);
    Ok(result)
}

/// Replaces `\uXXXX` and `\u{X}`, unless the backslash is itself escaped.
fn replace_unicode(text: &str) -> Result<String, InvalidCodePoint> {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((number, length)) = unicode_escape(rest) {
            result.push(char::from_u32(number).ok_or(InvalidCodePoint)?);
            rest = &rest[length..];
        } else {
            let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
            result.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    result.push_str(rest);
    Ok(result)
}

/// Returns the number of the `\u` escape at the start of a text, and the length of the escape.
fn unicode_escape(text: &str) -> Option<(u32, usize)> {
    let digits = text.strip_prefix("\\u")?;
    let (hex, around) = match digits.strip_prefix('{') {
        Some(inside) => (inside.split_once('}')?.0, 2),
        None => (digits.get(..4)?, 0),
    };
    let fits = (1..=6).contains(&hex.len()) && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = fits.then(|| u32::from_str_radix(hex, 16).ok()).flatten()?;
    Some((number, 2 + hex.len() + around))
}
