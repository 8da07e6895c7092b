//! Parsing of times: `strptime` with the directives for a date, a time of day or a zone.

use std::fmt;

use super::calendar::days;
use super::format::{DAYS, MONTHS};
use super::{NANOSECONDS, Timestamp, zone};

/// The default formats if a zone is given separately.
pub(crate) const DEFAULT_FORMATS_WITHOUT_ZONE: &[&str] = &["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

/// The default formats.
pub(crate) const DEFAULT_FORMATS: &[&str] =
    &["%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z", "%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

/// The error for a text that cannot be parsed as a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimestampError {
    /// The text does not match the formats.
    Format {
        /// The text.
        text: Box<str>,
        /// The formats that were tried.
        formats: Box<[Box<str>]>,
    },
    /// The zone is unknown.
    Zone(Box<str>),
    /// The format contains a zone, and a separate zone was given.
    TwoZones,
    /// The date or time does not exist, or is incomplete.
    OutOfRange,
    /// An output format ends within a directive.
    Directive(Box<str>),
}

impl fmt::Display for TimestampError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { text, formats } => match formats.as_ref() {
                [format] => write!(formatter, "Unable to parse '{text}' using format '{format}'"),
                formats => write!(formatter, "Unable to parse '{text}' using any of the formats {}", formats.join(", ")),
            },
            Self::Zone(name) => write!(formatter, "Illegal timezone '{name}'"),
            Self::TwoZones => formatter.write_str(
                "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument",
            ),
            Self::OutOfRange => formatter.write_str("argument out of range"),
            Self::Directive(format) => write!(formatter, "invalid format: {format}"),
        }
    }
}

impl std::error::Error for TimestampError {}

pub(super) fn parse(text: &str, formats: &[&str], zone: Option<&str>) -> Result<Timestamp, TimestampError> {
    let zone = zone.filter(|name| !name.is_empty());
    let usable = |fields: &Fields| zone.is_none() || fields.zone.is_none();
    let mut found = formats.iter().filter_map(|format| Fields::read(text, format));
    let fields = match (formats, zone) {
        ([_], Some(_)) => match found.next() {
            Some(fields) if !usable(&fields) => return Err(TimestampError::TwoZones),
            other => other,
        },
        _ => found.find(usable),
    };
    let fields = fields.ok_or_else(|| TimestampError::Format {
        text: text.into(),
        formats: formats.iter().map(|format| Box::from(*format)).collect(),
    })?;
    let offset = match zone.or(fields.zone.as_deref()) {
        Some(name) => zone::offset(name).ok_or_else(|| TimestampError::Zone(name.into()))?,
        None => 0,
    };
    fields.timestamp(offset).ok_or(TimestampError::OutOfRange)
}

/// Parsed components of a time.
#[derive(Debug, Default)]
struct Fields {
    year: Option<i64>,
    month: Option<u32>,
    day: Option<u32>,
    hour: Option<u32>,
    minute: Option<u32>,
    second: Option<u32>,
    nanosecond: Option<u32>,
    is_afternoon: Option<bool>,
    zone: Option<String>,
}

impl Fields {
    /// Parses a whole text with a format.
    fn read(text: &str, format: &str) -> Option<Self> {
        let mut fields = Self::default();
        let mut rest = text;
        fields.take(&mut rest, format)?;
        rest.is_empty().then_some(fields)
    }

    fn take(&mut self, rest: &mut &str, format: &str) -> Option<()> {
        let mut format = format.chars();
        while let Some(character) = format.next() {
            match character {
                '%' => {
                    let letter = format
                        .by_ref()
                        .find(|letter| !matches!(letter, '-' | '_' | '0' | '^' | '#' | ':' | 'E' | 'O'))?;
                    self.directive(rest, letter, begins_with_number(format.as_str()))?;
                }
                blank if blank.is_ascii_whitespace() => *rest = rest.trim_start(),
                literal => *rest = rest.strip_prefix(literal)?,
            }
        }
        Some(())
    }

