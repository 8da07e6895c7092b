//! Bracket expressions, properties and character escapes of regular expressions.

use super::error::PatternError;
use super::linear::RANGE_STATES;
use super::translate::Cursor;

/// Maximum nesting depth of brackets.
const MAX_DEPTH: usize = 50;

/// Translates a bracket expression whose `[` has been read.
pub(super) fn translate(cursor: &mut Cursor, out: &mut String) -> Result<(), PatternError> {
    bracket(cursor, out, 0)
}

fn bracket(cursor: &mut Cursor, out: &mut String, depth: usize) -> Result<(), PatternError> {
    if depth > MAX_DEPTH {
        return Err(PatternError::ClassNesting);
    }
    out.push('[');
    if cursor.eat("^") {
        out.push('^');
    }
    let mut is_empty = true;
    loop {
        let Some(character) = cursor.next() else { return Err(PatternError::EndInClass) };
        match character {
            ']' if !is_empty => break,
            '[' if cursor.peek() == Some(':') => {
                if !posix(cursor, out)? {
                    bracket(cursor, out, depth + 1)?;
                }
            }
            '[' => bracket(cursor, out, depth + 1)?,
            '&' if cursor.eat("&") => out.push_str("&&"),
            _ => {
                cursor.at -= 1;
                item(cursor, out)?;
            }
        }
        is_empty = false;
    }
    out.push(']');
    Ok(())
}

/// Returns an upper bound of the states of a translated class, if its text shows that the linear engine supports it; `None` for
/// properties and intersections, and for anything that is not a class.
pub(super) fn states(class: &str) -> Option<usize> {
    let inside = class.strip_prefix('[')?;
    if inside.contains("&&") || inside.contains("\\p") || inside.contains("\\P") {
        return None;
    }
    let has_only_ascii = !inside.contains('^') && inside.is_ascii() && !inside.contains("\\x{");
    Some(inside.len() * if has_only_ascii { 1 } else { RANGE_STATES } + RANGE_STATES)
}

/// Translates one character, range or escape.
fn item(cursor: &mut Cursor, out: &mut String) -> Result<(), PatternError> {
    let is_escaped = cursor.eat("\\");
    if is_escaped && set_escape(cursor, out)? {
        return Ok(());
    }
    let first = character(cursor, is_escaped)?;
    push(first, out);
    // A `-` before the end is literal.
    let begins_range = cursor.looking_at("-") && !["-]", "-[", "-&&"].iter().any(|end| cursor.looking_at(end));
    if !begins_range {
        return Ok(());
    }
    cursor.at += 1;
    let is_escaped = cursor.eat("\\");
    if is_escaped && cursor.peek().is_some_and(|letter| "dDwWsShHpPR".contains(letter)) {
        // `[a-\d]` is not a range either.
        push('-', out);
        set_escape(cursor, out)?;
        return Ok(());
    }
    let last = character(cursor, is_escaped)?;
    if last < first {
        return Err(PatternError::EmptyRange);
    }
    out.push('-');
    push(last, out);
    Ok(())
}

fn character(cursor: &mut Cursor, is_escaped: bool) -> Result<char, PatternError> {
    match is_escaped {
        // Backspace; outside of brackets `\b` is a word boundary.
        true if cursor.eat("b") => Ok('\u{8}'),
        true => character_escape(cursor),
        false => cursor.next().ok_or(PatternError::EndInClass),
    }
}

/// Translates an escape for a set of characters; its backslash has been read.
fn set_escape(cursor: &mut Cursor, out: &mut String) -> Result<bool, PatternError> {
    let set = match cursor.peek() {
        Some('d') => "0-9",
        Some('D') => "[^0-9]",
        Some('w') => "0-9A-Za-z_",
        Some('W') => "[^0-9A-Za-z_]",
        Some('s') => r" \t\r\n\f\x0B",
        Some('S') => r"[^ \t\r\n\f\x0B]",
        Some('h') => "0-9a-fA-F",
        Some('H') => "[^0-9a-fA-F]",
        Some('R') => r"\n\x0B\f\r\x{85}\x{2028}\x{2029}",
        Some(letter @ ('p' | 'P')) => {
            cursor.at += 1;
            property(cursor, letter == 'P', out)?;
            return Ok(true);
        }
        _ => return Ok(false),
    };
    cursor.at += 1;
    out.push_str(set);
    Ok(true)
}

