//! `shell_escape`: escapes text as a shell word.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "shell_escape",
    "Returns a string as one word of a Bourne shell, with a backslash before each special character.",
    &[Overload::new("Any $string", |call| Ok(Value::from(ruby::escape::shell(&call.argument(0).ruby()))))],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::shell_escape");
