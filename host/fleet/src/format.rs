//! Formats of times for the function `to_string`: patterns of PostgreSQL's `to_char`.

use jiff::civil::DateTime;

use crate::time::Time;

/// The patterns, longer ones before their prefixes.
const PATTERNS: [&str; 32] = [
    "HH24", "HH12", "HH", "MI", "SSSS", "SS", "MS", "US", "YYYY", "YY", "MONTH", "Month", "month", "MON", "Mon", "mon",
    "MM", "DAY", "Day", "day", "DY", "Dy", "dy", "DDD", "DD", "D", "WW", "IYYY", "IW", "Q", "AM", "PM",
];

/// A part of a format.
enum Part<'a> {
    /// A pattern, and whether its padding is left out.
    Pattern(&'static str, bool),
    Text(&'a str),
}

/// Splits a format into patterns and text.
fn parts(format: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let (is_short, after) = rest.strip_prefix("FM").map_or((false, rest), |after| (true, after));
        if let Some(pattern) = PATTERNS.iter().find(|pattern| after.starts_with(**pattern)) {
            parts.push(Part::Pattern(pattern, is_short));
            rest = &after[pattern.len()..];
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').unwrap_or(quoted.len());
            parts.push(Part::Text(&quoted[..end]));
            rest = quoted.get(end + 1..).unwrap_or_default();
        } else if first.is_ascii_alphabetic() {
            return Err(format!("The format '{format}' has the unsupported pattern '{rest}'"));
        } else {
            let (text, after) = rest.split_at(first.len_utf8());
            parts.push(Part::Text(text));
            rest = after;
        }
    }
    Ok(parts)
}

/// Checks a format.
pub(crate) fn check(format: &str) -> Result<(), String> {
    parts(format).map(drop)
}

/// Returns a time as text.
pub(crate) fn to_char(time: Time, format: &str) -> Result<String, String> {
    let at = time.civil();
    let text = |part: &Part<'_>| match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Pattern(pattern, is_short) => pattern_text(at, pattern, *is_short),
    };
    Ok(parts(format)?.iter().map(text).collect())
}

fn pattern_text(at: DateTime, pattern: &str, is_short: bool) -> String {
    let padded = |number: i64, width: usize| if is_short { number.to_string() } else { format!("{number:0width$}") };
    let hour = i64::from(at.hour());
    let week = at.date().iso_week_date();
    let millis = i64::from(at.subsec_nanosecond() / 1_000_000);
    let name = |format: &str, width: usize| {
        let name = at.strftime(format).to_string();
        let name = if pattern.starts_with(|letter: char| letter.is_lowercase()) { name.to_lowercase() } else { name };
        let is_upper = pattern.chars().nth(1).is_some_and(|letter| letter.is_uppercase());
        let name = if is_upper { name.to_uppercase() } else { name };
        if is_short { name } else { format!("{name:width$}") }
    };
    match pattern {
        "HH24" => padded(hour, 2),
        "HH12" | "HH" => padded((hour + 11) % 12 + 1, 2),
        "MI" => padded(at.minute().into(), 2),
        "SSSS" => (hour * 3600 + i64::from(at.minute()) * 60 + i64::from(at.second())).to_string(),
        "SS" => padded(at.second().into(), 2),
        "MS" => padded(millis, 3),
        "US" => padded(millis * 1000, 6),
        "YYYY" => padded(at.year().into(), 4),
        "YY" => padded(i64::from(at.year()) % 100, 2),
        "MONTH" | "Month" | "month" => name("%B", 9),
        "MON" | "Mon" | "mon" => name("%b", 3),
        "MM" => padded(at.month().into(), 2),
        "DAY" | "Day" | "day" => name("%A", 9),
        "DY" | "Dy" | "dy" => name("%a", 3),
        "DDD" => padded(at.day_of_year().into(), 3),
        "DD" => padded(at.day().into(), 2),
        "D" => (i64::from(at.weekday().to_sunday_zero_offset()) + 1).to_string(),
        "WW" => padded((i64::from(at.day_of_year()) - 1) / 7 + 1, 2),
        "IYYY" => padded(week.year().into(), 4),
        "IW" => padded(week.week().into(), 2),
        "Q" => ((at.month() + 2) / 3).to_string(),
        _ => if hour < 12 { "AM" } else { "PM" }.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_has_patterns_of_postgresql() {
        let time: Time = "2026-03-01T15:04:05.678Z".parse().unwrap();
        for (format, expected) in [
            ("YYYY-MM-DD\"T\"HH24:MI:SS.MS", "2026-03-01T15:04:05.678"),
            ("HH12 AM, DAY|Mon|FMMonth", "03 PM, SUNDAY   |Mar|March"),
            ("DDD D WW IW IYYY Q FMDD", "060 1 09 09 2026 1 1"),
        ] {
            assert_eq!(to_char(time, format).as_deref(), Ok(expected), "{format}");
        }
        assert!(check("TZH").is_err());
    }
}
