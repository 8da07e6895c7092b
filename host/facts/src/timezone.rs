//! The fact `timezone`: the current abbreviation, such as `CET` or `CEST`.

use std::io;

use catalog::Value;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::system::SystemProbe;

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let zone = time_zone(machine.zone(), |path| std::fs::read(machine.at(path)));
    let now = Timestamp::try_from(machine.kernel().now()).ok()?;
    Some(match zone.to_offset_info(now).abbreviation() {
        "" => "UTC".into(),
        name => name.into(),
    })
}

/// Returns the local time zone. The environment variable `TZ` overrides the zone of the system; an unknown zone is UTC, as in the
/// C library. `read` reads files of `/usr/share/zoneinfo` and `/etc/localtime`.
pub fn time_zone(variable: Option<&str>, read: impl Fn(&str) -> io::Result<Vec<u8>>) -> TimeZone {
    let file = |path: &str| TimeZone::tzif("local", &read(path).ok()?).ok();
    let zone = match variable.map(|zone| zone.strip_prefix(':').unwrap_or(zone)) {
        None => file("/etc/localtime"),
        Some("") => None,
        Some(path) if path.starts_with('/') => file(path),
        Some(name) => file(&format!("/usr/share/zoneinfo/{name}")).or_else(|| TimeZone::posix(name).ok()),
    };
    zone.unwrap_or(TimeZone::UTC)
}
