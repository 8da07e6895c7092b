//! Times in reports: ISO 8601 in UTC with nanoseconds, as in Puppet.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tz::UtcDateTime;

/// Formatter of times. Consecutive times usually share the same second, so the last text is cached.
#[derive(Debug, Default)]
pub(crate) struct TimeFormatter {
    second: Option<u64>,
    text: String,
}

impl TimeFormatter {
    /// Appends a time to a text.
    pub(crate) fn write(&mut self, time: SystemTime, text: &mut String) {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        if self.second != Some(since.as_secs()) {
            self.second = Some(since.as_secs());
            self.text = parts(since).map_or_else(String::new, |utc| {
                let (year, month, day) = (utc.year(), utc.month(), utc.month_day());
                format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", utc.hour(), utc.minute(), utc.second())
            });
        }
        text.push_str(&self.text);
        // Writing to a String cannot fail.
        let _ = write!(text, ".{:09}+00:00", since.subsec_nanos());
    }
}

/// Formats a time as in reports.
pub(crate) fn iso(time: SystemTime) -> String {
    let mut text = String::new();
    TimeFormatter::default().write(time, &mut text);
    text
}

/// Formats the minute of a time as in file names: `202611221050`.
pub(crate) fn minute(time: SystemTime) -> String {
    parts(time.duration_since(UNIX_EPOCH).unwrap_or_default()).map_or_else(String::new, |utc| {
        let (year, month, day) = (utc.year(), utc.month(), utc.month_day());
        format!("{year:04}{month:02}{day:02}{:02}{:02}", utc.hour(), utc.minute())
    })
}

fn parts(since: Duration) -> Option<UtcDateTime> {
    i64::try_from(since.as_secs()).ok().and_then(|seconds| UtcDateTime::from_timespec(seconds, 0).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_in_puppet() {
        let time = UNIX_EPOCH + Duration::new(1_795_171_802, 764_751_266);
        assert_eq!(iso(time), "2026-11-20T10:50:02.764751266+00:00");
        assert_eq!(minute(time), "202611201050");
        assert_eq!(iso(UNIX_EPOCH), "1970-01-01T00:00:00.000000000+00:00");
    }
}
