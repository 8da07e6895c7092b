//! Format directives such as `%-10s`, and the selection of a format by type.

use std::borrow::Cow;
use std::cmp::Ordering;

use datatype::{FloatRange, Type};
use value::{EvalError, Value, class_name};

use crate::functions::sort;

/// Format for the values of a type.
#[derive(Clone, Debug)]
pub(super) struct StringFormat {
    /// The original text of the format.
    pub(super) source: String,
    /// The letter at the end.
    pub(super) letter: char,
    /// `#`: alternate form.
    pub(super) is_alternate: bool,
    /// `-`: left-aligned.
    is_left: bool,
    /// The delimiters of an array or hash, if given.
    pub(super) delimiters: Option<(&'static str, &'static str)>,
    /// Minimum number of characters.
    pub(super) width: Option<usize>,
    /// Maximum number of characters.
    precision: Option<usize>,
    /// The separator of elements.
    pub(super) separator: Option<String>,
    /// The separator between key and value.
    pub(super) separator2: Option<String>,
    /// Formats of elements that are not arrays or hashes.
    pub(super) inner: Option<StringFormats>,
}

impl StringFormat {
    /// Parses a format.
    pub(super) fn parse(source: &str) -> Result<Self, EvalError> {
        let invalid = || {
            EvalError::new(format!(
                "The format '{source}' is not a valid format on the form '%<flags><width>.<prec><format>'"
            ))
        };
        let is_flag = |letter: char| {
            matches!(letter, '[' | '+' | '#' | '0' | '{' | '<' | '(' | '|' | '-') || letter.is_whitespace()
        };
        let rest = source.strip_prefix('%').ok_or_else(invalid)?;
        let (flags, rest) = rest.split_at(rest.find(|letter| !is_flag(letter)).unwrap_or(rest.len()));
        let (width, rest) = digits(rest);
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => match digits(rest) {
                ("", _) => return Err(invalid()),
                found => found,
            },
            None => ("", rest),
        };
        let mut letters = rest.chars();
        let (Some(letter), None) = (letters.next().filter(char::is_ascii_alphabetic), letters.next()) else {
            return Err(invalid());
        };
        if flags.char_indices().any(|(index, flag)| flags[..index].contains(flag)) {
            return Err(EvalError::new(format!("The same flag can only be used once, got '{source}'")));
        }
        let mut delimiters = flags.chars().filter_map(delimiters);
        let first = delimiters.next();
        if delimiters.next().is_some() {
            return Err(EvalError::new(format!(
                "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{source}'"
            )));
        }
        Ok(Self {
            source: source.to_owned(),
            letter,
            is_alternate: flags.contains('#'),
            is_left: flags.contains('-'),
            delimiters: first.or_else(|| flags.contains(' ').then_some(("", ""))),
            width: width.parse().ok(),
            precision: precision.parse().ok(),
            separator: None,
            separator2: None,
            inner: None,
        })
    }

    /// Parses the format of a type: a string, or a hash with the format of a container and its options.
    fn of_value(given: &Value) -> Result<Self, EvalError> {
        let Some(parts) = given.as_hash() else {
            return Self::parse(given.as_str().unwrap_or_default());
        };
        let text = |name| parts.text(name).and_then(Value::as_str).map(str::to_owned);
        let inner = parts.text("string_formats").map(StringFormats::of_types).transpose()?;
        let format = Self::parse(&text("format").unwrap_or_default())?;
        Ok(Self { separator: text("separator"), separator2: text("separator2"), inner, ..format })
    }

    /// Merges this format with a more specific one, which takes precedence.
    fn overridden(self, higher: Self) -> Self {
        let inner = match (self.inner, higher.inner) {
            (Some(lower), Some(higher)) => Some(lower.overridden(higher)),
            (lower, higher) => higher.or(lower),
        };
        Self {
            separator: higher.separator.or(self.separator),
            separator2: higher.separator2.or(self.separator2),
            inner,
            ..higher
        }
    }

    /// Pads or truncates text to the width and precision of the format.
    pub(super) fn padded(&self, text: &str) -> String {
        let end = self.precision.and_then(|count| text.char_indices().nth(count)).map_or(text.len(), |(end, _)| end);
        let text = &text[..end];
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        let blanks = " ".repeat(missing.min(MAXIMUM_WIDTH));
        if self.is_left { format!("{text}{blanks}") } else { format!("{blanks}{text}") }
    }
}

/// Maximum width. A larger one is a mistake or an attack.
const MAXIMUM_WIDTH: usize = 1 << 24;

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

fn delimiters(flag: char) -> Option<(&'static str, &'static str)> {
    Some(match flag {
        '[' => ("[", "]"),
        '{' => ("{", "}"),
        '(' => ("(", ")"),
        '<' => ("<", ">"),
        '|' => ("|", "|"),
        _ => return None,
    })
}

