//! `values_at`: elements of an array at several indexes.

use value::{EvalError, Value, check_size};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "values_at",
    "Returns the elements of an array at an index, in a range such as `0-2` or `0..2` (with the end) or `0...2` \
     (without it), or at an array of these; `undef` is omitted.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [array, indices, ..] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("values_at(): Wrong number of arguments given ({given} for 2)")));
        };
        let Value::Array(array) = array else { return Err(EvalError::new("values_at(): Requires array to work with")) };
        let mut flat = Vec::new();
        indices.flatten_into(&mut flat);
        if flat.is_empty() {
            return Err(EvalError::new("values_at(): You must provide at least one positive index to collect"));
        }
        let mut found = Vec::new();
        for index in &flat {
            let (start, end) = places(&index.ruby(), array.len())?;
            let elements = array.get(start..end).unwrap_or_default();
            found.extend(elements.iter().filter(|element| !element.is_undef()).cloned());
            check_size(found.len())?;
        }
        Ok(found.into())
    })],
);

/// Returns the start and end of an index or of a range of indexes. The end is exclusive.
fn places(text: &str, length: usize) -> Result<(usize, usize), EvalError> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // Puppet: the range can be on any line of the text.
    let range = text.split_terminator('\n').find_map(|line| {
        let digits = line.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(line.len());
        let (first, rest) = line.split_at(digits);
        let (separator, last) =
            ["...", "..", "-"].iter().find_map(|separator| Some((*separator, rest.strip_prefix(separator)?)))?;
        (is_number(first) && is_number(last)).then_some((first, separator, last))
    });
    match range {
        Some((first, separator, last)) => {
            let (start, stop) = (number(first), number(last));
            if start > stop {
                let what = "Stop index in given indices range is smaller than the start index";
                return Err(EvalError::new(format!("values_at(): {what}")));
            }
            if stop >= length {
                let what = "Stop index in given indices range exceeds array size";
                return Err(EvalError::new(format!("values_at(): {what}")));
            }
            Ok((start, if separator == "..." { stop } else { stop + 1 }))
        }
        _ if !text.split_terminator('\n').any(is_number) => {
            Err(EvalError::new("values_at(): Unknown format of given index"))
        }
        _ => match number(text) {
            place if place < length => Ok((place, place + 1)),
            _ => Err(EvalError::new("values_at(): Given index exceeds array size")),
        },
    }
}

fn number(digits: &str) -> usize {
    ruby::number::leading_integer(digits, 10)
        .to_i64()
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(usize::MAX)
}
