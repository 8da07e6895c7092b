//! Values of settings that are sizes, such as `512M`, and of `undo_keep` and `report_keep`, which have the
//! form `RUNS, BYTES`: `50, 1G`.

use anyhow::{Result, anyhow};
use runtime::KeepRuns;

/// Parses the value. If only a number of runs is given, the size has its default.
///
/// # Errors
/// Returns an error if the text is not a valid value.
pub fn parse(name: &str, text: &str) -> Result<KeepRuns> {
    let invalid =
        || anyhow!("Invalid value '{text}' for parameter {name}. It is a number of runs and of bytes, as in '50, 1G'");
    let (runs, bytes) = match text.split_once(',') {
        Some((runs, bytes)) => (runs.trim(), Some(bytes.trim())),
        None => (text.trim(), None),
    };
    let mut keep = KeepRuns { runs: runs.parse().map_err(|_| invalid())?, ..KeepRuns::default() };
    if let Some(bytes) = bytes {
        keep.bytes = size(bytes).ok_or_else(invalid)?;
    }
    Ok(keep)
}

/// Parses a number of bytes.
///
/// # Errors
/// Returns an error if the text is not a size.
pub fn parse_size(name: &str, text: &str) -> Result<u64> {
    let invalid = || anyhow!("Invalid value '{text}' for parameter {name}. It is a number of bytes, as in '512M'");
    size(text.trim()).ok_or_else(invalid)
}

fn size(text: &str) -> Option<u64> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
    let (number, shift) = units
        .iter()
        .find_map(|(unit, shift)| text.strip_suffix(unit).map(|number| (number, *shift)))
        .unwrap_or((text, 0));
    number.trim().parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [("0", 0), ("512", 512), ("3K", 3 << 10), ("64M", 64 << 20), ("2G", 2 << 30)] {
            assert_eq!(parse_size("compile_memory", text).unwrap(), bytes);
        }
        let message = parse_size("compile_memory", "much").unwrap_err().to_string();
        assert_eq!(message, "Invalid value 'much' for parameter compile_memory. It is a number of bytes, as in '512M'");
    }

    #[test]
    fn number_of_runs_and_size_are_parsed() {
        assert_eq!(parse("undo_keep", "50, 1G").unwrap(), KeepRuns::default());
        assert_eq!(parse("undo_keep", "3,512K").unwrap(), KeepRuns { runs: 3, bytes: 512 << 10 });
        assert_eq!(parse("undo_keep", "0").unwrap(), KeepRuns { runs: 0, ..KeepRuns::default() });
        for text in ["", "many", "3,", "3, 1X", "-1", "3, 99999999T"] {
            assert!(parse("undo_keep", text).unwrap_err().to_string().starts_with("Invalid value"), "{text}");
        }
    }
}
