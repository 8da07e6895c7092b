//! Schedules: their attributes, and whether a resource may be applied now. Days and hours are local time.

use std::time::SystemTime;

use catalog::Value;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use thiserror::Error;

use crate::display::{inspect, to_s};
use crate::provider::Row;
use crate::resource_type::ResourceType;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A local time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LocalTime(DateTime);

/// Times at which resources may be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Schedule {
    /// Starts and ends in seconds of the day. A time matches if it is within any range.
    ranges: Vec<(i64, i64)>,
    period: Option<Period>,
    /// Whether periods are compared by the number of the hour or day instead of the elapsed time.
    is_by_number: bool,
    repeat: i64,
    weekdays: Option<[bool; 7]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Period {
    Hourly,
    Daily,
    Weekly,
    Monthly,
    Never,
}

/// Fault of an attribute of a schedule, with Puppet's message.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum ScheduleError {
    /// The text is not a range of times.
    #[error("Invalid range value '{0}'")]
    Range(String),
    /// A range contains an invalid hour, minute or second.
    #[error("Munging failed for value {value} in class range: Invalid {what} '{number}'")]
    OutOfRange {
        /// The range, as formatted by Ruby's `inspect`.
        value: String,
        /// `hour`, `minute` or `second`.
        what: &'static str,
        /// The number.
        number: i64,
    },
    /// The text is not a day of the week.
    #[error("{0} is not a valid day of the week")]
    Weekday(String),
    /// The number of repetitions is not a number.
    #[error("Repeat must be a number")]
    Repeat,
    /// Repetition requires that periods are compared by elapsed time.
    #[error("Repeat must be 1 unless periodmatch is 'distance', not 'number'")]
    RepeatByNumber,
}

/// An attribute and its fault.
type InvalidAttribute = (&'static str, ScheduleError);

impl Schedule {
    /// Reads a row; returns `None` if the row is not a schedule.
    ///
    /// # Errors
    /// Returns the invalid attribute and its error.
    pub(crate) fn read(kind: &ResourceType, row: &Row) -> Option<Result<Self, InvalidAttribute>> {
        (kind.is_engine && kind.schema.name == "schedule").then(|| {
            let value = |name: &str| kind.column(name).and_then(|column| row.value(column));
            Self::new(value)
        })
    }

    fn new<'a>(value: impl Fn(&str) -> Option<&'a Value>) -> Result<Self, InvalidAttribute> {
        let elements = |name: &str| value(name).map(Value::elements).unwrap_or_default();
        let is_by_number = value("periodmatch").and_then(Value::as_str) == Some("number");
        let ranges = elements("range").iter().map(range).collect::<Result<Vec<_>, _>>();
        let weekdays = match elements("weekday") {
            [] => None,
            days => {
                let mut wanted = [false; 7];
                for day in days {
                    wanted[weekday(day).ok_or_else(|| ("weekday", ScheduleError::Weekday(to_s(day))))?] = true;
                }
                Some(wanted)
            }
        };
        Ok(Self {
            ranges: ranges.map_err(|reason| ("range", reason))?,
            period: value("period").and_then(Value::as_str).and_then(Period::from_name),
            is_by_number,
            repeat: repeat(value("repeat"), is_by_number).map_err(|reason| ("repeat", reason))?,
            weekdays,
        })
    }

    /// Returns whether a resource that was last evaluated at `before` may be applied now.
    pub(crate) fn matches(&self, before: LocalTime, now: LocalTime) -> bool {
        let is_in_range = match self.ranges.as_slice() {
            [] => self.has_weekday(now.weekday()),
            ranges => ranges.iter().any(|range| self.is_within(*range, now)),
        };
        is_in_range && self.period.is_none_or(|period| self.is_due(period, before, now))
    }

    /// Returns whether a time is within a range. A range whose end is before its start extends over midnight and
    /// belongs to the weekday of its start.
    fn is_within(&self, (start, end): (i64, i64), now: LocalTime) -> bool {
        let (seconds, today) = (now.of_day(), now.weekday());
        let is_before_end = seconds < end || (seconds == end && now.0.subsec_nanosecond() == 0);
        if start < end {
            return seconds >= start && is_before_end && self.has_weekday(today);
        }
        if seconds >= start {
            return self.has_weekday(today);
        }
        is_before_end && self.has_weekday((today + 6) % 7)
    }

    fn has_weekday(&self, day: usize) -> bool {
        self.weekdays.is_none_or(|wanted| wanted[day])
    }

    fn is_due(&self, period: Period, before: LocalTime, now: LocalTime) -> bool {
        let length = match period {
            Period::Never => return false,
            Period::Hourly => HOUR,
            Period::Daily => DAY,
            Period::Weekly => 7 * DAY,
            Period::Monthly => 30 * DAY,
        };
        if !self.is_by_number {
            return now.since(before) >= length / self.repeat;
        }
        match period {
            Period::Never => false,
            Period::Hourly => now.of_day() / HOUR != before.of_day() / HOUR,
            Period::Daily => now.0.day() != before.0.day(),
            Period::Monthly => now.0.month() != before.0.month(),
            Period::Weekly => before.weekday() > now.weekday() || now.since(before) > 7 * DAY,
        }
    }
}

