//! The system clock, and the format of times in logs: in the time zone of the environment variable `TZ` or of
//! the system.

use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};
use transaction::Clock;

/// The system clock.
pub struct SystemClock {
    start: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    // Only needed for resources with a schedule.
    fn local_offset(&self, at: SystemTime) -> i64 {
        i64::from(LocalZone::system().time(at).0.offset().seconds())
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }
}

/// A time zone.
#[derive(Debug)]
pub struct LocalZone(TimeZone);

impl LocalZone {
    /// Returns the time zone of the environment variable `TZ` or of the system; UTC if unknown.
    pub fn system() -> Self {
        let variable = std::env::var("TZ").ok();
        Self(facts::time_zone(variable.as_deref(), |path| std::fs::read(path)))
    }

    /// Returns a time in this time zone; the epoch for times out of range.
    pub fn time(&self, time: SystemTime) -> LocalTime {
        LocalTime(Timestamp::try_from(time).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned_datetime(self.0.clone()))
    }
}

impl From<LocalZone> for TimeZone {
    fn from(zone: LocalZone) -> Self {
        zone.0
    }
}

/// Parses `2026-01-31` or `2026-01-31 12:00:00` as a time in a time zone.
pub fn parse(text: &str, zone: &LocalZone) -> Option<SystemTime> {
    let text = text.trim().replace('T', " ");
    let times = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M"].map(|format| DateTime::strptime(format, &text).ok());
    let date = || Date::strptime("%Y-%m-%d", &text).ok().map(|date| date.at(0, 0, 0, 0));
    let time = times.into_iter().flatten().next().or_else(date)?;
    let time = SystemTime::try_from(time.to_zoned_datetime(zone.0.clone()).ok()?.timestamp()).ok()?;
    (time >= UNIX_EPOCH).then_some(time)
}

/// A time in the local time zone. Formatted as in Ruby: `2026-01-31 12:00:00 +0100`.
#[derive(Debug, Clone)]
pub struct LocalTime(ZonedDateTime);

impl LocalTime {
    /// Formats the time without the time zone: `2026-01-31 12:00:00`.
    pub fn plain(&self) -> String {
        self.0.strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// Returns the number of seconds since midnight.
    pub fn second_of_day(&self) -> u64 {
        [self.0.hour(), self.0.minute(), self.0.second()]
            .into_iter()
            .fold(0, |seconds, part| seconds * 60 + u64::from(part.unsigned_abs()))
    }

    /// Formats the time with nanoseconds: `2026-01-31T12:00:00.000000000+01:00`.
    pub fn precise(&self) -> String {
        self.0.strftime("%Y-%m-%dT%H:%M:%S.%9f%:z").to_string()
    }

    /// Formats the time as in syslog: `Jan 31 12:00:00`.
    pub fn short(&self) -> String {
        self.0.strftime("%b %e %H:%M:%S").to_string()
    }
}

impl fmt::Display for LocalTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0.strftime("%Y-%m-%d %H:%M:%S %z"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_parsed_in_the_given_zone() {
        let zone = LocalZone(TimeZone::posix("CET-1").unwrap());
        for text in ["2023-11-14 23:13:20", "2023-11-14T23:13:20"] {
            assert_eq!(parse(text, &zone), Some(UNIX_EPOCH + Duration::from_secs(1_700_000_000)));
        }
        assert_eq!(zone.time(parse("2023-11-14", &zone).unwrap()).plain(), "2023-11-14 00:00:00");
        for text in ["", "junk", "2023-13-01", "2023-11-14 25:00", "1-2", "2023-11-14 1:2:3:4", "1900-01-01"] {
            assert_eq!(parse(text, &zone), None, "{text}");
        }
    }

    #[test]
    fn time_is_formatted_in_the_given_zone() {
        let time = UNIX_EPOCH + Duration::new(1_700_000_000, 5);
        let at = |zone: &str| LocalZone(TimeZone::posix(zone).unwrap()).time(time);
        assert_eq!(at("UTC0").to_string(), "2023-11-14 22:13:20 +0000");
        assert_eq!(at("IST-5:30").precise(), "2023-11-15T03:43:20.000000005+05:30");
        assert_eq!(at("BRT3").precise(), "2023-11-14T19:13:20.000000005-03:00");
        assert_eq!(at("UTC0").short(), "Nov 14 22:13:20");
        assert_eq!(LocalZone(TimeZone::UTC).time(UNIX_EPOCH).short(), "Jan  1 00:00:00");
    }
}
