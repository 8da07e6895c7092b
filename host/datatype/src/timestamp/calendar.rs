//! The proleptic Gregorian calendar. The library's dates have four-digit years; the calendar repeats every 400 years, so other
//! years are calculated in an equal one.

use jiff::Span;
use jiff::civil::Date;

use super::{NANOSECONDS, Timestamp};

const CYCLE_YEARS: i64 = 400;
const CYCLE_DAYS: i64 = 146_097;
const FIRST_YEAR: i64 = 1970;
const EPOCH: Date = Date::constant(1970, 1, 1);
const DAY: i64 = 86_400;

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
    /// The ISO 8601 year and week.
    pub(super) iso_week: (i64, u32),
}

/// Returns the day number of a date, counted from 1970. A day past the end of the month is in the next one.
pub(super) fn days(year: i64, month: u32, day: u32) -> i64 {
    let (cycle, year) = ((year - FIRST_YEAR).div_euclid(CYCLE_YEARS), (year - FIRST_YEAR).rem_euclid(CYCLE_YEARS));
    let first = i16::try_from(FIRST_YEAR + year).ok().zip(i8::try_from(month).ok());
    let first = first.and_then(|(year, month)| Date::new(year, month, 1).ok()).unwrap_or(EPOCH);
    cycle * CYCLE_DAYS + EPOCH.duration_until(first).as_secs() / DAY + i64::from(day) - 1
}

impl Civil {
    /// Returns the civil time of a timestamp at an offset from UTC in seconds.
    pub(super) fn of(timestamp: Timestamp, offset: i32) -> Self {
        let local = timestamp.nanoseconds().saturating_add(i128::from(offset) * NANOSECONDS);
        let seconds = local.div_euclid(NANOSECONDS);
        // The conversions succeed: the values are remainders, or days of a year that fits in i64.
        let nanosecond = u32::try_from(local.rem_euclid(NANOSECONDS)).unwrap_or(0);
        let second_of_day = u32::try_from(seconds.rem_euclid(DAY.into())).unwrap_or(0);
        let day_number = i64::try_from(seconds.div_euclid(DAY.into())).unwrap_or(i64::MAX / 1_000_000);
        let (cycle, date) = date(day_number);
        let years = cycle * CYCLE_YEARS;
        let iso = date.iso_week_date();
        Self {
            year: i64::from(date.year()) + years,
            month: date.month().unsigned_abs().into(),
            day: date.day().unsigned_abs().into(),
            hour: second_of_day / 3600,
            minute: second_of_day / 60 % 60,
            second: second_of_day % 60,
            nanosecond,
            weekday: date.weekday().to_sunday_zero_offset().unsigned_abs().into(),
            day_of_year: date.day_of_year().unsigned_abs().into(),
            iso_week: (i64::from(iso.year()) + years, iso.week().unsigned_abs().into()),
        }
    }

    /// Returns the week number for weeks that start on the given weekday; days before the first week are in week 0.
    pub(super) fn week_from(&self, first_weekday: u32) -> u32 {
        (self.day_of_year + 6 - (self.weekday + 7 - first_weekday) % 7) / 7
    }
}

/// Returns the number of the cycle of 400 years since 1970, and the date in the first one.
fn date(day_number: i64) -> (i64, Date) {
    let (cycle, day) = (day_number.div_euclid(CYCLE_DAYS), day_number.rem_euclid(CYCLE_DAYS));
    (cycle, EPOCH.saturating_add(Span::new().days(day)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_inverse() {
        for day_number in (-1_000_000..1_000_000).step_by(997) {
            let seconds = i128::from(day_number) * i128::from(DAY);
            let civil = Civil::of(Timestamp::from_nanoseconds(seconds * NANOSECONDS), 0);
            assert_eq!(days(civil.year, civil.month, civil.day), day_number);
        }
        assert_eq!((days(1970, 1, 1), days(2000, 3, 1), days(2021, 2, 31)), (0, 11_017, days(2021, 3, 3)));
    }
}
