//! Times of runs: an interval that divides an hour or a day, and a delay that differs between systems. Both systemd
//! and cron can express these intervals.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use sha2::{Digest as _, Sha256};

use crate::settings::types::SettingType;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// An interval and a maximum delay, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    every: u64,
    splay: u64,
}

impl Schedule {
    /// Reads an interval and a delay, such as `30m` and `10m`. The default delay is a third of the interval.
    ///
    /// # Errors
    /// Returns an error if the interval does not divide an hour or a day, or the delay is longer than the interval.
    pub fn new(every: &str, splay: Option<&str>) -> Result<Self> {
        let interval = seconds("every", every)?;
        let divides =
            |unit: u64, whole: u64| interval >= unit && interval.is_multiple_of(unit) && whole.is_multiple_of(interval);
        if !(divides(1, MINUTE) || divides(MINUTE, HOUR) || divides(HOUR, DAY)) {
            bail!(
                "Runs cannot be scheduled every '{every}': the interval must divide a minute, an hour or a day, as 5m, 10m, \
                 15m, 20m, 30m, 1h, 2h, 3h, 4h, 6h, 8h, 12h and 1d do"
            );
        }
        let delay = splay.map_or(Ok(interval / 3), |splay| seconds("splay", splay))?;
        if delay > interval {
            bail!("The splay '{}' is longer than the interval '{every}'", splay.unwrap_or_default());
        }
        Ok(Self { every: interval, splay: delay })
    }

    /// Reads the schedule in a command that [`Schedule::flags`] is a part of.
    ///
    /// # Errors
    /// Returns an error if it is missing or invalid.
    pub(super) fn from_command(command: &str) -> Result<Self> {
        let value = |name: &str| command.split(' ').skip_while(|word| *word != name).nth(1);
        Self::new(value("--every").context("it has no flag --every")?, value("--splay"))
    }

    /// Returns the flags for this schedule.
    pub(super) fn flags(self) -> String {
        format!("--every {} --splay {}", short(self.every), short(self.splay))
    }

    /// Describes the schedule.
    #[must_use]
    pub fn text(self) -> String {
        let delay = if self.splay == 0 { String::new() } else { format!(", delayed by up to {}", short(self.splay)) };
        format!("every {}{delay}", short(self.every))
    }

    /// Returns the maximum delay in seconds.
    pub(super) fn splay(self) -> u64 {
        self.splay
    }

    /// Returns the calendar expression of systemd.
    pub(super) fn calendar(self) -> String {
        match self.every {
            DAY => "*-*-* 00:00:00".to_owned(),
            every if every >= HOUR => format!("0/{}:00", every / HOUR),
            every if every >= MINUTE => format!("*:0/{}", every / MINUTE),
            every => format!("*:*:0/{every}"),
        }
    }

    /// Returns the delay of the machine with this name for cron, in minutes.
    pub(super) fn offset(self, machine: &[u8]) -> Result<u64> {
        if self.every < MINUTE {
            bail!("cron does not start runs more often than each minute");
        }
        let digest = Sha256::digest(machine);
        let number = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        Ok(number % (self.splay / MINUTE + 1).min(self.every / MINUTE))
    }

    /// Returns the five fields of cron for a delay in minutes.
    pub(super) fn cron(self, offset: u64) -> String {
        let (minute, hour) = (offset % 60, offset / 60);
        match self.every {
            MINUTE => "* * * * *".to_owned(),
            every if every < HOUR => format!("{minute}-59/{} * * * *", every / MINUTE),
            HOUR => format!("{minute} * * * *"),
            DAY => format!("{minute} {hour} * * *"),
            every => format!("{minute} {hour}-23/{} * * *", every / HOUR),
        }
    }

    /// Returns the time until the next run by cron, for a delay in minutes and the local time in seconds since
    /// midnight.
    pub(super) fn until_next(self, offset: u64, second_of_day: u64) -> Duration {
        let passed = (second_of_day + self.every - offset * MINUTE) % self.every;
        Duration::from_secs(self.every - passed)
    }
}

/// Reads a duration that is limited.
fn seconds(name: &str, text: &str) -> Result<u64> {
    let duration = <Option<Duration> as SettingType>::parse(name, text)?;
    Ok(duration.with_context(|| format!("Invalid duration format '{text}' for parameter: {name}"))?.as_secs())
}

