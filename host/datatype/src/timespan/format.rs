//! Formats of time spans: `%D` days, `%H` hours, `%M` minutes, `%S` seconds, `%L` milliseconds, `%N`
//! nanoseconds, each with `-` (no padding), `_` (spaces) or `0`, and a width. The largest unit in a format
//! absorbs all larger ones.

use std::fmt;

use super::Timespan;
use crate::regex::{Regex, escape};

/// The default formats.
pub(crate) const DEFAULT_FORMATS: &[&str] =
    &["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

const SECOND: u128 = 1_000_000_000;

/// Maximum width of padding, which limits the length of the output.
const MAX_WIDTH: usize = 1024;

/// The error for a text that cannot be parsed, or for an invalid format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimespanError {
    /// The text does not match the formats.
    Text {
        /// The text.
        text: Box<str>,
        /// The formats that were tried.
        formats: Box<[Box<str>]>,
    },
    /// The format has an invalid directive.
    Format {
        /// The directive as far as it was parsed.
        directive: Box<str>,
        /// The format.
        format: Box<str>,
        /// The position of the error in the directive, in characters.
        position: usize,
    },
    /// The format contains a fraction of a second without a larger unit.
    FractionAlone,
}

impl fmt::Display for TimespanError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { text, formats } => match formats.as_ref() {
                [format] => write!(formatter, "Unable to parse '{text}' using format '{format}'"),
                formats => write!(formatter, "Unable to parse '{text}' using any of the formats {}", formats.join(", ")),
            },
            Self::Format { directive, format, position } => {
                write!(formatter, "Bad format specifier '{directive}' in '{format}', at position {position}")
            }
            Self::FractionAlone => formatter.write_str(
                "Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude",
            ),
        }
    }
}

impl std::error::Error for TimespanError {}

pub(super) fn parse(text: &str, formats: &[&str]) -> Result<Timespan, TimespanError> {
    let failure = || TimespanError::Text {
        text: text.into(),
        formats: formats.iter().map(|format| Box::from(*format)).collect(),
    };
    for format in formats {
        match (TimespanFormat::parse(format)?.read(text), formats.len()) {
            (Ok(Some(span)), _) => return Ok(span),
            (Err(error), 1) => return Err(error),
            _ => {}
        }
    }
    Err(failure())
}

/// A parsed format.
#[derive(Clone, Debug)]
pub struct TimespanFormat {
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq)]
enum Segment {
    Literal(String),
    Value(Value),
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Value {
    unit: Unit,
    padding: Padding,
    width: Option<usize>,
    /// Whether the unit absorbs all larger units.
    is_total: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Padding {
    None,
    Blank,
    Zero,
}

/// Units from small to large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanosecond,
    Millisecond,
    Second,
    Minute,
    Hour,
    Day,
}

impl Unit {
    fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'D' => Self::Day,
            'H' => Self::Hour,
            'M' => Self::Minute,
            'S' => Self::Second,
            'L' => Self::Millisecond,
            'N' => Self::Nanosecond,
            _ => return None,
        })
    }

    fn nanoseconds(self) -> u128 {
        match self {
            Self::Day => 86_400 * SECOND,
            Self::Hour => 3600 * SECOND,
            Self::Minute => 60 * SECOND,
            Self::Second => SECOND,
            Self::Millisecond => 1_000_000,
            Self::Nanosecond => 1,
        }
    }

    /// Returns how many of this unit make up the next larger unit.
    fn count(self) -> u128 {
        match self {
            Self::Day => u128::MAX,
            Self::Hour => 24,
            Self::Minute | Self::Second => 60,
            Self::Millisecond => 1000,
            Self::Nanosecond => SECOND,
        }
    }

    fn usual_width(self) -> usize {
        match self {
            Self::Day => 1,
            Self::Hour | Self::Minute | Self::Second => 2,
            Self::Millisecond => 3,
            Self::Nanosecond => 9,
        }
    }

    fn is_fraction(self) -> bool {
        self < Self::Second
    }
}

