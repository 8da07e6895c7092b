//! `find_template`: path of a template.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::find_file;

pub(super) const FUNCTION: Function = Function::new(
    "find_template",
    "Returns the full path of the first template that exists, or `undef`. `find_template('m/a.epp')` means \
     `templates/a.epp` in the module `m`; absolute paths are also allowed.",
    &[Overload::new("String *$paths", all), Overload::new("Array[String] *$paths_array", of_arrays)],
);

fn all(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    Ok(find_file::first(call, call.arguments, "templates"))
}

fn of_arrays(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    Ok(find_file::first(call, call.elements(0), "templates"))
}
