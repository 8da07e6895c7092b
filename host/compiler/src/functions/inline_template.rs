//! `inline_template`: ERB templates that are strings.

use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "inline_template",
    "Returns the text that ERB templates make, one after the other, which are given as strings: `inline_template('<%= @x %>')`. \
     They are as those of files: see `template`.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let mut text = String::new();
        for template in legacy::some(call)? {
            text.push_str(&call.evaluator.render_erb_text(legacy::text(&template)?, call.span)?);
        }
        Ok(Value::from(text))
    })],
);