impl TimespanFormat {
    /// Parses a format.
    pub fn parse(format: &str) -> Result<Self, TimespanError> {
        let mut segments: Vec<Segment> = Vec::new();
        let mut chars = format.chars().enumerate();
        while let Some((start, character)) = chars.next() {
            if character != '%' {
                push_literal(&mut segments, character);
                continue;
            }
            let (mut padding, mut width) = (Padding::Zero, None);
            let mut is_first = true;
            loop {
                let bad = |position: usize| TimespanError::Format {
                    directive: format.chars().skip(start).take(position - start).collect::<String>().into(),
                    format: format.into(),
                    position,
                };
                let Some((position, letter)) = chars.next() else {
                    return Err(bad(format.chars().count().saturating_sub(1)));
                };
                match letter {
                    '%' => {
                        push_literal(&mut segments, '%');
                        break;
                    }
                    '-' if is_first => padding = Padding::None,
                    '_' if is_first => padding = Padding::Blank,
                    '0' if is_first => {}
                    '0'..='9' => {
                        let digit = usize::from(letter as u8 - b'0');
                        width = Some((width.unwrap_or(0) * 10 + digit).min(MAX_WIDTH));
                    }
                    _ => {
                        let unit = Unit::of(letter).ok_or_else(|| bad(position))?;
                        segments.push(Segment::Value(Value { unit, padding, width, is_total: false }));
                        break;
                    }
                }
                is_first = false;
            }
        }
        let mut format = Self { segments };
        format.mark_biggest();
        Ok(format)
    }

    fn mark_biggest(&mut self) {
        let units = self.segments.iter().filter_map(|segment| match segment {
            Segment::Value(value) => Some(value.unit),
            Segment::Literal(_) => None,
        });
        let Some(biggest) = units.max() else { return };
        for segment in &mut self.segments {
            if let Segment::Value(value) = segment
                && value.unit == biggest
            {
                value.is_total = true;
                return;
            }
        }
    }

    /// Formats a span.
    pub fn format(&self, span: Timespan) -> String {
        let magnitude = span.nanoseconds().unsigned_abs();
        let mut out = String::from(if span.nanoseconds() < 0 { "-" } else { "" });
        for segment in &self.segments {
            match segment {
                Segment::Literal(text) => out.push_str(text),
                Segment::Value(value) => out.push_str(&value.text(magnitude)),
            }
        }
        out
    }

    /// Parses a span; `None` if the text does not match.
    fn read(&self, text: &str) -> Result<Option<Timespan>, TimespanError> {
        let mut pattern = String::from(r"\A-?");
        for segment in &self.segments {
            match segment {
                Segment::Literal(text) => pattern.push_str(&escape(text)),
                Segment::Value(value) => pattern.push_str(&value.pattern()),
            }
        }
        pattern.push_str(r"\z");
        let found = Regex::new(&pattern).and_then(|regex| regex.captures_at(text, 0));
        let Ok(Some(captures)) = found else { return Ok(None) };
        let values = self.segments.iter().filter_map(|segment| match segment {
            Segment::Value(value) => Some(value),
            Segment::Literal(_) => None,
        });
        let mut total: i128 = 0;
        for (index, value) in values.enumerate() {
            let digits = captures.text(index + 1, text).unwrap_or_default().trim_start();
            if value.is_total && value.unit.is_fraction() {
                return Err(TimespanError::FractionAlone);
            }
            let Some(part) = value.read(digits) else { return Ok(None) };
            let Some(sum) = total.checked_add(part) else { return Ok(None) };
            total = sum;
        }
        Ok(Some(Timespan::from_nanoseconds(if text.starts_with('-') { -total } else { total })))
    }
}

fn push_literal(segments: &mut Vec<Segment>, character: char) {
    match segments.last_mut() {
        Some(Segment::Literal(text)) => text.push(character),
        _ => segments.push(Segment::Literal(character.into())),
    }
}

impl Value {
    fn text(self, magnitude: u128) -> String {
        let width = self.width.unwrap_or(self.unit.usual_width());
        let mut number = match self.unit {
            Unit::Nanosecond if width < 9 => {
                let unit = power_of_ten(9 - width);
                let shortened = magnitude / unit;
                if self.is_total { shortened } else { shortened % power_of_ten(width) }
            }
            unit => {
                let total = magnitude / unit.nanoseconds();
                if self.is_total { total } else { total % unit.count() }
            }
        };
        if !self.unit.is_fraction() {
            return match self.padding {
                Padding::None => number.to_string(),
                Padding::Blank => format!("{number:>width$}"),
                Padding::Zero => format!("{number:0>width$}"),
            };
        }
        if !self.is_total && self.padding != Padding::Zero {
            number = without_trailing_zeros(number);
        }
        // As in Puppet, a fraction is padded after its digits, and leading zeros are lost.
        match self.padding {
            Padding::None => number.to_string(),
            Padding::Blank | Padding::Zero => format!("{number:<width$}"),
        }
    }

