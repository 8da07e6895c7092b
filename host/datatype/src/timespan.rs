//! Time spans: nanosecond representation and text formats.

mod format;

use std::fmt;

pub(crate) use format::DEFAULT_FORMATS;
pub use format::{TimespanError, TimespanFormat};

use crate::timestamp::NANOSECONDS;

/// A time span, which may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timespan {
    nanoseconds: i128,
}

/// The components of a time span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimespanFields {
    /// Whether the span is negative.
    pub is_negative: bool,
    /// Days.
    pub days: i64,
    /// Hours.
    pub hours: i64,
    /// Minutes.
    pub minutes: i64,
    /// Seconds.
    pub seconds: i64,
    /// Milliseconds.
    pub milliseconds: i64,
    /// Microseconds.
    pub microseconds: i64,
    /// Nanoseconds.
    pub nanoseconds: i64,
}

impl Timespan {
    /// Returns a span of the given number of nanoseconds.
    pub fn from_nanoseconds(nanoseconds: i128) -> Self {
        Self { nanoseconds }
    }

    /// Returns a span of the given number of seconds.
    pub fn from_seconds(seconds: i64) -> Self {
        Self { nanoseconds: i128::from(seconds) * NANOSECONDS }
    }

    /// Returns a span of the given number of seconds; `None` if it is not finite or its magnitude is 1e18 or more.
    pub fn from_float(seconds: f64) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "a value out of range is not used")]
        (seconds.is_finite() && seconds.abs() < 1e18).then_some(Self { nanoseconds: (seconds * 1e9) as i128 })
    }

    /// Returns a span from its components.
    pub fn from_fields(fields: TimespanFields) -> Self {
        let seconds = ((i128::from(fields.days) * 24 + i128::from(fields.hours)) * 60 + i128::from(fields.minutes))
            * 60
            + i128::from(fields.seconds);
        let fraction = (i128::from(fields.milliseconds) * 1000 + i128::from(fields.microseconds)) * 1000
            + i128::from(fields.nanoseconds);
        let nanoseconds = seconds * NANOSECONDS + fraction;
        Self { nanoseconds: if fields.is_negative { -nanoseconds } else { nanoseconds } }
    }

    /// Parses a text with the first matching format.
    pub fn parse(text: &str, formats: &[&str]) -> Result<Self, TimespanError> {
        format::parse(text, formats)
    }

    /// Parses a text in one of the default formats.
    pub fn parse_default(text: &str) -> Result<Self, TimespanError> {
        format::parse(text, DEFAULT_FORMATS)
    }

    /// Returns the span in nanoseconds.
    pub fn nanoseconds(self) -> i128 {
        self.nanoseconds
    }

    /// Returns the whole seconds, rounded down.
    pub fn seconds(self) -> i64 {
        i64::try_from(self.nanoseconds.div_euclid(NANOSECONDS)).unwrap_or(i64::MAX)
    }

    /// Returns the seconds.
    pub fn to_float(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "the result is a float")]
        let nanoseconds = self.nanoseconds as f64;
        nanoseconds / 1e9
    }

    /// Returns the components, with a separate sign.
    pub fn fields(self) -> TimespanFields {
        let magnitude = self.nanoseconds.unsigned_abs();
        let part = |unit: u128, count: u128| i64::try_from(magnitude / unit % count).unwrap_or(i64::MAX);
        TimespanFields {
            is_negative: self.nanoseconds < 0,
            days: part(86_400_000_000_000, u128::MAX),
            hours: part(3_600_000_000_000, 24),
            minutes: part(60_000_000_000, 60),
            seconds: part(1_000_000_000, 60),
            milliseconds: part(1_000_000, 1000),
            microseconds: part(1000, 1000),
            nanoseconds: part(1, 1000),
        }
    }

    /// Returns the sum; `None` on overflow.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.nanoseconds.checked_add(other.nanoseconds).map(Self::from_nanoseconds)
    }

    /// Returns the difference; `None` on overflow.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.nanoseconds.checked_sub(other.nanoseconds).map(Self::from_nanoseconds)
    }

    /// Returns the negated span.
    pub fn negated(self) -> Self {
        Self { nanoseconds: self.nanoseconds.saturating_neg() }
    }

    /// Formats the span with a format such as `%H:%M:%S`.
    pub fn format(self, format: &str) -> Result<String, TimespanError> {
        TimespanFormat::parse(format).map(|format| format.format(self))
    }
}

/// `1-02:03:04.5`
impl fmt::Display for Timespan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.fields();
        let sign = if fields.is_negative { "-" } else { "" };
        let fraction = format::shortest(self.nanoseconds.unsigned_abs() % NANOSECONDS.unsigned_abs());
        write!(
            formatter,
            "{sign}{}-{:02}:{:02}:{:02}.{fraction}",
            fields.days, fields.hours, fields.minutes, fields.seconds
        )
    }
}
