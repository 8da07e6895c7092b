//! Owns the fact `memory`.

use catalog::Value;

use crate::hash;

pub(crate) fn gather() -> Value {
    let Ok(text) = std::fs::read_to_string("/proc/meminfo") else { return Value::Undef };
    let area = |total: &str, available: &str| {
        let total = bytes(&text, total).filter(|total| *total > 0)?;
        let available = bytes(&text, available)?;
        let used = total.saturating_sub(available);
        #[expect(clippy::cast_precision_loss, reason = "a percentage of two digits")]
        let capacity = format!("{:.2}%", used as f64 / total as f64 * 100.0);
        Some(hash([
            ("available", Some(readable(available).into())),
            ("available_bytes", Some(available.cast_signed().into())),
            ("capacity", Some(capacity.into())),
            ("total", Some(readable(total).into())),
            ("total_bytes", Some(total.cast_signed().into())),
            ("used", Some(readable(used).into())),
            ("used_bytes", Some(used.cast_signed().into())),
        ]))
    };
    hash([("swap", area("SwapTotal:", "SwapFree:")), ("system", area("MemTotal:", "MemAvailable:"))])
}

fn bytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with(key))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

/// Writes a number of bytes as Facter does: `23.54 GiB`.
fn readable(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
    let mut number = bytes as f64;
    for unit in ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] {
        if number < 1024.0 {
            return if unit == "bytes" { format!("{bytes} bytes") } else { format!("{number:.2} {unit}") };
        }
        number /= 1024.0;
    }
    format!("{number:.2} EiB")
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn sizes_read_as_in_facter() {
        assert_eq!(readable(25_276_514_304), "23.54 GiB");
        assert_eq!(readable(512), "512 bytes");
    }
}
