//! Names and offsets of time zones, as far as they occur in times. There is no time zone database: zones with
//! daylight saving time have separate names.

/// Returns the offset of a zone from UTC in seconds: `UTC`, `+02:00`, `-0530`, `CEST`, `UTC+1`.
pub fn offset(zone: &str) -> Option<i32> {
    let upper = zone.trim().to_ascii_uppercase();
    let numeric = ["UTC", "GMT"].iter().find_map(|prefix| upper.strip_prefix(prefix)).unwrap_or(&upper);
    if numeric.starts_with(['+', '-']) {
        return numeric_offset(numeric);
    }
    let (name, summer) = match upper.strip_suffix(" DST").or_else(|| upper.strip_suffix(" DAYLIGHT TIME")) {
        Some(name) => (name, 1),
        None => (upper.strip_suffix(" STANDARD TIME").unwrap_or(&upper), 0),
    };
    named_offset(name).map(|minutes| (minutes + summer * 60) * 60)
}

fn numeric_offset(text: &str) -> Option<i32> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits = &text[1..];
    let part = |text: &str| -> Option<i32> {
        (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
    };
    let seconds = if digits.contains(':') {
        let mut parts = digits.split(':').map(part);
        let hours = parts.next()??;
        let minutes = parts.next().unwrap_or(Some(0))?;
        let seconds = parts.next().unwrap_or(Some(0))?;
        hours * 3600 + minutes * 60 + seconds
    } else {
        match digits.len() {
            1 | 2 => part(digits)? * 3600,
            3 => part(&digits[..1])? * 3600 + part(&digits[1..])? * 60,
            4 => part(&digits[..2])? * 3600 + part(&digits[2..])? * 60,
            6 => part(&digits[..2])? * 3600 + part(&digits[2..4])? * 60 + part(&digits[4..])?,
            _ => return None,
        }
    };
    (seconds < 86_400).then_some(sign * seconds)
}

/// Returns the offset from UTC in minutes of a named time zone; single letters are military time zones.
fn named_offset(name: &str) -> Option<i32> {
    Some(match name {
        "UTC" | "GMT" | "UT" | "Z" | "WET" | "UCT" => 0,
        "EST" => -300,
        "EDT" | "AST" | "CLT" => -240,
        "CST" => -360,
        "CDT" => -300,
        "MST" => -420,
        "MDT" => -360,
        "PST" => -480,
        "PDT" => -420,
        "AKST" => -540,
        "AKDT" => -480,
        "HST" | "HAST" => -600,
        "HADT" => -540,
        "ADT" | "BRT" | "ART" => -180,
        "NST" => -210,
        "NDT" => -150,
        "BRST" => -120,
        "AZOT" => -60,
        "BST" | "CET" | "MET" | "WEST" | "MEZ" | "WAT" | "IST" if name != "IST" => 60,
        "IST" => 330,
        "EET" | "CEST" | "MEST" | "MESZ" | "SAST" | "CAT" | "SST" => 120,
        "EEST" | "MSK" | "EAT" => 180,
        "MSD" | "GST" => 240,
        "PKT" => 300,
        "ICT" | "WIB" => 420,
        "HKT" | "SGT" | "AWST" => 480,
        "JST" | "KST" => 540,
        "ACST" => 570,
        "AEST" => 600,
        "ACDT" => 630,
        "AEDT" => 660,
        "NZST" => 720,
        "NZDT" => 780,
        "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" => (i32::from(name.as_bytes()[0] - b'A') + 1) * 60,
        "K" | "L" | "M" => (i32::from(name.as_bytes()[0] - b'K') + 10) * 60,
        "N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y" => {
            -(i32::from(name.as_bytes()[0] - b'N') + 1) * 60
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::offset;

    #[test]
    fn zones_have_offsets() {
        let zones = [
            ("UTC", 0),
            ("+02:00", 7200),
            ("-0530", -19800),
            ("CEST", 7200),
            ("utc+1", 3600),
            ("PST DST", -25200),
            ("+1", 3600),
            ("IST", 19800),
            ("a", 3600),
            ("Y", -43200),
            ("+01:02:03", 3723),
        ];
        for (zone, seconds) in zones {
            assert_eq!(offset(zone), Some(seconds), "{zone}");
        }
        for zone in ["", "Nowhere", "+", "+99", "+1:x", "++1"] {
            assert_eq!(offset(zone), None, "{zone}");
        }
    }
}