    fn directive(&mut self, rest: &mut &str, letter: char, is_before_number: bool) -> Option<()> {
        match letter {
            'Y' => {
                let sign = match rest.chars().next() {
                    Some(sign @ ('+' | '-')) => {
                        *rest = &rest[1..];
                        if sign == '-' { -1 } else { 1 }
                    }
                    _ => 1,
                };
                self.year = Some(sign * i64::from(number(rest, if is_before_number { 4 } else { 9 }, 0..=u32::MAX)?));
            }
            'y' => {
                let year = i64::from(number(rest, 2, 0..=99)?);
                self.year = Some(year + if year >= 69 { 1900 } else { 2000 });
            }
            'm' => self.month = Some(number(rest, 2, 1..=12)?),
            'B' | 'b' | 'h' => self.month = Some(name(rest, &MONTHS)? + 1),
            'A' | 'a' => drop(name(rest, &DAYS)?),
            'd' | 'e' => {
                *rest = rest.strip_prefix(' ').unwrap_or(rest);
                self.day = Some(number(rest, 2, 1..=31)?);
            }
            'H' | 'k' => {
                *rest = rest.strip_prefix(' ').unwrap_or(rest);
                self.hour = Some(number(rest, 2, 0..=24)?);
            }
            'I' | 'l' => {
                *rest = rest.strip_prefix(' ').unwrap_or(rest);
                self.hour = Some(number(rest, 2, 1..=12)?);
            }
            'p' | 'P' => self.is_afternoon = Some(name(rest, &["am.", "pm."])? == 1),
            'M' => self.minute = Some(number(rest, 2, 0..=59)?),
            'S' => self.second = Some(number(rest, 2, 0..=60)?),
            'N' => self.nanosecond = Some(fraction(rest, if is_before_number { 9 } else { usize::MAX })?),
            'L' => self.nanosecond = Some(fraction(rest, if is_before_number { 3 } else { usize::MAX })?),
            'j' => drop(number(rest, 3, 1..=366)?),
            'Z' | 'z' => self.zone = Some(zone_name(rest)?),
            'F' => self.take(rest, "%Y-%m-%d")?,
            'T' | 'X' => self.take(rest, "%H:%M:%S")?,
            'R' => self.take(rest, "%H:%M")?,
            'r' => self.take(rest, "%I:%M:%S %p")?,
            'D' | 'x' => self.take(rest, "%m/%d/%y")?,
            'c' => self.take(rest, "%a %b %e %H:%M:%S %Y")?,
            'v' => self.take(rest, "%e-%b-%Y")?,
            '+' => self.take(rest, "%a %b %e %H:%M:%S %Z %Y")?,
            'n' | 't' => *rest = rest.trim_start(),
            '%' => *rest = rest.strip_prefix('%')?,
            _ => return None,
        }
        Some(())
    }

    fn timestamp(&self, offset: i32) -> Option<Timestamp> {
        let year = self.year?;
        let (month, day) = (self.month.unwrap_or(1), self.day.unwrap_or(1));
        let hour = match (self.is_afternoon, self.hour.unwrap_or(0)) {
            (Some(is_afternoon), hour) => hour % 12 + if is_afternoon { 12 } else { 0 },
            (None, hour) => hour,
        };
        // A day past the end of a short month overflows into the next month.
        let seconds = days(year, month, day) * 86_400
            + i64::from(hour) * 3600
            + i64::from(self.minute.unwrap_or(0)) * 60
            + i64::from(self.second.unwrap_or(0))
            - i64::from(offset);
        let nanosecond = i128::from(self.nanosecond.unwrap_or(0));
        Some(Timestamp::from_nanoseconds(i128::from(seconds) * NANOSECONDS + nanosecond))
    }
}

/// Returns whether the rest of a format starts with a digit or a number. A preceding number then has its
/// standard width.
fn begins_with_number(format: &str) -> bool {
    let mut chars = format.chars();
    match chars.next() {
        Some('%') => chars
            .find(|c| !matches!(c, '-' | '_' | '0' | 'E' | 'O'))
            .is_some_and(|c| "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy".contains(c)),
        Some(character) => character.is_ascii_digit(),
        None => false,
    }
}

