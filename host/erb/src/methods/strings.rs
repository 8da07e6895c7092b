//! Methods that create strings from strings: case, white space, width, parts.

use super::{ANY, Method, method};
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::Value;

pub(super) const METHODS: &[Method] = &[
    method("upcase", 0, 0, |machine, this, _| changed(machine, this, |text| text.to_uppercase())),
    method("upcase!", 0, 0, |machine, this, _| change(machine, this, |text| text.to_uppercase())),
    method("downcase", 0, 0, |machine, this, _| changed(machine, this, |text| text.to_lowercase())),
    method("downcase!", 0, 0, |machine, this, _| change(machine, this, |text| text.to_lowercase())),
    method("capitalize", 0, 0, |machine, this, _| changed(machine, this, capitalize)),
    method("capitalize!", 0, 0, |machine, this, _| change(machine, this, capitalize)),
    method("swapcase", 0, 0, |machine, this, _| changed(machine, this, swapcase)),
    method("reverse", 0, 0, |machine, this, _| changed(machine, this, |text| text.chars().rev().collect())),
    method("strip", 0, 0, |machine, this, _| changed(machine, this, |text| strip(text).to_owned())),
    method("strip!", 0, 0, |machine, this, _| change(machine, this, |text| strip(text).to_owned())),
    method("lstrip", 0, 0, |machine, this, _| {
        changed(machine, this, |text| text.trim_start_matches(is_blank).to_owned())
    }),
    method("lstrip!", 0, 0, |machine, this, _| {
        change(machine, this, |text| text.trim_start_matches(is_blank).to_owned())
    }),
    method("rstrip", 0, 0, |machine, this, _| {
        changed(machine, this, |text| text.trim_end_matches(is_blank).to_owned())
    }),
    method("rstrip!", 0, 0, |machine, this, _| {
        change(machine, this, |text| text.trim_end_matches(is_blank).to_owned())
    }),
    method("chomp", 0, 1, |machine, this, given| {
        let text = machine.text(this)?;
        let text = match given.list.first() {
            Some(suffix) => {
                let suffix = machine.expect_string(*suffix)?;
                text.strip_suffix(&suffix).unwrap_or(&text).to_owned()
            }
            None => chomp(&text).to_owned(),
        };
        Ok(machine.heap.string(text))
    }),
    method("chomp!", 0, 0, |machine, this, _| change(machine, this, |text| chomp(text).to_owned())),
    method("chop", 0, 0, |machine, this, _| changed(machine, this, chop)),
    method("chop!", 0, 0, |machine, this, _| change(machine, this, chop)),
    method("squeeze", 0, 0, |machine, this, _| changed(machine, this, squeeze)),
    method("delete_prefix", 1, 1, |machine, this, given| {
        let prefix = machine.expect_string(given.get(0))?;
        changed(machine, this, |text| text.strip_prefix(&prefix).unwrap_or(text).to_owned())
    }),
    method("delete_suffix", 1, 1, |machine, this, given| {
        let suffix = machine.expect_string(given.get(0))?;
        changed(machine, this, |text| text.strip_suffix(&suffix).unwrap_or(text).to_owned())
    }),
    method("ljust", 1, 2, |machine, this, given| justified(machine, this, given, |_| 0)),
    method("rjust", 1, 2, |machine, this, given| justified(machine, this, given, |missing| missing)),
    method("center", 1, 2, |machine, this, given| justified(machine, this, given, |missing| missing / 2)),
    method("chars", 0, 0, |machine, this, given| {
        parts(machine, this, given, |text| text.chars().map(String::from).collect())
    }),
    method("bytes", 0, 0, |machine, this, given| {
        let bytes: Vec<Value> = machine.text(this)?.bytes().map(|byte| Value::Integer(i64::from(byte))).collect();
        machine.reserve(bytes.len() * size_of::<Value>())?;
        machine.yielded(this, bytes, given)
    }),
    method("lines", 0, 0, |machine, this, given| parts(machine, this, given, lines)),
    method("each_line", 0, 0, |machine, this, given| each(machine, this, given, "each_line", lines)),
    method("each_char", 0, 0, |machine, this, given| {
        each(machine, this, given, "each_char", |text| text.chars().map(String::from).collect())
    }),
    method("succ", 0, 0, |machine, this, _| changed(machine, this, successor)),
    method("next", 0, 0, |machine, this, _| changed(machine, this, successor)),
    method("upto", 1, 1, |machine, this, given| {
        let block = match machine.block_or_enumerator(this, "upto", given) {
            Ok(block) => block,
            Err(enumerator) => return Ok(enumerator),
        };
        let (begin, end) = (machine.text(this)?, machine.expect_string(given.get(0))?);
        for text in machine.strings_between(&begin, &end, false)? {
            machine.invoke(&block, vec![text])?;
        }
        Ok(this)
    }),
    method("unpack", 1, 1, |machine, _, _| Err(machine.unsupported("`unpack` is"))),
    method("unpack1", 1, 1, |machine, _, _| Err(machine.unsupported("`unpack1` is"))),
    method("sum", 0, 0, |machine, this, _| {
        Ok(Value::Integer(machine.text(this)?.bytes().map(i64::from).sum::<i64>() & 0xffff))
    }),
    method("eql?", 1, ANY, |machine, this, given| machine.equal(this, given.get(0)).map(Value::Boolean)),
];

