//! `template`: ERB templates of files.

use crate::function::{Function, Overload};
use crate::functions::legacy;
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "template",
    "Returns the text that ERB templates make, one after the other: `template('m/a.erb')` takes `templates/a.erb` of the module \
     `m`. An absolute path can be given too. In a template `@x` is the variable `$x`, and `scope['m::x']` is `$m::x`. It has the \
     part of Ruby that templates use; what is left out is told with its line.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let mut text = String::new();
        for name in legacy::some(call)? {
            text.push_str(&call.evaluator.render_erb_file(legacy::text(&name)?, call.span)?);
        }
        Ok(Value::from(text))
    })],
);
