//! `versioncmp`: order of two versions.

use std::cmp::Ordering;

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::string_case;

pub(super) const FUNCTION: Function = Function::new(
    "versioncmp",
    "Returns -1, 0 or 1 if the first of two versions is older than, equal to or newer than the second. If the third \
     argument is true, trailing zeros of the version are ignored.",
    &[Overload::new("String $a, String $b, Boolean $ignore_trailing_zeroes?", |call: &mut FunctionCall<'_, '_>| {
        let ignores_zeros = matches!(call.argument(2), Value::Boolean(true));
        let order = if ignores_zeros {
            compare(&without_zeros(call.text(0)), &without_zeros(call.text(1)))
        } else {
            compare(call.text(0), call.text(1))
        };
        Ok::<Value, EvalError>(Value::Integer(order as i64))
    })],
);

/// Removes trailing dots and zeros before the first hyphen.
fn without_zeros(version: &str) -> String {
    let version = version.trim_end_matches('-');
    let (number, rest) = version.split_at(version.find('-').unwrap_or(version.len()));
    format!("{}{rest}", number.trim_end_matches(['.', '0']))
}

/// Compares two versions part by part. Hyphens sort before dots, dots before everything else.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    for (a, b) in Parts(a).zip(Parts(b)) {
        if a == b {
            continue;
        }
        return match (a, b) {
            ("-", _) => Ordering::Less,
            (_, "-") => Ordering::Greater,
            (".", _) => Ordering::Less,
            (_, ".") => Ordering::Greater,
            _ if is_number(a) && is_number(b) && !a.starts_with('0') && !b.starts_with('0') => {
                // Without leading zeros, the longer number is greater.
                a.len().cmp(&b.len()).then_with(|| a.cmp(b))
            }
            _ => string_case::upcase(a).cmp(&string_case::upcase(b)),
        };
    }
    a.cmp(b)
}

fn is_number(part: &str) -> bool {
    part.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Iterator over the parts of a version: single hyphens and dots, numbers, and other text.
struct Parts<'v>(&'v str);

impl<'v> Iterator for Parts<'v> {
    type Item = &'v str;

    fn next(&mut self) -> Option<&'v str> {
        let kind = |letter: char| match letter {
            '-' | '.' => 0,
            '0'..='9' => 1,
            _ => 2,
        };
        let first = self.0.chars().next()?;
        let end = match kind(first) {
            0 => 1,
            first => self.0.find(|letter| kind(letter) != first).unwrap_or(self.0.len()),
        };
        let (part, rest) = self.0.split_at(end);
        self.0 = rest;
        Some(part)
    }
}
