//! `extlib::has_module`: tests whether a module of an author is installed.

use value::{EvalError, FileLocation, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::has_module",
    "Returns whether a module is installed, given by its author and name, such as `puppetlabs/stdlib`.",
    &[Overload::new(r"Pattern[/\A\w+[-\/]\w+\z/] $module_name", is_installed)],
)
.returning("Boolean");

fn is_installed(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let full_name = call.text(0).replace('/', "-");
    let Some((_, name)) = full_name.split_once('-') else { return Ok(Value::Boolean(false)) };
    let text = call.evaluator.environment().text(FileLocation::Module(name), "metadata.json");
    let Some(file) = text.map_err(|error| EvalError::new(error.to_string()))? else {
        return Ok(Value::Boolean(false));
    };
    let metadata = ruby::json::parse(&file.text).map_err(|error| EvalError::new(format!("{}: {error}", file.name)))?;
    let metadata = value::to_value(metadata);
    let named = metadata.as_hash().and_then(|metadata| metadata.text("name"));
    Ok(Value::Boolean(named.and_then(Value::as_str) == Some(&full_name)))
}
