//! The fact `timezone`: the current abbreviation, such as `CET` or `CEST`.

use std::time::SystemTime;

use catalog::Value;
use tz::TimeZone;

use crate::system::SystemProbe;

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let zone = zone(machine).unwrap_or_else(TimeZone::utc);
    let now = machine.kernel().now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let local = zone.find_local_time_type(i64::try_from(now.as_secs()).ok()?).ok()?;
    Some(match local.time_zone_designation() {
        "" => "UTC".into(),
        name => name.into(),
    })
}

/// The variable TZ overrides the system's time zone; an unknown zone is UTC, as in the C library.
fn zone(machine: &SystemProbe) -> Option<TimeZone> {
    let file = |path: &str| TimeZone::from_tz_data(&std::fs::read(machine.at(path)).ok()?).ok();
    match machine.zone().map(|zone| zone.strip_prefix(':').unwrap_or(zone)) {
        None => file("/etc/localtime"),
        Some("") => None,
        Some(path) if path.starts_with('/') => file(path),
        Some(name) => file(&format!("/usr/share/zoneinfo/{name}")).or_else(|| TimeZone::from_posix_tz(name).ok()),
    }
}
