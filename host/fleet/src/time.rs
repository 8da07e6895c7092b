//! Points in time with the precision of PuppetDB: milliseconds.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::{Date, Time as ClockTime};
use jiff::tz::Offset;
use thiserror::Error;

/// A point in time, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub i64);

/// A text is not a point in time.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("'{0}' is not a valid timestamp value")]
pub struct TimeError(pub String);

impl Time {
    /// Returns the current time.
    pub fn now() -> Self {
        Self(Timestamp::now().as_millisecond())
    }

    /// Returns the time that is `seconds` earlier.
    pub fn before(self, seconds: i64) -> Self {
        Self(self.0.saturating_sub(seconds.saturating_mul(1000)))
    }

    /// Returns the time as PostgreSQL writes it in JSON documents.
    pub(crate) fn to_json(self) -> String {
        let text = self.to_string();
        let (seconds, fraction) = text.trim_end_matches('Z').split_once('.').unwrap_or((&text, ""));
        match fraction.trim_end_matches('0') {
            "" => format!("{seconds}+00:00"),
            fraction => format!("{seconds}.{fraction}+00:00"),
        }
    }

    fn timestamp(self) -> Timestamp {
        let limit = |time: Timestamp| time.as_millisecond();
        let inside = self.0.clamp(limit(Timestamp::MIN), limit(Timestamp::MAX));
        Timestamp::from_millisecond(inside).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Returns date and time of day in UTC.
    pub(crate) fn civil(self) -> jiff::civil::DateTime {
        Offset::UTC.to_datetime(self.timestamp())
    }
}

impl fmt::Display for Time {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.civil().strftime("%Y-%m-%dT%H:%M:%S%.3fZ"))
    }
}

impl FromStr for Time {
    type Err = TimeError;

    /// Reads a date with an optional time of day and offset; without an offset the time is in UTC.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| TimeError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Time> {
    let (date, rest) = match text.find(['T', ' ']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let date = parse_date(date)?;
    let (clock, offset) = match rest {
        None => (ClockTime::midnight(), Offset::UTC),
        Some(rest) => {
            let (clock, offset) = split_offset(rest)?;
            (parse_clock(clock)?, offset)
        }
    };
    let time = offset.to_timestamp(date.to_datetime(clock)).ok()?;
    Some(Time(time.as_millisecond()))
}

/// Reads `YYYY-MM-DD`, `YYYY-MM` and `YYYY`.
fn parse_date(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let year = parts.next().filter(|year| year.len() == 4)?;
    let year = number(year)?;
    let mut field = |length| parts.next().map_or(Some(1), |part| number(part).filter(|_| part.len() <= length));
    let (month, day) = (field(2)?, field(2)?);
    if parts.next().is_some() {
        return None;
    }
    Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Reads `HH`, `HH:MM` and `HH:MM:SS` with a fraction of any length.
fn parse_clock(text: &str) -> Option<ClockTime> {
    let (whole, fraction) = match text.find(['.', ',']) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, "0"),
    };
    let mut fields = [0; 3];
    let mut parts = whole.split(':');
    for (index, field) in fields.iter_mut().enumerate() {
        match parts.next() {
            Some(part) if part.len() <= 2 => *field = i8::try_from(number(part)?).ok()?,
            Some(_) => return None,
            None if index == 0 => return None,
            None => break,
        }
    }
    if parts.next().is_some() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) || fraction.is_empty() {
        return None;
    }
    let millis: String = fraction.chars().chain("000".chars()).take(3).collect();
    ClockTime::new(fields[0], fields[1], fields[2], i32::try_from(number(&millis)?).ok()? * 1_000_000).ok()
}

/// Splits `Z`, `+HH:MM`, `+HHMM` or `+HH` from the end.
fn split_offset(text: &str) -> Option<(&str, Offset)> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Some((clock, Offset::UTC));
    }
    let Some(at) = text.rfind(['+', '-']) else { return Some((text, Offset::UTC)) };
    let digits: String = text[at + 1..].chars().filter(|letter| *letter != ':').collect();
    let (hours, minutes) = match digits.len() {
        2 => (number(&digits)?, 0),
        4 => (number(&digits[..2])?, number(&digits[2..])?),
        _ => return None,
    };
    let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
    let sign = if text[at..].starts_with('-') { -1 } else { 1 };
    Some((&text[..at], Offset::from_seconds(sign * seconds).ok()?))
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_reads_forms_of_iso_8601() {
        let shown = |text: &str| text.parse::<Time>().map(|time| time.to_string());
        for (text, expected) in [
            ("2026-03-01T10:02:03.456789Z", "2026-03-01T10:02:03.456Z"),
            ("2026-03-01T10:02:03+02:00", "2026-03-01T08:02:03.000Z"),
            ("2026-03-01T10:02:03.5-0130", "2026-03-01T11:32:03.500Z"),
            ("2026-03-01 10:02", "2026-03-01T10:02:00.000Z"),
            ("2026-03-01", "2026-03-01T00:00:00.000Z"),
            ("2026-03", "2026-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!("2026-03-01T10:00:00.100Z".parse::<Time>().unwrap().to_json(), "2026-03-01T10:00:00.1+00:00");
        assert_eq!("2026-03-01T10:00:00Z".parse::<Time>().unwrap().to_json(), "2026-03-01T10:00:00+00:00");
        for text in ["", "x", "2026-13-01", "2026-03-01T", "2026-03-01T25:00", "2026-03-01T10:00:00.Z", "yesterday"] {
            assert_eq!(shown(text), Err(TimeError(text.to_owned())), "{text}");
        }
    }
}
