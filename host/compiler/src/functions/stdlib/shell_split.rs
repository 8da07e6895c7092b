//! `shell_split`: splits a shell command.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "shell_split",
    "Splits a command of a Bourne shell into its words.",
    &[Overload::legacy(|call| {
        let [command] = legacy::exactly(call)?;
        let words = words(&command.ruby())?;
        Ok(words.into_iter().map(Value::from).collect())
    })],
);

/// Returns the words of a command.
fn words(command: &str) -> Result<Vec<String>, EvalError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    let unmatched = || EvalError::new(format!("Unmatched quote: {command}"));
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or_else(unmatched)? {
                        '\'' => break,
                        letter => word.push(letter),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or_else(unmatched)? {
                        '"' => break,
                        '\\' => match letters.next().ok_or_else(unmatched)? {
                            escaped @ ('$' | '`' | '"' | '\\' | '\n') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        letter => word.push(letter),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(letters.next()),
            letter if letter.is_whitespace() => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    Ok(words)
}
