//! `template`: renders ERB template files.

use value::Value;

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(super) const FUNCTION: Function = Function::new(
    "template",
    "Renders ERB templates and joins the results. `template('m/a.erb')` uses `templates/a.erb` in the module `m`; \
     absolute paths are also allowed. In a template, `@x` is the variable `$x` and `scope['m::x']` is `$m::x`. The \
     subset of Ruby commonly used in templates is supported; anything else is an error with its line.",
    &[Overload::legacy(|call| {
        let mut text = String::new();
        for name in legacy::some(call)? {
            text.push_str(&call.evaluator.render_erb_file(legacy::text(&name)?, call.span)?);
        }
        Ok(Value::from(text))
    })],
);
