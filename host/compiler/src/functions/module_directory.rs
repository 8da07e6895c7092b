//! `module_directory`: directory of a module.

use value::{EvalError, FileLocation, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "module_directory",
    "Returns the directory of the first of the given modules that exists; `undef` if none exists.",
    &[Overload::new("String *$names", all), Overload::new("Array[String] *$names", of_arrays)],
);

fn all(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    Ok(first(call, call.arguments))
}

fn of_arrays(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    // Puppet: the signature accepts several arrays, but the body only one.
    match call.arguments.len() {
        1 => Ok(first(call, call.elements(0))),
        given => Err(EvalError::new(format!("wrong number of arguments (given {}, expected 2)", given + 1))),
    }
}

fn first(call: &FunctionCall<'_, '_>, names: &[Value]) -> Value {
    let environment = call.evaluator.environment();
    let found =
        names.iter().filter_map(Value::as_str).find_map(|name| environment.find(FileLocation::Module(name), ""));
    found.map_or(Value::Undef, Value::from)
}