/// Parses `[:alpha:]` after the first `[`; consumes nothing if the text is not such a class.
fn posix(cursor: &mut Cursor, out: &mut String) -> Result<bool, PatternError> {
    let start = cursor.at;
    cursor.at += 1;
    let is_negated = cursor.eat("^");
    let name = cursor.take_while(16, |c| c.is_ascii_alphabetic());
    if !cursor.eat(":]") {
        cursor.at = start;
        return Ok(false);
    }
    let set = set_named(&name).ok_or(PatternError::PosixBracket(name))?;
    out.push_str(if is_negated { "[^" } else { "[" });
    out.push_str(set);
    out.push(']');
    Ok(true)
}

/// Translates `\p{Alpha}`, with `\p` read.
pub(super) fn property(cursor: &mut Cursor, is_upper: bool, out: &mut String) -> Result<(), PatternError> {
    if !cursor.eat("{") {
        return Err(PatternError::Property("p".to_owned()));
    }
    let is_negated = cursor.eat("^") != is_upper;
    let name = cursor.take_until('}').ok_or(PatternError::UnclosedProperty)?;
    let normal: String =
        name.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).collect::<String>().to_ascii_lowercase();
    if let Some(set) = set_named(&normal) {
        out.push_str(if is_negated { "[^" } else { "[" });
        out.push_str(set);
        out.push(']');
        return Ok(());
    }
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-')) {
        return Err(PatternError::Property(name));
    }
    out.push_str(if is_negated { "\\P{" } else { "\\p{" });
    out.push_str(&name);
    out.push('}');
    Ok(())
}

/// Returns the content of a class for the names shared by POSIX brackets and properties. They are not limited to
/// ASCII.
fn set_named(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => r"\p{Alphabetic}\p{M}\p{Nd}",
        "alpha" => r"\p{Alphabetic}\p{M}",
        "ascii" => r"\x00-\x7F",
        "blank" => r"\t\p{Zs}",
        "cntrl" => r"\p{Cc}",
        "digit" => r"\p{Nd}",
        "graph" => r"[^\s\p{Cc}\p{Cn}\p{Cs}]",
        "lower" => r"\p{Lowercase}",
        "print" => r"[[^\s\p{Cc}\p{Cn}\p{Cs}]\p{Zs}]",
        "punct" => r"\p{P}$+<=>\^`|\~",
        "space" => r"\s",
        "upper" => r"\p{Uppercase}",
        "word" => r"\w",
        "xdigit" => "0-9a-fA-F",
        "any" => r"\x{0}-\x{10FFFF}",
        _ => return None,
    })
}

/// Translates an escape for one character; its backslash has been read.
pub(super) fn character_escape(cursor: &mut Cursor) -> Result<char, PatternError> {
    let Some(letter) = cursor.next() else { return Err(PatternError::ShortEscape) };
    Ok(match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\u{c}',
        'v' => '\u{b}',
        'a' => '\u{7}',
        'e' => '\u{1b}',
        '0'..='7' => {
            let mut digits = String::from(letter);
            digits.push_str(&cursor.take_while(2, |c| ('0'..'8').contains(&c)));
            number(&digits, 8)?
        }
        'x' if cursor.eat("{") => number(&cursor.take_until('}').ok_or(PatternError::HexEscape)?, 16)?,
        'x' => number(&cursor.take_while(2, |c| c.is_ascii_hexdigit()), 16)?,
        'u' if cursor.eat("{") => number(cursor.take_until('}').ok_or(PatternError::UnicodeEscape)?.trim(), 16)?,
        'u' => number(&cursor.take_while(4, |c| c.is_ascii_hexdigit()), 16)?,
        'c' => control(cursor.next())?,
        'C' if cursor.eat("-") => control(cursor.next())?,
        other => other,
    })
}

fn control(letter: Option<char>) -> Result<char, PatternError> {
    letter.filter(char::is_ascii).map(|c| char::from(c as u8 & 0x1f)).ok_or(PatternError::ShortControl)
}

fn number(digits: &str, radix: u32) -> Result<char, PatternError> {
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32).ok_or(PatternError::CodePoint)
}

/// Appends a literal character of a class.
fn push(character: char, out: &mut String) {
    match character {
        '[' | ']' | '\\' | '^' | '-' | '&' | '~' => {
            out.push('\\');
            out.push(character);
        }
        control if control.is_control() || control == ' ' || control == '#' => {
            out.push_str(&format!("\\x{{{:x}}}", u32::from(control)))
        }
        other => out.push(other),
    }
}
