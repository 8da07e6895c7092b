//! Scalars: their text, and the style selected by Psych and libyaml.

use marotte_regex::Regex;

use super::float;
use crate::data::Data;

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
pub(super) fn of(data: &Data, folds: Option<usize>, scanner: Option<&Scanner>) -> Scalar {
    let text = text(data);
    let (wanted, tag) = match data {
        Data::Regexp(_) => (Style::Plain, Some("!ruby/regexp")),
        Data::String(_) | Data::Foreign(_) | Data::Sensitive(_) => wanted(&text, folds, scanner),
        _ => (Style::Plain, None),
    };
    Scalar { text, tag, is_nil: *data == Data::Nil, wanted }
}

/// Returns the style requested by Psych, in which the text is read back as a string.
fn wanted(text: &str, folds: Option<usize>, scanner: Option<&Scanner>) -> (Style, Option<&'static str>) {
    let inner_break = text.char_indices().any(|(at, letter)| letter == '\n' && !matches!(&text[at + 1..], "" | "\n"));
    let style = if inner_break {
        Style::Literal
    } else if text == "<<" {
        return (Style::Single, Some("!!str"));
    } else if text == "y" || text == "n" {
        Style::Double
    } else if folds.is_some_and(|width| text.chars().count() > width) {
        Style::Folded
    } else if text.lines().any(begins_with_mark) {
        Style::Double
    } else if is_other_than_text(text, scanner) {
        Style::Single
    } else {
        Style::Plain
    };
    (style, None)
}

/// Psych: `/^[^[:word:]][^"]*$/`
fn begins_with_mark(line: &str) -> bool {
    line.chars().next().is_some_and(|first| !first.is_alphanumeric() && first != '_')
        && !line.chars().skip(1).any(|letter| letter == '"')
}

/// Psych's scanner, as far as it distinguishes strings from other scalars.
pub(super) struct Scanner {
    string: Regex,
    others: Vec<Regex>,
    odd_octal: Regex,
}

impl Scanner {
    pub(super) fn new() -> Option<Self> {
        let compiled = |source: &&str| Regex::new(source).ok();
        Some(Self {
            string: compiled(&r"^[^\d.:-]?[[:alpha:]_\s!@#$%\^&*(){}<>|/\\~;=]+")?,
            others: [
                r"^-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?$",
                r"^\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)$",
                r"^[-+]?\.inf$",
                r"^\.nan$",
                r"^:.",
                r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}$",
                r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\.[0-9_]*$",
                r"^(?:[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?)$",
                r"^[-+]?0b[0-1_,]+$",
                r"^[-+]?0[0-7_,]+$",
                r"^[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)$",
                r"^[-+]?0x[0-9a-fA-F_,]+$",
            ]
            .iter()
            .map(compiled)
            .collect::<Option<_>>()?,
            odd_octal: compiled(&r"\A0[0-7]*[89]")?,
        })
    }
}

/// Returns whether Psych would read a text as a value other than a string.
fn is_other_than_text(text: &str, scanner: Option<&Scanner>) -> bool {
    if text.is_empty() {
        return true;
    }
    let Some(scanner) = scanner else { return false };
    let fits = |regex: &Regex| regex.is_match(text).unwrap_or(false);
    if fits(&scanner.odd_octal) {
        return true;
    }
    if fits(&scanner.string) || text.contains('\n') {
        let words = ["~", "null", "yes", "true", "on", "no", "false", "off"];
        return words.contains(&text.to_ascii_lowercase().as_str());
    }
    let is_point = matches!(text, "." | "+." | "-.");
    !is_point
        && (scanner.others.iter().any(fits)
            || text.to_ascii_lowercase().ends_with(".inf")
            || text.eq_ignore_ascii_case(".nan"))
}

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
