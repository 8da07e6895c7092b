//! `stdlib::powershell_escape`: escapes text for PowerShell.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::powershell_escape",
    "Escapes a string as one word of PowerShell.",
    &[Overload::new("Any $string", |call| {
        let text = call.argument(0).ruby();
        let mut escaped = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '"' => escaped.push_str("\\`"),
                ' ' | '\'' | '$' | '`' => escaped.push('`'),
                _ => {}
            }
            escaped.push(letter);
        }
        Ok(Value::from(escaped))
    })],
);
