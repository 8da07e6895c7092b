//! `tagged`: whether the current class or instance, or the catalog, has tags.

use crate::fault::Fault;
use crate::function::{Function, Overload};
use crate::value::Value;

pub(super) const FUNCTION: Function = Function::new(
    "tagged",
    "Says whether the current class or instance of a defined type has all of the tags. Names of classes that have been \
     declared anywhere count as well.",
    &[Overload::new("Any *$arguments", |call| {
        if call.arguments.is_empty() {
            return Err(Fault::new("tagged(): Wrong number of arguments given (0 for minimum 1)"));
        }
        let evaluator = &*call.evaluator;
        Ok(Value::Boolean(call.arguments.iter().all(|tag| evaluator.has_tag(&tag.text()))))
    })],
);
