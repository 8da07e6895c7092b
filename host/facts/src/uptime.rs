//! The facts `system_uptime` and `load_averages`.

use catalog::Value;

use crate::system::SystemProbe;
use crate::value::{hash, integer};
use crate::virtualization::container;

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let text = machine.read("/proc/uptime")?;
    let seconds: u64 = text.split(['.', ' ']).next()?.trim().parse().ok()?;
    // In a Docker container, the uptime is that of the first process and not of the system.
    let seconds = match container::find(machine) {
        Some(container) if container.kind == "docker" => seconds.saturating_sub(start_of_first(machine)?),
        _ => seconds,
    };
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600, seconds / 60 % 60);
    let text = match days {
        0 => format!("{hours}:{minutes:02} hours"),
        1 => "1 day".to_owned(),
        _ => format!("{days} days"),
    };
    Some(hash([
        ("days", Some(integer(days))),
        ("hours", Some(integer(hours))),
        ("seconds", Some(integer(seconds))),
        ("uptime", Some(text.into())),
    ]))
}

/// Returns the start time of the first process in seconds since boot.
fn start_of_first(machine: &SystemProbe) -> Option<u64> {
    /// The index of `starttime` after the name, which may itself contain white space.
    const START: usize = 19;
    let text = machine.read("/proc/1/stat")?;
    let ticks: u64 = text.rsplit_once(')')?.1.split_whitespace().nth(START)?.parse().ok()?;
    ticks.checked_div(rustix::param::clock_ticks_per_second())
}

pub(crate) fn load_averages(machine: &SystemProbe) -> Option<Value> {
    let text = machine.read("/proc/loadavg")?;
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok().map(Value::Float));
    let (one, five, fifteen) = (numbers.next()?, numbers.next()?, numbers.next()?);
    Some(hash([("15m", fifteen), ("1m", one), ("5m", five)]))
}
