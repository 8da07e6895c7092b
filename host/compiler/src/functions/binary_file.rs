//! `binary_file`: content of a file as bytes.

use value::{EvalError, LocatedFile, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "binary_file",
    "Returns the content of a file as a `Binary`. `binary_file('m/a')` reads `files/a` in the module `m`; absolute \
     paths are also allowed.",
    &[Overload::new("String $path", binary_file)],
);

fn binary_file(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let name = call.text(0);
    let environment = call.evaluator.environment();
    let found = LocatedFile::find(environment, name, "files").ok_or_else(|| issue::missing_binary_file(name))?;
    let bytes = environment.bytes(found.place, &found.path).map_err(|error| issue::unreadable_file(&error))?;
    bytes.map(|bytes| Value::Binary(bytes.into())).ok_or_else(|| issue::missing_binary_file(name))
}
