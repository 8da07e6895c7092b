//! `getvar`: value of a variable, or a nested part of it, by name.

use value::{EvalError, Value};

use super::get;
use crate::evaluator::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "getvar",
    "Returns the value of a variable by its name, optionally followed by a dotted path into the value. Returns the \
     default if the variable or an element does not exist.",
    &[
        Overload::new(
            r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] $get_string, Any $default_value?, Callable[1,1] &$block?",
            |call| {
                let text = call.text(0);
                let (name, path) = text.split_once('.').unwrap_or((text, ""));
                let element = get::first_segment(path);
                match call.evaluator.variable_with_element(name, element.as_ref().and_then(Value::as_str)) {
                    Some(value) => get::navigate_or(call, &value, path, call.argument(1)),
                    None => Ok(call.argument(1).clone()),
                }
            },
        ),
        Overload::refusal("String $get_string, Any $default_value?, Callable &$block?", |_| {
            Err(EvalError::new("The given string does not start with a valid variable name"))
        }),
    ],
);
