//! `find_file`: path of a file.

use value::{EvalError, LocatedFile, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "find_file",
    "Returns the full path of the first file or directory that exists, or `undef`. `find_file('m/a')` means `files/a` \
     in the module `m`; absolute paths are also allowed.",
    &[Overload::new("String *$paths", all), Overload::new("Array[String] *$paths_array", of_arrays)],
);

fn all(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    Ok(first(call, call.arguments, "files"))
}

fn of_arrays(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    Ok(first(call, call.elements(0), "files"))
}

/// Returns the full path of the first file that exists. Relative names are resolved in a directory of their module.
pub(super) fn first(call: &FunctionCall<'_, '_>, names: &[Value], directory: &str) -> Value {
    let environment = call.evaluator.environment();
    let found = names.iter().filter_map(Value::as_str).find_map(|name| LocatedFile::find(environment, name, directory));
    found.map_or(Value::Undef, |found| Value::from(found.full))
}
