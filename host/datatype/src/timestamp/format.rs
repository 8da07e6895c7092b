//! Formatting of times: `strftime` with Ruby's directives, flags and widths.

use std::fmt::{self, Write as _};

use super::calendar::Civil;
use super::{Timestamp, TimestampError};

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
pub(super) const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Maximum width of padding, which limits the length of the output.
const MAX_WIDTH: usize = 1024;

/// Flags and width between `%` and the directive.
#[derive(Clone, Copy, Default)]
struct Flags {
    padding: Padding,
    is_upper: bool,
    swaps_case: bool,
    colons: u8,
    width: Option<usize>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Padding {
    #[default]
    Usual,
    None,
    Zero,
    Blank,
}

pub(super) fn format(timestamp: Timestamp, format: &str, zone: Option<i32>) -> Result<String, TimestampError> {
    if format.replace("%%", "").ends_with('%') {
        return Err(TimestampError::Directive(format.into()));
    }
    let offset = zone.unwrap_or(0);
    let time = Moment { civil: Civil::of(timestamp, offset), timestamp, offset, is_named: zone.is_none() };
    let mut out = String::with_capacity(format.len() * 2);
    time.write(format, &mut out);
    Ok(out)
}

/// Writes a time in its default form.
pub(super) fn write_default(timestamp: &Timestamp, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let civil = Civil::of(*timestamp, 0);
    write!(out, "{:04}-{:02}-{:02}T", civil.year, civil.month, civil.day)?;
    write!(out, "{:02}:{:02}:{:02}.{:09} UTC", civil.hour, civil.minute, civil.second, civil.nanosecond)
}

struct Moment {
    civil: Civil,
    timestamp: Timestamp,
    offset: i32,
    /// Whether the zone has a name, which only UTC has.
    is_named: bool,
}

impl Moment {
    fn write(&self, format: &str, out: &mut String) {
        let mut rest = format;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            let (flags, directive, after) = parse_directive(&rest[at + 1..]);
            match directive.and_then(|letter| self.directive(letter, flags)) {
                Some(text) => {
                    out.push_str(&text);
                    rest = after;
                }
                // Invalid directives are literal text.
                None => {
                    out.push('%');
                    rest = &rest[at + 1..];
                }
            }
        }
        out.push_str(rest);
    }

