//! Times in reports: ISO 8601 in UTC with nanoseconds, as in Puppet.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

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
            self.text = formatted(time, "%Y-%m-%dT%H:%M:%S");
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
    formatted(time, "%Y%m%d%H%M")
}

/// Formats a time in UTC; the epoch for times out of range.
fn formatted(time: SystemTime, format: &str) -> String {
    Timestamp::try_from(time).unwrap_or(Timestamp::UNIX_EPOCH).strftime(format).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_written_as_in_puppet() {
        let time = UNIX_EPOCH + Duration::new(1_795_171_802, 764_751_266);
        assert_eq!(iso(time), "2026-11-20T10:50:02.764751266+00:00");
        assert_eq!(minute(time), "202611201050");
        assert_eq!(iso(UNIX_EPOCH), "1970-01-01T00:00:00.000000000+00:00");
    }
}
