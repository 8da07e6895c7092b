//! Calendar, in UTC and without time zones.

use std::fmt;

/// A day of the Gregorian calendar, formatted as `2000-02-29`.
///
/// ```
/// use marotte_sdk::time::Date;
///
/// assert_eq!(Date::from_unix_days(11_016).to_string(), "2000-02-29");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Date {
    /// Returns the date of a day, counted from 1970-01-01.
    #[must_use]
    pub fn from_unix_days(days: i64) -> Self {
        // The calendar repeats every 400 years of 146,097 days; years are counted from March, so that the leap day
        // comes last.
        let days = days.saturating_add(719_468);
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let small = |number: i64| u8::try_from(number).unwrap_or_default();
        Self { year: year + era * 400 + i64::from(month <= 2), month: small(month), day: small(day) }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates_of_the_gregorian_calendar() {
        for (days, date) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_017, "2000-03-01"),
            (24_855, "2038-01-19"),
            (-719_529, "-001-12-31"),
        ] {
            assert_eq!(Date::from_unix_days(days).to_string(), date);
        }
        assert!(Date::from_unix_days(i64::MAX).year > 0);
    }
}