impl Period {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "hourly" => Self::Hourly,
            "daily" => Self::Daily,
            "weekly" => Self::Weekly,
            "monthly" => Self::Monthly,
            "never" => Self::Never,
            _ => return None,
        })
    }
}

impl LocalTime {
    /// Creates a local time. `offset` is the offset from UTC in seconds.
    pub(crate) fn new(time: SystemTime, offset: i64) -> Self {
        let out_of_range = if time < SystemTime::UNIX_EPOCH { Timestamp::MIN } else { Timestamp::MAX };
        let time = Timestamp::try_from(time).unwrap_or(out_of_range);
        let offset = i32::try_from(offset).ok().and_then(|offset| Offset::from_seconds(offset).ok());
        Self(offset.unwrap_or(Offset::UTC).to_datetime(time))
    }

    /// Returns the seconds since midnight.
    fn of_day(self) -> i64 {
        i64::from(self.0.hour()) * HOUR + i64::from(self.0.minute()) * MINUTE + i64::from(self.0.second())
    }

    /// Returns the seconds since an earlier time.
    fn since(self, before: Self) -> i64 {
        before.0.duration_until(self.0).as_secs()
    }

    /// Returns the day of the week; Sunday is 0.
    fn weekday(self) -> usize {
        usize::from(self.0.date().weekday().to_sunday_zero_offset().unsigned_abs())
    }
}

/// Parses a range such as `22:00 - 4:30` as seconds of the day.
fn range(value: &Value) -> Result<(i64, i64), ScheduleError> {
    let text = to_s(value);
    let Some((start, end)) = text.split_once('-').filter(|(_, end)| !end.contains('-')) else {
        return Err(ScheduleError::Range(text.clone()));
    };
    let moment = |part: &str| -> Result<i64, ScheduleError> {
        let numbers: Result<Vec<i64>, _> = part.trim().split(':').map(str::parse).collect();
        let numbers =
            numbers.ok().filter(|numbers| numbers.len() <= 3).ok_or_else(|| ScheduleError::Range(text.clone()))?;
        let at = |position: usize| numbers.get(position).copied().unwrap_or_default();
        for (what, number, greatest) in [("hour", at(0), 23), ("minute", at(1), 59), ("second", at(2), 59)] {
            if !(0..=greatest).contains(&number) {
                return Err(ScheduleError::OutOfRange { value: inspect(value), what, number });
            }
        }
        Ok(at(0) * HOUR + at(1) * MINUTE + at(2))
    };
    Ok((moment(start)?, moment(end)?))
}

fn weekday(value: &Value) -> Option<usize> {
    const NAMES: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
    const SHORT: [&[&str]; 7] = [&["sun"], &["mon"], &["tue", "tues"], &["wed"], &["thu", "thurs"], &["fri"], &["sat"]];
    let text = to_s(value).to_lowercase();
    match text.parse::<usize>() {
        Ok(number) => (number < 7 && text.len() == 1).then_some(number),
        Err(_) => (0..7).find(|day| NAMES[*day] == text || SHORT[*day].contains(&text.as_str())),
    }
}

