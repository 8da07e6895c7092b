//! Values of settings that are durations, in Puppet's syntax: `30`, `30s`, `5m`, `1h`, `2d`, `1y`,
//! `unlimited`.

use std::time::Duration;

use anyhow::{Result, anyhow};

/// Parses a value; `None` for `unlimited`.
///
/// # Errors
/// Returns an error if the text is not a duration; the message is Puppet's.
pub(crate) fn parse(name: &str, text: &str) -> Result<Option<Duration>> {
    if text == "unlimited" {
        return Ok(None);
    }
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => Some(1),
        "m" => Some(60),
        "h" => Some(60 * 60),
        "d" => Some(24 * 60 * 60),
        "y" => Some(365 * 24 * 60 * 60),
        _ => None,
    };
    let seconds = unit.zip(digits.parse::<u64>().ok()).and_then(|(unit, number)| number.checked_mul(unit));
    let seconds = seconds.ok_or_else(|| anyhow!("Invalid duration format '{text}' for parameter: {name}"))?;
    Ok(Some(Duration::from_secs(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units_or_are_unlimited() {
        let seconds = |text| parse("waitforlock", text).map(|time| time.map(|time| time.as_secs()));
        for (text, expected) in [("0", 0), ("30", 30), ("30s", 30), ("5m", 300), ("1h", 3600), ("1d", 86_400)] {
            assert_eq!(seconds(text).unwrap(), Some(expected), "{text}");
        }
        assert_eq!(seconds("unlimited").unwrap(), None);
        for text in ["", "m", "-1", "1w", "1.5h", "99999999999999999y"] {
            let fault = seconds(text).unwrap_err().to_string();
            assert_eq!(fault, format!("Invalid duration format '{text}' for parameter: waitforlock"));
        }
    }
}
