//! `squeeze`: replaces runs of equal characters by one.

use value::{EvalError, Value};

use super::letter_set::LetterSet;
use crate::evaluator::{Function, Overload};
use crate::functions::{legacy, ruby_values};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "squeeze",
    "Replaces runs of equal characters by one, in a string or in each string of an array. The second argument limits \
     this to a set of characters: `squeeze('aabb', 'a-m')`.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let (subject, letters) = match arguments.as_slice() {
            [subject] => (subject, None),
            [subject, letters] => (subject, Some(letters).filter(|letters| letters.is_true())),
            others => {
                let given = others.len();
                return Err(EvalError::new(format!("squeeze(): Wrong number of arguments given {given} for 2 or 1")));
            }
        };
        let squeezed = |value: &Value| match value {
            Value::String(text) => {
                let set = letters.map(|letters| LetterSet::parse(legacy::text(letters)?)).transpose()?;
                Ok(squeeze(text, set.as_ref()).into())
            }
            other => Err(ruby_values::no_method("squeeze", other)),
        };
        match subject {
            Value::Array(elements) => elements.iter().map(squeezed).collect(),
            other => squeezed(other),
        }
    })],
);

fn squeeze(text: &str, set: Option<&LetterSet>) -> String {
    let mut before = None;
    let mut squeezed = String::with_capacity(text.len());
    for letter in text.chars() {
        if before != Some(letter) || !set.is_none_or(|set| set.has(letter)) {
            squeezed.push(letter);
        }
        before = Some(letter);
    }
    squeezed
}
