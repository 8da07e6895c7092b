//! Timestamps: nanoseconds since 1970 in UTC, their text forms and time zones. Does not read the clock.

mod calendar;
mod format;
mod parse;
mod zone;

use std::fmt;

use crate::timespan::Timespan;

pub use parse::TimestampError;
pub(crate) use parse::{DEFAULT_FORMATS, DEFAULT_FORMATS_WITHOUT_ZONE};
pub use zone::offset as zone_offset;

/// Nanoseconds in a second.
pub(crate) const NANOSECONDS: i128 = 1_000_000_000;

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    nanoseconds: i128,
}

impl Timestamp {
    /// Returns the timestamp the given number of nanoseconds after the start of 1970 in UTC.
    pub fn from_nanoseconds(nanoseconds: i128) -> Self {
        Self { nanoseconds }
    }

    /// Returns the timestamp the given number of seconds after the start of 1970 in UTC.
    pub fn from_seconds(seconds: i64) -> Self {
        Self { nanoseconds: i128::from(seconds) * NANOSECONDS }
    }

    /// Returns the timestamp the given number of seconds after the start of 1970 in UTC; `None` if the number
    /// is not finite or too large.
    pub fn from_float(seconds: f64) -> Option<Self> {
        Timespan::from_float(seconds).map(|span| Self { nanoseconds: span.nanoseconds() })
    }

    /// Parses a text. Without a format the default formats are tried. A zone may be given only if the format
    /// contains none.
    pub fn parse(text: &str, formats: &[&str], zone: Option<&str>) -> Result<Self, TimestampError> {
        parse::parse(text, formats, zone)
    }

    /// Parses a text in one of the default formats.
    pub fn parse_default(text: &str) -> Result<Self, TimestampError> {
        parse::parse(text, DEFAULT_FORMATS, None)
    }

    /// Returns the nanoseconds since the start of 1970 in UTC.
    pub fn nanoseconds(self) -> i128 {
        self.nanoseconds
    }

    /// Returns the whole seconds since the start of 1970 in UTC, rounded down.
    pub fn seconds(self) -> i64 {
        i64::try_from(self.nanoseconds.div_euclid(NANOSECONDS)).unwrap_or(i64::MAX)
    }

    /// Returns the seconds since the start of 1970 in UTC.
    pub fn to_float(self) -> f64 {
        Timespan::from_nanoseconds(self.nanoseconds).to_float()
    }

    /// Returns the timestamp a span later; `None` on overflow.
    pub fn checked_add(self, span: Timespan) -> Option<Self> {
        self.nanoseconds.checked_add(span.nanoseconds()).map(Self::from_nanoseconds)
    }

    /// Returns the timestamp a span earlier; `None` on overflow.
    pub fn checked_sub(self, span: Timespan) -> Option<Self> {
        self.nanoseconds.checked_sub(span.nanoseconds()).map(Self::from_nanoseconds)
    }

    /// Returns the span from an earlier timestamp to this one.
    pub fn since(self, earlier: Self) -> Timespan {
        Timespan::from_nanoseconds(self.nanoseconds.saturating_sub(earlier.nanoseconds))
    }

    /// Formats the time like `strftime`, in UTC or at an offset from UTC in seconds, which has no zone name.
    /// Returns an error if the format ends with a `%`.
    pub fn format(self, format: &str, offset: Option<i32>) -> Result<String, TimestampError> {
        format::format(self, format, offset)
    }
}

/// `2021-03-04T05:06:07.000000000 UTC`
impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        format::write_default(self, formatter)
    }
}