/// Formats a duration with the largest unit that divides it.
fn short(seconds: u64) -> String {
    match seconds {
        0 => "0".to_owned(),
        _ if seconds.is_multiple_of(DAY) => format!("{}d", seconds / DAY),
        _ if seconds.is_multiple_of(HOUR) => format!("{}h", seconds / HOUR),
        _ if seconds.is_multiple_of(MINUTE) => format!("{}m", seconds / MINUTE),
        _ => format!("{seconds}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(every: &str, splay: &str) -> Schedule {
        Schedule::new(every, Some(splay)).unwrap()
    }

    #[test]
    fn schedule_is_expressed_for_systemd_and_cron() {
        for (every, offset, calendar, cron) in [
            ("10s", 0, "*:*:0/10", None),
            ("1m", 0, "*:0/1", Some("* * * * *")),
            ("30m", 7, "*:0/30", Some("7-59/30 * * * *")),
            ("60m", 7, "0/1:00", Some("7 * * * *")),
            ("4h", 67, "0/4:00", Some("7 1-23/4 * * *")),
            ("1d", 67, "*-*-* 00:00:00", Some("7 1 * * *")),
        ] {
            let schedule = schedule(every, "0");
            assert_eq!(schedule.calendar(), calendar);
            match cron {
                Some(fields) => assert_eq!(schedule.cron(offset), fields),
                None => assert!(schedule.offset(b"x").unwrap_err().to_string().starts_with("cron does not start runs")),
            }
        }
    }

    #[test]
    fn schedule_is_read_from_its_flags() {
        for (every, splay, flags) in [
            ("30m", None, "--every 30m --splay 10m"),
            ("1d", Some("90s"), "--every 1d --splay 90s"),
            ("2h", Some("0"), "--every 2h --splay 0"),
        ] {
            let schedule = Schedule::new(every, splay).unwrap();
            assert_eq!(schedule.flags(), flags);
            let command = format!("marotte service install {flags} --repo /srv/site");
            assert_eq!(Schedule::from_command(&command).unwrap(), schedule);
        }
        assert_eq!(schedule("30m", "10m").text(), "every 30m, delayed by up to 10m");
    }

    #[test]
    fn schedule_refuses_intervals_that_are_not_regular() {
        for every in ["45m", "7m", "90s", "5h", "2d", "0"] {
            let error = Schedule::new(every, None).unwrap_err().to_string();
            assert!(error.starts_with(&format!("Runs cannot be scheduled every '{every}'")), "{error}");
        }
        for every in ["unlimited", "x", "-1m"] {
            let error = Schedule::new(every, None).unwrap_err().to_string();
            assert_eq!(error, format!("Invalid duration format '{every}' for parameter: every"));
        }
        let error = Schedule::new("5m", Some("10m")).unwrap_err().to_string();
        assert_eq!(error, "The splay '10m' is longer than the interval '5m'");
    }

    #[test]
    fn cron_offset_is_within_splay_and_interval() {
        for name in [&b"a"[..], b"b", b"c", b"web1"] {
            assert!(schedule("30m", "10m").offset(name).unwrap() <= 10);
            assert!(schedule("5m", "5m").offset(name).unwrap() < 5);
            assert_eq!(schedule("30m", "0").offset(name).unwrap(), 0);
        }
        let offsets: std::collections::BTreeSet<u64> =
            (0..200_u64).map(|number| schedule("30m", "10m").offset(&number.to_le_bytes()).unwrap()).collect();
        assert_eq!(offsets.len(), 11);
    }

    #[test]
    fn next_cron_run_follows_the_offset() {
        let until = |every, offset, hour: u64, minute: u64| {
            schedule(every, "0").until_next(offset, hour * HOUR + minute * MINUTE).as_secs() / MINUTE
        };
        assert_eq!(until("30m", 7, 12, 0), 7);
        assert_eq!(until("30m", 7, 12, 7), 30);
        assert_eq!(until("30m", 7, 23, 50), 17);
        assert_eq!(until("4h", 67, 0, 0), 67);
        assert_eq!(until("1d", 67, 12, 0), 13 * 60 + 7);
    }
}
