//! `split`: splits a string.

use datatype::Regex;
use value::{EvalError, Value, check_size};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::pattern;

pub(super) const FUNCTION: Function = Function::new(
    "split",
    "Splits a string at the matches of a regular expression, given as a regular expression or as text. The result \
     includes the groups of the matches; empty strings at the end are omitted.",
    &[
        Overload::new("String $str, String $pattern", split),
        Overload::new("String $str, Regexp $pattern", split),
        Overload::new("String $str, Type[Regexp] $pattern", split),
    ],
);

fn split(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let regex = pattern::regex(call.evaluator, call.argument(1))?;
    let mut parts = parts(call.text(0), &regex)?;
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    Ok(parts.into_iter().map(Value::from).collect())
}

/// Splits text as Ruby's `split` does. An empty match splits the text at the next position.
fn parts<'t>(text: &'t str, regex: &Regex) -> Result<Vec<&'t str>, EvalError> {
    let after = |place: usize| place + text[place..].chars().next().map_or(1, char::len_utf8);
    let mut parts = Vec::new();
    let (mut begin, mut start) = (0, 0);
    let mut is_second = false;
    while start <= text.len() {
        check_size(parts.len())?;
        let Some(found) = regex.captures_at(text, start).map_err(pattern::fault)? else {
            break;
        };
        let (from, to) = found.whole();
        if from == start && to == start {
            if text.is_empty() {
                break;
            }
            if !is_second {
                start = after(start);
                is_second = true;
                continue;
            }
            parts.push(&text[begin..after(begin).min(text.len())]);
            begin = start;
        } else {
            parts.push(&text[begin..from]);
            (begin, start) = (to, to);
        }
        is_second = false;
        parts.extend((1..found.len()).filter_map(|group| found.text(group, text)));
    }
    if begin < text.len() {
        parts.push(&text[begin..]);
    }
    Ok(parts)
}