/// Formats by type; the first matching type is used.
#[derive(Clone, Debug)]
pub(super) struct StringFormats(Vec<(Type, StringFormat)>);

impl StringFormats {
    /// Returns the default formats.
    pub(super) fn usual() -> Self {
        let inner = || Some(Self::one(Type::Any, "%p"));
        let format = |source| Self::plain(source);
        let list = StringFormat { separator: Some(", ".to_owned()), inner: inner(), ..format("%a") };
        let hash = StringFormat {
            separator2: Some(" => ".to_owned()),
            inner: inner(),
            ..StringFormat { source: "%h".to_owned(), letter: 'h', ..list.clone() }
        };
        Self(vec![
            (Type::object(), format("%p")),
            (Type::Float(FloatRange::ANY), format("%f")),
            (Type::Numeric, format("%d")),
            (Type::array(), list),
            (Type::hash(), hash),
            (Type::Binary, format("%B")),
            (Type::Any, format("%s")),
        ])
    }

    /// Returns a format that consists of a letter only.
    fn plain(source: &str) -> StringFormat {
        StringFormat {
            source: source.to_owned(),
            letter: source.chars().next_back().unwrap_or('s'),
            is_alternate: false,
            is_left: false,
            delimiters: None,
            width: None,
            precision: None,
            separator: None,
            separator2: None,
            inner: None,
        }
    }

    fn one(data_type: Type, source: &str) -> Self {
        Self(vec![(data_type, Self::plain(source))])
    }

    /// Returns the default format of elements.
    pub(super) fn of_elements() -> Self {
        Self::one(Type::Any, "%p")
    }

    /// Returns the formats with one format for a given value.
    pub(super) fn of_value(value: &Value, format: &str) -> Result<Self, EvalError> {
        let data_type = match value {
            Value::Array(_) => Type::array(),
            Value::Hash(_) => Type::hash(),
            other => Type::infer_set(other),
        };
        Ok(Self(vec![(data_type, StringFormat::parse(format)?)]))
    }

    /// Parses a hash of formats by type.
    pub(super) fn of_types(formats: &Value) -> Result<Self, EvalError> {
        let entries = formats.as_hash().into_iter().flatten();
        let format = |(data_type, format): (&Value, &Value)| match data_type.as_type() {
            Some(data_type) => Ok((data_type.clone(), StringFormat::of_value(format)?)),
            None => Err(EvalError::new(format!(
                "top level keys in the format hash must be data types, got instance of '{}'",
                class_name(data_type)
            ))),
        };
        entries.map(format).collect::<Result<_, EvalError>>().map(Self)
    }

    /// Merges these formats with more specific ones, which take precedence.
    pub(super) fn overridden(self, higher: Self) -> Self {
        let is_covered =
            |data_type: &Type| higher.0.iter().any(|(other, _)| other != data_type && other.is_assignable(data_type));
        let mut merged: Vec<(Type, StringFormat)> =
            self.0.into_iter().filter(|(data_type, _)| !is_covered(data_type)).collect();
        for (data_type, format) in higher.0 {
            match merged.iter_mut().find(|(known, _)| *known == data_type) {
                Some((_, known)) => *known = known.clone().overridden(format),
                None => merged.push((data_type, format)),
            }
        }
        let compare = |left: &(Type, StringFormat), right: &(Type, StringFormat)| Ok(more_special(&left.0, &right.0));
        // The comparison never fails.
        Self(sort::merge_sorted(&merged, &mut { compare }).unwrap_or(merged))
    }

    /// Returns the format for a value.
    pub(super) fn of(&self, value: &Value) -> Cow<'_, StringFormat> {
        // Puppet: a data type is an instance of `Object`, but does not match a specific object type.
        let is_of = |data_type: &Type| match value {
            Value::Type(_) => data_type.is_assignable(&Type::infer(value)),
            _ => data_type.is_instance(value),
        };
        let found = self.0.iter().find(|(data_type, _)| is_of(data_type));
        found.map_or_else(|| Cow::Owned(Self::plain("%s")), |(_, format)| Cow::Borrowed(format))
    }
}

/// Orders types from specific to general.
fn more_special(left: &Type, right: &Type) -> Ordering {
    if left == right {
        return Ordering::Equal;
    }
    match (right.is_assignable(left), left.is_assignable(right)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => match (rank(left), rank(right)) {
            (0, _) | (_, 0) => left.to_string().cmp(&right.to_string()),
            (left, right) => left.cmp(&right),
        },
    }
}

fn rank(data_type: &Type) -> u8 {
    match data_type {
        Type::Struct(_) => 1,
        Type::Hash(_) => 2,
        Type::Tuple(_) => 3,
        Type::Array(_) => 4,
        Type::Pattern(_) => 10,
        Type::Enum(_) => 11,
        Type::String(_) | Type::Text(_) => 12,
        _ => 0,
    }
}
