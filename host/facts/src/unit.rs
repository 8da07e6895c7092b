//! Formatting of sizes, percentages and frequencies as in Facter.

/// Formats a number of bytes: `23.54 GiB`.
#[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
pub(crate) fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut number = bytes as f64;
    let mut unit = "bytes";
    for next in UNITS {
        // A number that would be rounded up to 1024.00 is shown in the next unit.
        if (number * 100.0).round() / 100.0 < 1024.0 {
            break;
        }
        (number, unit) = (number / 1024.0, next);
    }
    format!("{:.2} {unit}", (number * 100.0).round() / 100.0)
}

/// Formats a frequency: `2.45 GHz`.
#[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
pub(crate) fn hertz(hertz: u64) -> Option<String> {
    let power = hertz.checked_ilog10()?;
    let (divisor, prefix) = match power {
        0..3 => (1.0, ""),
        3..6 => (1e3, "k"),
        6..9 => (1e6, "M"),
        9..12 => (1e9, "G"),
        _ => (1e12, "T"),
    };
    Some(format!("{:.2} {prefix}Hz", half_up(hertz as f64 / divisor)))
}

/// Rounds to two digits, halves up according to the decimal notation: 2.445 to 2.45.
fn half_up(number: f64) -> f64 {
    let rounded = (number * 100.0).round();
    let rounded = if (rounded + 0.5) / 100.0 <= number { rounded + 1.0 } else { rounded };
    rounded / 100.0
}

/// Formats a percentage: `13.18%`.
#[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
pub(crate) fn share(part: u64, whole: u64) -> String {
    format!("{:.2}%", part as f64 / whole as f64 * 100.0)
}

/// Converts bytes to mebibytes.
#[expect(clippy::cast_precision_loss, reason = "Facter returns a float")]
pub(crate) fn mebibytes(bytes: i64) -> f64 {
    bytes as f64 / (1024.0 * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_formatted_as_in_facter() {
        let cases = [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.00 KiB"),
            (25_276_514_304, "23.54 GiB"),
            (1024 * 1024 - 1, "1.00 MiB"),
            (u64::MAX, "16.00 EiB"),
        ];
        for (number, text) in cases {
            assert_eq!(bytes(number), text);
        }
    }

    #[test]
    fn frequencies_are_formatted_as_in_facter() {
        assert_eq!(hertz(2_445_000_000).as_deref(), Some("2.45 GHz"));
        assert_eq!(hertz(800_000_000).as_deref(), Some("800.00 MHz"));
        assert_eq!(hertz(0), None);
    }
}
