//! `shell_join`: joins words to a shell command.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "shell_join",
    "Returns the elements of an array as escaped words of a Bourne shell, separated by spaces.",
    &[Overload::legacy(|call| {
        let [words] = legacy::exactly(call)?;
        let Value::Array(words) = &words else {
            let shown = words.inspect();
            return Err(EvalError::new(format!("First argument is not an Array: {shown}")));
        };
        let words: Vec<String> = words.iter().map(|word| ruby::escape::shell(&word.ruby())).collect();
        Ok(Value::from(words.join(" ")))
    })],
);
