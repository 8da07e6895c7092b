//! `inline_template`: renders ERB templates given as strings.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "inline_template",
    "Renders ERB templates given as strings and joins the results: `inline_template('<%= @x %>')`. See `template` for \
     their syntax.",
    &[Overload::legacy(|call| {
        let mut text = String::new();
        for template in legacy::some(call)? {
            text.push_str(&call.evaluator.render_erb_text(legacy::text(&template)?, call.span)?);
        }
        Ok(Value::from(text))
    })],
);
