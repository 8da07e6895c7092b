//! Times in certificates.

use std::time::Duration;

use der::asn1::{GeneralizedTime, UtcTime};
use jiff::Timestamp;
use x509_cert::time::Time;

use crate::error::X509Error;

/// The duration of a day.
pub(crate) const DAY: Duration = Duration::from_hours(24);

pub(crate) fn from_x509(time: Time) -> Result<Timestamp, X509Error> {
    let unix = time.to_unix_duration();
    let seconds = i64::try_from(unix.as_secs()).unwrap_or(i64::MAX);
    Timestamp::from_second(seconds).map_err(|_| X509Error::Time(format!("{} s", unix.as_secs())))
}

/// Years after 2049 do not fit the short form.
pub(crate) fn to_x509(time: Timestamp) -> Result<Time, X509Error> {
    let invalid = || X509Error::Time(time.to_string());
    let unix = Duration::from_secs(u64::try_from(time.as_second()).map_err(|_| invalid())?);
    if let Ok(short) = UtcTime::from_unix_duration(unix) {
        return Ok(Time::UtcTime(short));
    }
    GeneralizedTime::from_unix_duration(unix).map(Time::GeneralTime).map_err(|_| invalid())
}

/// Returns the time after a duration, or the last representable time.
pub(crate) fn after(time: Timestamp, duration: Duration) -> Timestamp {
    let last = Timestamp::from_second(LAST).unwrap_or(Timestamp::MAX);
    time.checked_add(duration).map_or(last, |later| later.min(last))
}

/// Returns the time a day earlier, at which the validity of certificates begins in Puppet because clocks differ.
pub(crate) fn yesterday(now: Timestamp) -> Timestamp {
    now.checked_sub(DAY).unwrap_or(now)
}

/// The last second of the year 9998.
const LAST: i64 = 253_370_764_799;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_after_2049_has_the_long_form() {
        let short: Timestamp = "2049-12-31T23:59:59Z".parse().unwrap();
        let long: Timestamp = "2050-01-01T00:00:00Z".parse().unwrap();
        assert!(matches!(to_x509(short), Ok(Time::UtcTime(_))));
        assert!(matches!(to_x509(long), Ok(Time::GeneralTime(_))));
        for time in [short, long] {
            assert_eq!(from_x509(to_x509(time).unwrap()), Ok(time));
        }
        assert!(to_x509(after(short, Duration::MAX)).is_ok());
    }
}
