//! The system clock, and the format of times in logs: in the time zone of the environment variable `TZ` or of
//! the system.

use std::fmt;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use transaction::Clock;
use tz::{DateTime, LocalTimeType, TimeZone, UtcDateTime};

/// The names of months in syslog messages.
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Substitute for times that cannot be represented.
const EPOCH: DateTime = match DateTime::from_timespec_and_local(0, 0, LocalTimeType::utc()) {
    Ok(time) => time,
    Err(_) => panic!("the epoch can be written"),
};

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
        i64::from(LocalZone::here().time(at).0.local_time_type().ut_offset())
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
    pub fn here() -> Self {
        let zone = match std::env::var("TZ") {
            Ok(name) if !name.is_empty() => TimeZone::from_posix_tz(&name),
            _ => TimeZone::local(),
        };
        Self(zone.unwrap_or_else(|_| TimeZone::utc()))
    }

    /// Returns a time in this time zone; the epoch for times out of range.
    pub fn time(&self, time: SystemTime) -> LocalTime {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        let seconds = i64::try_from(since.as_secs()).unwrap_or_default();
        let local = DateTime::from_timespec(seconds, since.subsec_nanos(), self.0.as_ref());
        LocalTime(local.unwrap_or(EPOCH))
    }
}

/// Parses `2026-01-31` or `2026-01-31 12:00:00` as a time in a time zone.
pub fn parse(text: &str, zone: &LocalZone) -> Option<SystemTime> {
    let (date, time) = text.trim().split_once([' ', 'T']).unwrap_or((text.trim(), "0:0:0"));
    let numbers =
        |text: &str, separator| -> Option<Vec<u8>> { text.split(separator).map(|part| part.parse().ok()).collect() };
    let (year, rest) = date.split_once('-')?;
    let (day, time) = (numbers(rest, '-')?, numbers(time, ':')?);
    let ([month, day], [hour, minute, rest @ ..]) = (&*day, &*time) else { return None };
    let second = match rest {
        [] => 0,
        [second] => *second,
        _ => return None,
    };
    let utc = UtcDateTime::new(year.parse().ok()?, *month, *day, *hour, *minute, second, 0).ok()?;
    let offset = zone.0.find_local_time_type(utc.unix_time()).ok()?.ut_offset();
    let seconds = u64::try_from(utc.unix_time() - i64::from(offset)).ok()?;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// A time in the local time zone. Formatted as in Ruby: `2026-01-31 12:00:00 +0100`.
#[derive(Debug, Clone, Copy)]
pub struct LocalTime(DateTime);

impl LocalTime {
    /// Formats the time without the time zone: `2026-01-31 12:00:00`.
    pub fn plain(self) -> String {
        let text = self.to_string();
        text.rsplit_once(' ').map(|(plain, _)| plain.to_owned()).unwrap_or(text)
    }

    /// Formats the time with nanoseconds: `2026-01-31T12:00:00.000000000+01:00`.
    pub fn precise(self) -> String {
        let (time, (sign, hours, minutes)) = (self.0, self.offset());
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:09}{sign}{hours:02}:{minutes:02}",
            time.year(),
            time.month(),
            time.month_day(),
            time.hour(),
            time.minute(),
            time.second(),
            time.nanoseconds(),
        )
    }

    /// Formats the time as in syslog: `Jan 31 12:00:00`.
    pub fn short(self) -> String {
        let time = self.0;
        let month = MONTHS.get(usize::from(time.month()).saturating_sub(1)).unwrap_or(&"Jan");
        format!("{month} {:2} {:02}:{:02}:{:02}", time.month_day(), time.hour(), time.minute(), time.second())
    }

    fn offset(self) -> (char, i32, i32) {
        let seconds = self.0.local_time_type().ut_offset();
        (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 3600, seconds.abs() / 60 % 60)
    }
}

impl fmt::Display for LocalTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (time, (sign, hours, minutes)) = (self.0, self.offset());
        write!(
            formatter,
            "{:04}-{:02}-{:02} {:02}:{:02}:{:02} {sign}{hours:02}{minutes:02}",
            time.year(),
            time.month(),
            time.month_day(),
            time.hour(),
            time.minute(),
            time.second()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_its_zone() {
        let zone = LocalZone(TimeZone::from_posix_tz("X-1").unwrap());
        for text in ["2023-11-14 23:13:20", "2023-11-14T23:13:20"] {
            assert_eq!(parse(text, &zone), Some(UNIX_EPOCH + Duration::from_secs(1_700_000_000)));
        }
        assert_eq!(zone.time(parse("2023-11-14", &zone).unwrap()).plain(), "2023-11-14 00:00:00");
        for text in ["", "junk", "2023-13-01", "2023-11-14 25:00", "1-2", "2023-11-14 1:2:3:4", "1900-01-01"] {
            assert_eq!(parse(text, &zone), None, "{text}");
        }
    }

    #[test]
    fn a_time_is_written_in_its_zone() {
        let time = UNIX_EPOCH + Duration::new(1_700_000_000, 5);
        let at = |zone: &str| LocalZone(TimeZone::from_posix_tz(zone).unwrap()).time(time);
        assert_eq!(at("UTC0").to_string(), "2023-11-14 22:13:20 +0000");
        assert_eq!(at("X-5:30").precise(), "2023-11-15T03:43:20.000000005+05:30");
        assert_eq!(at("X3").precise(), "2023-11-14T19:13:20.000000005-03:00");
        assert_eq!(at("UTC0").short(), "Nov 14 22:13:20");
        assert_eq!(LocalZone(TimeZone::utc()).time(UNIX_EPOCH).short(), "Jan  1 00:00:00");
    }
}