    fn directive(&self, letter: char, flags: Flags) -> Option<String> {
        let civil = &self.civil;
        let twelve = (civil.hour + 11) % 12 + 1;
        Some(match letter {
            'Y' => year(civil.year, flags),
            'C' => number(civil.year.div_euclid(100), 2, '0', flags),
            'y' => number(civil.year.rem_euclid(100), 2, '0', flags),
            'm' => number(civil.month.into(), 2, '0', flags),
            'B' => text(MONTHS[civil.month as usize - 1], flags),
            'b' | 'h' => text(&MONTHS[civil.month as usize - 1][..3], flags),
            'd' => number(civil.day.into(), 2, '0', flags),
            'e' => number(civil.day.into(), 2, ' ', flags),
            'j' => number(civil.day_of_year.into(), 3, '0', flags),
            'H' => number(civil.hour.into(), 2, '0', flags),
            'k' => number(civil.hour.into(), 2, ' ', flags),
            'I' => number(twelve.into(), 2, '0', flags),
            'l' => number(twelve.into(), 2, ' ', flags),
            'P' => text(if civil.hour < 12 { "am" } else { "pm" }, flags),
            // The swapped case of AM is lower case.
            'p' if flags.swaps_case => {
                text(if civil.hour < 12 { "am" } else { "pm" }, Flags { swaps_case: false, ..flags })
            }
            'p' => text(if civil.hour < 12 { "AM" } else { "PM" }, flags),
            'M' => number(civil.minute.into(), 2, '0', flags),
            'S' => number(civil.second.into(), 2, '0', flags),
            'L' => fraction(civil.nanosecond, flags.width.unwrap_or(3)),
            'N' => fraction(civil.nanosecond, flags.width.unwrap_or(9)),
            'z' => zone(self.offset, flags),
            'Z' if self.is_named && flags.swaps_case => text("utc", Flags { swaps_case: false, ..flags }),
            'Z' if self.is_named => text("UTC", flags),
            'Z' => String::new(),
            'A' => text(DAYS[civil.weekday as usize], flags),
            'a' => text(&DAYS[civil.weekday as usize][..3], flags),
            'u' => number(if civil.weekday == 0 { 7 } else { civil.weekday.into() }, 1, '0', flags),
            'w' => number(civil.weekday.into(), 1, '0', flags),
            'G' => year(civil.iso_week.0, flags),
            'g' => number(civil.iso_week.0.rem_euclid(100), 2, '0', flags),
            'V' => number(civil.iso_week.1.into(), 2, '0', flags),
            'U' => number(civil.week_from(0).into(), 2, '0', flags),
            'W' => number(civil.week_from(1).into(), 2, '0', flags),
            's' => number(self.timestamp.seconds(), 1, '0', flags),
            'n' => text("\n", flags),
            't' => text("\t", flags),
            '%' => text("%", flags),
            'c' => self.composed("%a %b %e %H:%M:%S %Y", flags),
            'D' | 'x' => self.composed("%m/%d/%y", flags),
            'F' => self.composed("%Y-%m-%d", flags),
            'v' => self.composed("%e-%^b-%Y", flags),
            'X' | 'T' => self.composed("%H:%M:%S", flags),
            'r' => self.composed("%I:%M:%S %p", flags),
            'R' => self.composed("%H:%M", flags),
            _ => return None,
        })
    }

    fn composed(&self, format: &str, flags: Flags) -> String {
        let mut out = String::new();
        self.write(format, &mut out);
        text(&out, flags)
    }
}

/// Parses flags, width and letter after a `%`; returns the remaining text.
fn parse_directive(text: &str) -> (Flags, Option<char>, &str) {
    let mut flags = Flags::default();
    for (at, character) in text.char_indices() {
        match character {
            '-' => flags.padding = Padding::None,
            '_' => flags.padding = Padding::Blank,
            '^' => flags.is_upper = true,
            '#' => flags.swaps_case = true,
            ':' => flags.colons = flags.colons.saturating_add(1),
            '0' if flags.width.is_none() => flags.padding = Padding::Zero,
            digit @ '0'..='9' => {
                let value = usize::from(digit as u8 - b'0');
                flags.width = Some((flags.width.unwrap_or(0) * 10 + value).min(MAX_WIDTH));
            }
            'E' if text[at + 1..].starts_with(['c', 'C', 'x', 'X', 'y', 'Y']) => {}
            'O' if text[at + 1..].starts_with(|next| "deHkIlmMSuUVwWy".contains(next)) => {}
            letter => return (flags, Some(letter), &text[at + letter.len_utf8()..]),
        }
    }
    (flags, None, "")
}

fn number(value: i64, usual_width: usize, usual_padding: char, flags: Flags) -> String {
    let padding = match flags.padding {
        Padding::Usual => Some(usual_padding),
        Padding::None => None,
        Padding::Zero => Some('0'),
        Padding::Blank => Some(' '),
    };
    let width = flags.width.unwrap_or(usual_width);
    let digits = value.unsigned_abs().to_string();
    let sign = if value < 0 { "-" } else { "" };
    let missing = width.saturating_sub(digits.len() + sign.len());
    match padding {
        Some('0') => format!("{sign}{}{digits}", "0".repeat(missing)),
        Some(blank) => format!("{}{sign}{digits}", String::from(blank).repeat(missing)),
        None => format!("{sign}{digits}"),
    }
}

fn year(value: i64, flags: Flags) -> String {
    number(value, if value < 0 { 5 } else { 4 }, '0', flags)
}