fn number(rest: &mut &str, width: usize, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
    let length = rest.bytes().take(width).take_while(u8::is_ascii_digit).count();
    let value: u32 = rest[..length].parse().ok()?;
    *rest = &rest[length..];
    range.contains(&value).then_some(value)
}

fn fraction(rest: &mut &str, width: usize) -> Option<u32> {
    let length = rest.bytes().take(width).take_while(u8::is_ascii_digit).count();
    if length == 0 {
        return None;
    }
    let digits: String = rest[..length].chars().chain("000000000".chars()).take(9).collect();
    *rest = &rest[length..];
    digits.parse().ok()
}

/// Parses a name, or its first three letters, and returns its index.
fn name(rest: &mut &str, names: &[&str]) -> Option<u32> {
    let is_prefix = |name: &str| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let (index, length) = names.iter().enumerate().find_map(|(index, name)| {
        let short = &name[..if name.len() == 3 { 2 } else { 3 }];
        [*name, short].into_iter().find(|form| is_prefix(form)).map(|form| (index, form.len()))
    })?;
    *rest = &rest[length..];
    u32::try_from(index).ok()
}

fn zone_name(rest: &mut &str) -> Option<String> {
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let after = &rest[letters..];
    let mut length = letters;
    if after.starts_with(['+', '-']) {
        length += 1 + after[1..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b':').count();
    } else {
        for suffix in [" standard time", " daylight time", " dst"] {
            if after.get(..suffix.len()).is_some_and(|start| start.eq_ignore_ascii_case(suffix)) {
                length += suffix.len();
                break;
            }
        }
    }
    let name = rest[..length].to_owned();
    *rest = &rest[length..];
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::Timestamp;
    use super::*;

    fn parsed(text: &str, formats: &[&str], zone: Option<&str>) -> String {
        parse(text, formats, zone).map_or_else(|error| error.to_string(), |time| time.to_string())
    }

    #[test]
    fn times_are_parsed() {
        let default = |text| parsed(text, DEFAULT_FORMATS, None);
        assert_eq!(default("2021-03-04T05:06:07"), "2021-03-04T05:06:07.000000000 UTC");
        assert_eq!(default("2021-03-04"), "2021-03-04T00:00:00.000000000 UTC");
        assert_eq!(default("2021-03-04T05:06:07.250 UTC"), "2021-03-04T05:06:07.250000000 UTC");
        assert_eq!(default("2021-03-04T05:06:07 +02:00"), "2021-03-04T03:06:07.000000000 UTC");
        assert_eq!(default("2021-03-04T05:06:07 CEST"), "2021-03-04T03:06:07.000000000 UTC");
        assert_eq!(parsed("04/03/2021 10h", &["%d/%m/%Y %Hh"], None), "2021-03-04T10:00:00.000000000 UTC");
        assert_eq!(parsed("20210304", &["%Y%m%d"], None), "2021-03-04T00:00:00.000000000 UTC");
        assert_eq!(parsed("4 mar 2021 1:02 pm", &["%d %b %Y %I:%M %p"], None), "2021-03-04T13:02:00.000000000 UTC");
        assert_eq!(parsed("March 1, 99", &["%B %e, %y"], None), "1999-03-01T00:00:00.000000000 UTC");
        assert_eq!(
            parsed("2021-03-04", DEFAULT_FORMATS_WITHOUT_ZONE, Some("+01:00")),
            "2021-03-03T23:00:00.000000000 UTC"
        );
    }

    #[test]
    fn invalid_times_are_rejected() {
        assert_eq!(parsed("x", &["%Y"], None), "Unable to parse 'x' using format '%Y'");
        assert_eq!(parsed("2021", &["%F", "%T"], None), "Unable to parse '2021' using any of the formats %F, %T");
        assert_eq!(parsed("2021-01-01 NOPE", &["%F %Z"], None), "Illegal timezone 'NOPE'");
        assert!(parse("2021-01-01 UTC", &["%F %Z"], Some("UTC")) == Err(TimestampError::TwoZones));
        assert!(Timestamp::parse_default("2021-13-01").is_err() && Timestamp::parse_default("2021-01-01!").is_err());
    }
}