/// Returns a new string created by a function.
fn changed(machine: &mut Interpreter<'_>, this: Value, how: impl Fn(&str) -> String) -> Result<Value, Unwind> {
    let text = machine.text(this)?;
    let text = how(&text);
    Ok(machine.heap.string(text))
}

/// Changes a string in place. Returns nil if it is unchanged.
fn change(machine: &mut Interpreter<'_>, this: Value, how: fn(&str) -> String) -> Result<Value, Unwind> {
    let before = machine.text(this)?;
    let after = how(&before);
    if before == after {
        return Ok(Value::Nil);
    }
    machine.replace_string(this, after)
}

pub(super) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters.as_str().to_lowercase().chars()).collect()
}

fn swapcase(text: &str) -> String {
    let swapped = |letter: char| -> String {
        if letter.is_uppercase() { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() }
    };
    text.chars().map(swapped).collect()
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\0')
}

fn strip(text: &str) -> &str {
    text.trim_start_matches(|letter| is_blank(letter) && letter != '\0').trim_end_matches(is_blank)
}

fn chomp(text: &str) -> &str {
    let without = |suffix| text.strip_suffix(suffix);
    without("\r\n").or_else(|| without("\n")).or_else(|| without("\r")).unwrap_or(text)
}

fn chop(text: &str) -> String {
    let mut text = text.to_owned();
    if text.ends_with("\r\n") {
        text.pop();
    }
    text.pop();
    text
}

fn squeeze(text: &str) -> String {
    let mut last = None;
    text.chars().filter(|letter| last.replace(*letter) != Some(*letter)).collect()
}

/// Returns the lines of a text with their line ends.
fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn parts(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    how: fn(&str) -> Vec<String>,
) -> Result<Value, Unwind> {
    let parts = how(&machine.text(this)?);
    machine.reserve(parts.len() * 2 * size_of::<String>())?;
    let list = parts.into_iter().map(|part| machine.heap.string(part)).collect();
    machine.yielded(this, list, given)
}

fn each(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    name: &str,
    how: fn(&str) -> Vec<String>,
) -> Result<Value, Unwind> {
    match machine.block_or_enumerator(this, name, given) {
        Ok(_) => parts(machine, this, given, how),
        Err(enumerator) => Ok(enumerator),
    }
}

/// Pads a string to a width; `before` determines how much of the padding precedes it.
fn justified(
    machine: &mut Interpreter<'_>,
    this: Value,
    given: &Arguments,
    before: fn(usize) -> usize,
) -> Result<Value, Unwind> {
    let text = machine.text(this)?;
    let width = usize::try_from(machine.expect_integer(given.get(0))?).unwrap_or(0);
    let padding = match given.list.get(1) {
        Some(padding) => machine.expect_string(*padding)?,
        None => " ".to_owned(),
    };
    if padding.is_empty() {
        return Err(machine.fault("ArgumentError", "zero width padding"));
    }
    let missing = width.saturating_sub(text.chars().count());
    machine.reserve(missing.saturating_mul(4))?;
    let left = before(missing);
    let fill = |count: usize| padding.chars().cycle().take(count).collect::<String>();
    Ok(machine.heap.string(fill(left) + &text + &fill(missing - left)))
}

/// Returns the successor of a string as in Ruby: `ba` follows `az`, `AAa` follows `Zz`, `10` follows `9`.
#[must_use]
pub fn successor(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let is_counted = |letter: &char| letter.is_ascii_alphanumeric();
    let Some(last) = letters.iter().rposition(is_counted) else {
        let Some(letter) = letters.last_mut() else { return String::new() };
        *letter = char::from_u32(u32::from(*letter) + 1).unwrap_or(*letter);
        return letters.into_iter().collect();
    };
    let mut at = last;
    loop {
        let (next, carry) = match letters[at] {
            'z' => ('a', 'a'),
            'Z' => ('A', 'A'),
            '9' => ('0', '1'),
            other => {
                letters[at] = char::from_u32(u32::from(other) + 1).unwrap_or(other);
                return letters.into_iter().collect();
            }
        };
        letters[at] = next;
        // Uncounted characters between two positions are dropped, except between a digit and a letter.
        let before = letters[..at].iter().rposition(is_counted);
        let goes_on =
            |before: &usize| *before + 1 == at || letters[*before].is_ascii_digit() == letters[at].is_ascii_digit();
        match before.filter(goes_on) {
            Some(before) => at = before,
            None => {
                letters.insert(at, carry);
                return letters.into_iter().collect();
            }
        }
    }
}

impl Interpreter<'_> {
    /// Returns the elements of a range of strings such as `('a'..'e')`.
    pub(super) fn strings_between(&mut self, begin: &str, end: &str, excludes_end: bool) -> Result<Vec<Value>, Unwind> {
        let mut list = Vec::new();
        if begin.chars().count() > end.chars().count() || begin.len() == end.len() && begin > end {
            return Ok(list);
        }
        let mut current = begin.to_owned();
        while current.chars().count() <= end.chars().count() {
            let is_last = current == end;
            if !(is_last && excludes_end) {
                self.reserve(current.len() + size_of::<Value>())?;
                list.push(self.heap.string(current.as_str()));
            }
            if is_last {
                break;
            }
            current = successor(&current);
        }
        Ok(list)
    }
}