fn text(value: &str, flags: Flags) -> String {
    let value = if flags.is_upper || flags.swaps_case { value.to_uppercase() } else { value.to_owned() };
    let missing = flags.width.unwrap_or(0).saturating_sub(value.len());
    if missing == 0 || flags.padding == Padding::None {
        return value;
    }
    let padding = if flags.padding == Padding::Zero { "0" } else { " " };
    format!("{}{value}", padding.repeat(missing))
}

fn fraction(nanosecond: u32, width: usize) -> String {
    let mut digits = format!("{nanosecond:09}");
    if width <= 9 {
        digits.truncate(if width == 0 { 9 } else { width });
    } else {
        digits.push_str(&"0".repeat(width - 9));
    }
    digits
}

/// `+0200`, `%:z` `+02:00`, `%::z` `+02:00:00`
fn zone(offset: i32, flags: Flags) -> String {
    let magnitude = offset.unsigned_abs();
    let (hours, minutes, seconds) = (magnitude / 3600, magnitude / 60 % 60, magnitude % 60);
    let sign = if offset < 0 { '-' } else { '+' };
    let tail = match flags.colons {
        0 => format!("{minutes:02}"),
        3 if (minutes, seconds) == (0, 0) => String::new(),
        1 => format!(":{minutes:02}"),
        3 if seconds == 0 => format!(":{minutes:02}"),
        _ => format!(":{minutes:02}:{seconds:02}"),
    };
    let width = flags.width.unwrap_or(0).saturating_sub(tail.len() + 1).max(2);
    let mut out = String::new();
    let written = match flags.padding {
        Padding::None => write!(out, "{sign}{hours}{tail}"),
        Padding::Blank => write!(out, "{:>width$}{tail}", format!("{sign}{hours}"), width = width + 1),
        Padding::Usual | Padding::Zero => write!(out, "{sign}{hours:0width$}{tail}"),
    };
    // Writing to a string cannot fail.
    written.map_or_else(|_| String::new(), |()| out)
}

#[cfg(test)]
mod tests {
    use super::super::Timestamp;

    #[test]
    fn times_are_formatted() {
        let time = Timestamp::from_nanoseconds(1_614_834_367_250_000_000);
        let cases = [
            ("%F %T.%L", "2021-03-04 05:06:07.250"),
            ("%Y%m%d", "20210304"),
            ("%y %C %j", "21 20 063"),
            ("%B %b %^b", "March Mar MAR"),
            ("%A %a %u %w", "Thursday Thu 4 4"),
            ("%I %l %p %P %#p", "05  5 AM am am"),
            ("%e|%-d|%_m", " 4|4| 3"),
            ("%s", "1614834367"),
            ("%N %3N %12N", "250000000 250 250000000000"),
            ("%z %:z %::z %Z", "+0000 +00:00 +00:00:00 UTC"),
            ("%G-W%V %U %W", "2021-W09 09 09"),
            ("%c", "Thu Mar  4 05:06:07 2021"),
            ("%D %R %r %v", "03/04/21 05:06 05:06:07 AM  4-MAR-2021"),
            ("%%%n%t", "%\n\t"),
            ("%Q", "%Q"),
            ("%010Y %6d %-H", "0000002021 000004 5"),
            ("%10a|%010a", "       Thu|0000000Thu"),
            ("é%Y", "é2021"),
        ];
        for (format, expected) in cases {
            assert_eq!(time.format(format, None).as_deref(), Ok(expected), "{format}");
        }
        assert_eq!(time.format("%H:%M %z %:z", Some(-19800)).as_deref(), Ok("23:36 -0530 -05:30"));
        assert!(time.format("%Y %", None).is_err() && time.format("%Y%%", None).is_ok());
        assert_eq!(Timestamp::from_seconds(-1).to_string(), "1969-12-31T23:59:59.000000000 UTC");
    }
}
