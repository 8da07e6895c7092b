//! `getvar`: a variable by name, or a part of its value.

use super::get;
use crate::eval_error::EvalError;
use crate::function::{Function, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "getvar",
    "Returns the value of the variable that is named by the start of a path, or what the rest of the path leads to inside of \
     it; the default if there is no such variable.",
    &[
        Overload::new(
            r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] $get_string, Any $default_value?, Callable[1,1] &$block?",
            |call| {
                let text = call.text(0);
                let (name, path) = text.split_once('.').unwrap_or((text, ""));
                match call.evaluator.variable(name) {
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