fn repeat(value: Option<&Value>, is_by_number: bool) -> Result<i64, ScheduleError> {
    let Some(value) = value else { return Ok(1) };
    let number = match value {
        Value::Integer(number) => Some(*number),
        value => value.as_str().and_then(|text| text.parse().ok()),
    };
    match number.filter(|number| *number > 0) {
        None => Err(ScheduleError::Repeat),
        Some(_) if is_by_number && *value != Value::Integer(1) => Err(ScheduleError::RepeatByNumber),
        Some(number) => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn schedule(attributes: &[(&str, Value)]) -> Result<Schedule, InvalidAttribute> {
        Schedule::new(|name| attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value))
    }

    fn text(name: &'static str, value: &str) -> (&'static str, Value) {
        (name, Value::from(value))
    }

    /// 2024-03-01 is a Friday and follows a leap day.
    fn friday(hour: u64, minute: u64) -> LocalTime {
        LocalTime::new(SystemTime::UNIX_EPOCH + Duration::from_secs(1_709_251_200 + hour * 3600 + minute * 60), 0)
    }

    const LONG_AGO: LocalTime = LocalTime(jiff::civil::date(1970, 1, 1).at(0, 0, 0, 0));

    /// Returns the time some days later.
    fn days_after(time: LocalTime, days: i64) -> LocalTime {
        LocalTime(time.0.saturating_add(jiff::Span::new().days(days)))
    }

    #[test]
    fn periods_are_compared_by_elapsed_time() {
        let hourly = schedule(&[text("period", "hourly"), ("repeat", 2.into())]).unwrap();
        assert!(hourly.matches(LONG_AGO, friday(1, 0)));
        assert!(!hourly.matches(friday(1, 0), friday(1, 29)));
        assert!(hourly.matches(friday(1, 0), friday(1, 30)));
        let never = schedule(&[text("period", "never"), text("periodmatch", "number")]).unwrap();
        assert!(!never.matches(LONG_AGO, friday(1, 0)));
    }

    #[test]
    fn periods_are_compared_by_number() {
        let by_number = |period| schedule(&[text("period", period), text("periodmatch", "number")]).unwrap();
        assert!(by_number("hourly").matches(friday(1, 59), friday(2, 0)));
        assert!(!by_number("hourly").matches(friday(2, 0), friday(2, 59)));
        let thursday = days_after(friday(23, 0), -1);
        assert!(by_number("daily").matches(thursday, friday(0, 1)));
        assert!(by_number("monthly").matches(thursday, friday(0, 1)), "the leap day is the last of February");
        assert!(!by_number("weekly").matches(thursday, friday(0, 1)));
        assert!(by_number("weekly").matches(friday(0, 0), days_after(friday(0, 0), 3)));
        let invalid = schedule(&[text("periodmatch", "number"), ("repeat", 2.into())]).unwrap_err();
        assert_eq!(invalid.1.to_string(), "Repeat must be 1 unless periodmatch is 'distance', not 'number'");
    }

    #[test]
    fn range_extends_over_midnight() {
        let night = schedule(&[text("range", "22:00 - 04:00"), text("weekday", "Friday")]).unwrap();
        assert!(night.matches(LONG_AGO, friday(23, 0)));
        assert!(!night.matches(LONG_AGO, friday(3, 0)), "that night began on Thursday");
        assert!(night.matches(LONG_AGO, days_after(friday(3, 0), 1)));
        assert!(!night.matches(LONG_AGO, friday(12, 0)));
        let noon = schedule(&[text("range", "11 - 12:00:00")]).unwrap();
        assert!(noon.matches(LONG_AGO, friday(12, 0)));
        assert!(!noon.matches(LONG_AGO, friday(12, 1)));
    }

    #[test]
    fn invalid_attributes_are_rejected() {
        let reason = |name, value| schedule(&[text(name, value)]).unwrap_err().1.to_string();
        assert_eq!(reason("range", "foo"), "Invalid range value 'foo'");
        assert_eq!(reason("range", "25-26"), "Munging failed for value \"25-26\" in class range: Invalid hour '25'");
        assert_eq!(reason("weekday", "7"), "7 is not a valid day of the week");
        assert_eq!(reason("repeat", "x"), "Repeat must be a number");
        assert!(schedule(&[("weekday", Value::Array(vec!["Tues".into(), 0.into()]))]).is_ok());
    }
}
