//! `shellquote`: quotes words for a shell.

use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "shellquote",
    "Quotes each argument, including the elements of nested arrays, for a Bourne shell if necessary, and joins them \
     with spaces.",
    &[Overload::legacy(shellquote)],
);

fn shellquote(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let mut words = Vec::new();
    for argument in legacy::arguments(call)? {
        argument.flatten_into(&mut words);
    }
    let quoted = words.iter().map(|word| match word {
        Value::String(word) => Ok(quoted(word)),
        Value::Reference(_) => Err(legacy::no_text(word)),
        other => {
            Err(EvalError::new(format!("undefined method `length' for {}:{}", other.inspect(), class_name(other))))
        }
    });
    Ok(Value::from(quoted.collect::<Result<Vec<String>, EvalError>>()?.join(" ")))
}

fn quoted(word: &str) -> String {
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || "@%_+=:,./-".contains(letter);
    let is_dangerous = |letter: char| matches!(letter, '!' | '"' | '`' | '$' | '\\');
    if !word.is_empty() && word.chars().all(is_safe) {
        return word.to_owned();
    }
    if !word.contains(is_dangerous) {
        return format!("\"{word}\"");
    }
    if !word.contains('\'') {
        return format!("'{word}'");
    }
    let mut quoted = String::from("\"");
    for letter in word.chars() {
        if is_dangerous(letter) {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted + "\""
}
