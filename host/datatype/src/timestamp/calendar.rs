//! The proleptic Gregorian calendar.

use super::{NANOSECONDS, Timestamp};

/// A date with a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Civil {
    pub(super) year: i64,
    pub(super) month: u32,
    pub(super) day: u32,
    pub(super) hour: u32,
    pub(super) minute: u32,
    pub(super) second: u32,
    pub(super) nanosecond: u32,
    /// Sunday is 0.
    pub(super) weekday: u32,
    /// The first of January is 1.
    pub(super) day_of_year: u32,
}

const DAYS_BEFORE: [u32; 13] = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

#[cfg(test)]
fn days_in(year: i64, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Returns the day number of a date, counted from 1970.
pub(super) fn days(year: i64, month: u32, day: u32) -> i64 {
    // Years start in March here, so that a leap day is the last day of a year; all eras of 400 years are alike.
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let month_from_march = i64::from((month + 9) % 12);
    let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

impl Civil {
    /// Returns the civil time of a timestamp at an offset from UTC in seconds.
    pub(super) fn of(timestamp: Timestamp, offset: i32) -> Self {
        let local = timestamp.nanoseconds().saturating_add(i128::from(offset) * NANOSECONDS);
        let seconds = local.div_euclid(NANOSECONDS);
        // The lossy casts below cannot truncate: the values are remainders, or days of a year that fits in i64.
        let nanosecond = u32::try_from(local.rem_euclid(NANOSECONDS)).unwrap_or(0);
        let second_of_day = u32::try_from(seconds.rem_euclid(86_400)).unwrap_or(0);
        let day_number = i64::try_from(seconds.div_euclid(86_400)).unwrap_or(i64::MAX / 1_000_000);
        let (year, month, day) = date(day_number);
        let leap = u32::from(month > 2 && is_leap(year));
        Self {
            year,
            month,
            day,
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
            nanosecond,
            weekday: u32::try_from((day_number + 4).rem_euclid(7)).unwrap_or(0),
            day_of_year: DAYS_BEFORE.get(month as usize).copied().unwrap_or(0) + leap + day,
        }
    }

    /// Returns the week number for weeks that start on the given weekday; days before the first week are in week 0.
    pub(super) fn week_from(&self, first_weekday: u32) -> u32 {
        (self.day_of_year + 6 - (self.weekday + 7 - first_weekday) % 7) / 7
    }

    /// Returns the ISO 8601 year and week.
    pub(super) fn iso_week(&self) -> (i64, u32) {
        let weekday = if self.weekday == 0 { 7 } else { self.weekday };
        // The week of a day is that of its Thursday.
        let week = (i64::from(self.day_of_year) - i64::from(weekday) + 10) / 7;
        let weeks_in = |year: i64| {
            let first = (days(year, 1, 1) + 4).rem_euclid(7);
            if first == 4 || (first == 3 && is_leap(year)) { 53 } else { 52 }
        };
        if week < 1 {
            (self.year - 1, weeks_in(self.year - 1))
        } else if week > i64::from(weeks_in(self.year)) {
            (self.year + 1, 1)
        } else {
            (self.year, u32::try_from(week).unwrap_or(1))
        }
    }
}

/// Returns the date of a day number counted from 1970.
fn date(day_number: i64) -> (i64, u32, u32) {
    let shifted = day_number + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = u32::try_from(day_of_year - (153 * month_from_march + 2) / 5 + 1).unwrap_or(1);
    let month = u32::try_from((month_from_march + 2) % 12 + 1).unwrap_or(1);
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        for day_number in (-1_000_000..1_000_000).step_by(997) {
            let (year, month, day) = date(day_number);
            assert_eq!(days(year, month, day), day_number);
            assert!((1..=days_in(year, month)).contains(&day));
        }
        assert_eq!((days(1970, 1, 1), days(2000, 3, 1), date(-1)), (0, 11_017, (1969, 12, 31)));
    }
}
