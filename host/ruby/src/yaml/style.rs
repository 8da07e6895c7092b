//! Scalars to be written: their text, and the style selected by Psych and libyaml.

use std::sync::LazyLock;

use marotte_regex::Regex;

use super::emitter::float;
use super::scalar::Scalar as Plain;
use crate::Data;

/// Style of a scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
    Folded,
}

/// A scalar to be written.
pub(super) struct Scalar {
    pub(super) text: String,
    pub(super) tag: Option<&'static str>,
    pub(super) is_nil: bool,
    wanted: Style,
}

/// Returns the text of a scalar.
pub(super) fn text(data: &Data) -> String {
    match data {
        Data::Nil | Data::Array(_) | Data::Hash(_) => String::new(),
        Data::Boolean(value) => value.to_string(),
        Data::Integer(number) => number.to_string(),
        Data::Float(number) => float(*number),
        Data::Symbol(name) => format!(":{name}"),
        Data::String(text) => text.clone(),
        Data::Regexp(source) => format!("/{source}/"),
        Data::Sensitive(_) => "Sensitive [value redacted]".to_owned(),
        Data::Shared(_, inner) => text(inner),
        Data::Foreign(foreign) => foreign.text.clone(),
    }
}

/// Returns a scalar; a string longer than `folds` is folded.
pub(super) fn of(data: &Data, folds: Option<usize>) -> Scalar {
    let text = text(data);
    let (wanted, tag) = match data {
        Data::Regexp(_) => (Style::Plain, Some("!ruby/regexp")),
        Data::String(_) | Data::Foreign(_) | Data::Sensitive(_) => wanted(&text, folds),
        _ => (Style::Plain, None),
    };
    Scalar { text, tag, is_nil: *data == Data::Nil, wanted }
}

/// Returns the style requested by Psych, in which the text is read back as a string.
fn wanted(text: &str, folds: Option<usize>) -> (Style, Option<&'static str>) {
    let inner_break = text.char_indices().any(|(at, letter)| letter == '\n' && !matches!(&text[at + 1..], "" | "\n"));
    let style = if inner_break {
        Style::Literal
    } else if text == "<<" {
        return (Style::Single, Some("!!str"));
    } else if text == "y" || text == "n" {
        Style::Double
    } else if folds.is_some_and(|width| text.chars().count() > width) {
        Style::Folded
    } else if has_line_with_mark(text) {
        Style::Double
    } else if is_not_text(text) {
        Style::Single
    } else {
        Style::Plain
    };
    (style, None)
}

/// Psych: `/^[^[:word:]][^"]*$/`, where the first character can be a line break.
fn has_line_with_mark(text: &str) -> bool {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts
        .filter_map(|start| text[start..].chars().next().map(|first| (first, &text[start + first.len_utf8()..])))
        .any(|(first, rest)| !is_word_character(first) && !rest.split('\n').next().unwrap_or_default().contains('"'))
}

/// Ruby: `[[:word:]]`
fn is_word_character(letter: char) -> bool {
    static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("[[:word:]]").ok());
    if letter.is_ascii() {
        return letter.is_ascii_alphanumeric() || letter == '_';
    }
    let mut buffer = [0; 4];
    WORD.as_ref().is_some_and(|word| word.is_match(letter.encode_utf8(&mut buffer)).unwrap_or(false))
}

/// Returns whether Psych would read a text as a value other than a string, or quotes it as an invalid octal number.
fn is_not_text(text: &str) -> bool {
    let is_odd_octal =
        text.starts_with('0') && text.trim_start_matches(|digit| ('0'..='7').contains(&digit)).starts_with(['8', '9']);
    is_odd_octal || !matches!(Plain::of(text), Plain::String | Plain::Date { is_valid: false, .. })
}

/// Words that Psych reads as a value other than a string, in any case, or quotes for readers that would.
const RESERVED: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Returns whether a text clearly needs no quotes: it has no special characters and is not a reserved word.
pub(super) fn is_word(text: &str) -> bool {
    let is_reserved = || text.len() <= 5 && RESERVED.iter().any(|word| word.eq_ignore_ascii_case(text));
    has_only_plain_characters(text)
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && !text.ends_with(':')
        && !is_reserved()
}

/// Returns whether a text is clearly an absolute path without special characters, which is written in double quotes.
pub(super) fn is_path(text: &str) -> bool {
    text.starts_with('/') && has_only_plain_characters(text)
}

/// Returns whether a text clearly consists of several words and needs no quotes, as most messages.
pub(super) fn is_sentence(text: &str) -> bool {
    let is_plain = |byte: u8| IS_PLAIN[usize::from(byte)] || matches!(byte, b' ' | b'\'' | b',' | b'(' | b')' | b'=');
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.contains(' ')
        && text.bytes().all(is_plain)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
}

fn has_only_plain_characters(text: &str) -> bool {
    text.bytes().all(|byte| IS_PLAIN[usize::from(byte)])
}

/// Whether a byte of a text needs no quotes.
const IS_PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        let letter = byte as u8;
        table[byte] =
            letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'/' | b'.' | b'-' | b'[' | b']' | b':');
        byte += 1;
    }
    table
};

/// Returns whether libyaml writes a character without escaping.
pub(super) fn is_printable(letter: char) -> bool {
    matches!(letter, '\n' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}')
        && letter != '\u{feff}'
}

fn is_break(letter: char) -> bool {
    matches!(letter, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Styles in which a text can be written.
#[derive(Clone, Copy)]
struct Allowed {
    plain: bool,
    single: bool,
    block: bool,
}

impl Scalar {
    /// Returns the style in which libyaml writes the scalar.
    pub(super) fn style(&self, is_key: bool) -> Style {
        let allowed = allowed(&self.text);
        let has_breaks = self.text.chars().any(is_break);
        let mut style = if is_key && has_breaks { Style::Double } else { self.wanted };
        if style == Style::Plain && (!allowed.plain || self.text.is_empty() && is_key) {
            style = Style::Single;
        }
        if style == Style::Single && !allowed.single {
            style = Style::Double;
        }
        if matches!(style, Style::Literal | Style::Folded) && (!allowed.block || is_key) {
            style = Style::Double;
        }
        style
    }
}

fn allowed(text: &str) -> Allowed {
    let letters: Vec<char> = text.chars().collect();
    let (Some(first), Some(last)) = (letters.first(), letters.last()) else {
        return Allowed { plain: true, single: true, block: false };
    };
    let mut has_indicators = text.starts_with("---") || text.starts_with("...");
    let (mut has_breaks, mut is_special, mut break_space, mut space_break) = (false, false, false, false);
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let is_gap =
            |letter: Option<char>| letter.is_none_or(|letter| letter == ' ' || letter == '\t' || is_break(letter));
        let after_gap = is_gap(before);
        let before_gap = is_gap(letters.get(index + 1).copied());
        has_indicators |= match letter {
            ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`' => index == 0,
            '#' => index == 0 || after_gap,
            '?' | '-' => index == 0 && before_gap,
            ':' => before_gap,
            _ => false,
        };
        is_special |= !is_printable(*letter);
        has_breaks |= is_break(*letter);
        break_space |= *letter == ' ' && before.is_some_and(is_break);
        space_break |= is_break(*letter) && before == Some(' ');
    }
    let is_edge = |letter: char| letter == ' ' || is_break(letter);
    let has_edges = is_edge(*first) || is_edge(*last);
    Allowed {
        plain: !has_indicators && !has_edges && !has_breaks && !space_break && !is_special,
        single: !break_space && !space_break && !is_special,
        block: *last != ' ' && !space_break && !is_special,
    }
}
