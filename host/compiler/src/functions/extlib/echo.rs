//! `extlib::echo`: logs a value and its class at level debug.

use catalog::Level;
use value::{Value, class_name};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::echo",
    "Logs the Ruby class and the text of a value at level debug, after an optional comment.",
    &[Overload::new("Any $value, String $comment?", |call| {
        let value = call.argument(0);
        let shown = format!("({}) {}", class_name(value), value.inspect());
        let comment = call.arguments.get(1).and_then(Value::as_str);
        let message = comment.map_or_else(|| shown.clone(), |comment| format!("{comment} {shown}"));
        call.evaluator.log_values(Level::Debug, &[Value::from(message)]);
        Ok(Value::Undef)
    })],
);
