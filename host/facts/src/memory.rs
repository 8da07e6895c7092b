//! The fact `memory`.

use catalog::Value;

use crate::system::SystemProbe;
use crate::unit;
use crate::value::{hash, integer};

pub(crate) fn gather(machine: &SystemProbe) -> Option<Value> {
    let text = machine.read("/proc/meminfo")?;
    // Kernels before 3.14 lack this field.
    let available = field(&text, "MemAvailable")
        .or_else(|| Some(field(&text, "MemFree")? + field(&text, "Buffers")? + field(&text, "Cached")?));
    let system = area(field(&text, "MemTotal")?, available?);
    let swap = field(&text, "SwapTotal").filter(|total| *total > 0);
    let swap = swap.and_then(|total| Some(area(total, field(&text, "SwapFree")?)));
    Some(hash([("swap", swap), ("system", Some(system))]))
}

fn area(total: u64, available: u64) -> Value {
    let used = total.saturating_sub(available);
    hash([
        ("available", Some(unit::bytes(available).into())),
        ("available_bytes", Some(integer(available))),
        ("capacity", Some(unit::share(used, total).into())),
        ("total", Some(unit::bytes(total).into())),
        ("total_bytes", Some(integer(total))),
        ("used", Some(unit::bytes(used).into())),
        ("used_bytes", Some(integer(used))),
    ])
}

/// Returns a field, converted to bytes.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}