    fn pattern(self) -> String {
        let usual = self.unit.usual_width();
        match (self.width, self.padding, self.is_total) {
            (None, Padding::None | Padding::Zero, true) => "([0-9]+)".to_owned(),
            (None, Padding::Blank, true) => r"\s*([0-9]+)".to_owned(),
            (None, Padding::None | Padding::Zero, false) => format!("([0-9]{{1,{usual}}})"),
            (None, Padding::Blank, false) => format!(r"([0-9\s]{{1,{usual}}})"),
            (Some(width), Padding::None, _) => format!("([0-9]{{1,{width}}})"),
            (Some(width), Padding::Zero, _) => format!("([0-9]{{{width}}})"),
            (Some(width), Padding::Blank, _) => format!(r"([0-9\s]{{{width}}})"),
        }
    }

    /// Returns the nanoseconds represented by digits.
    fn read(self, digits: &str) -> Option<i128> {
        let number: i128 = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        if self.unit.is_fraction() {
            let missing = 9_usize.saturating_sub(digits.len());
            return number.checked_mul(i128::try_from(power_of_ten(missing)).ok()?);
        }
        number.checked_mul(i128::try_from(self.unit.nanoseconds()).ok()?)
    }
}

fn power_of_ten(exponent: usize) -> u128 {
    10_u128.pow(u32::try_from(exponent).unwrap_or(0))
}

fn without_trailing_zeros(mut number: u128) -> u128 {
    while number != 0 && number.is_multiple_of(10) {
        number /= 10;
    }
    number
}

/// Returns the nanoseconds of a second as written by `%-N`.
pub(super) fn shortest(nanoseconds: u128) -> u128 {
    without_trailing_zeros(nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_formatted() {
        let span = Timespan::from_nanoseconds(93_784_005_000_000);
        let cases = [
            ("%D %H %M %S %L", "1 02 03 04 5  "),
            ("%-H:%M", "26:03"),
            ("%S", "93784"),
            ("%M|%S", "1563|04"),
            ("%N", "93784005000000"),
            ("%S.%-N", "93784.5"),
            ("%S.%3N|%_N", "93784.5  |5        "),
            ("%5D|%_5D|%-D%%", "00001|    1|1%"),
        ];
        for (format, expected) in cases {
            assert_eq!(span.format(format).unwrap(), expected, "{format}");
        }
        assert_eq!(span.to_string(), "1-02:03:04.5");
        assert_eq!(Timespan::from_seconds(-10).to_string(), "-0-00:00:10.0");
        for (format, message) in [
            ("%H:%Q", "Bad format specifier '%' in '%H:%Q', at position 4"),
            ("%", "Bad format specifier '' in '%', at position 0"),
            ("%1-D", "Bad format specifier '%1' in '%1-D', at position 2"),
        ] {
            assert_eq!(span.format(format).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn spans_are_parsed() {
        let cases = [
            ("1-02:03:04.5", 93_784_500_000_000),
            ("02:03:04", 7_384_000_000_000),
            ("2:03.5", 123_500_000_000),
            ("90", 90_000_000_000),
            ("-0-00:00:10.0", -10_000_000_000),
            ("1.05", 1_050_000_000),
        ];
        for (text, nanoseconds) in cases {
            assert_eq!(Timespan::parse_default(text).unwrap().nanoseconds(), nanoseconds, "{text}");
        }
        assert_eq!(Timespan::parse("5h 6m", &["%Hh %Mm"]).unwrap().seconds(), 18_360);
        assert_eq!(Timespan::parse("12345", &["%H%M"]).unwrap().seconds(), 1234 * 3600 + 5 * 60);
        assert!(
            Timespan::parse_default("2 hours")
                .unwrap_err()
                .to_string()
                .starts_with("Unable to parse '2 hours' using any of")
        );
        assert_eq!(Timespan::parse("x", &["%H"]).unwrap_err().to_string(), "Unable to parse 'x' using format '%H'");
        assert_eq!(Timespan::parse("5", &["%L"]), Err(TimespanError::FractionAlone));
    }

    #[test]
    fn fields_round_trip() {
        let span = Timespan::parse_default("1-02:03:04.005006007").unwrap();
        let fields = span.fields();
        assert_eq!(
            (fields.days, fields.hours, fields.milliseconds, fields.microseconds, fields.nanoseconds),
            (1, 2, 5, 6, 7)
        );
        assert_eq!(Timespan::from_fields(fields), span);
        assert_eq!(Timespan::from_fields(span.negated().fields()), span.negated());
    }
}
