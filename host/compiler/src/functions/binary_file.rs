//! `binary_file`: the bytes of a file.

use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::issue;
use crate::value::Value;
use crate::world;

pub(super) const FUNCTION: Function = Function::new(
    "binary_file",
    "Returns the bytes of a file as a `Binary`: `binary_file('m/a')` is `files/a` of the module `m`; an absolute path can be \
     given too.",
    &[Overload::new("String $path", binary_file)],
);

fn binary_file(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let name = call.text(0);
    let environment = call.evaluator.environment();
    let found = world::locate(environment, name, "files").ok_or_else(|| issue::missing_binary_file(name))?;
    let bytes = environment.bytes(found.place, &found.path).map_err(|error| issue::unreadable_file(&error))?;
    bytes.map(|bytes| Value::Binary(bytes.into())).ok_or_else(|| issue::missing_binary_file(name))
}
