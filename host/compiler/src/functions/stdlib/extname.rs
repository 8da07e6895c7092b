//! `stdlib::extname`: the extension of a file name.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::extname",
    "Returns the extension of a file name, with its dot; an empty string if it has none.",
    &[Overload::new("String $filename", |call| Ok(Value::from(extension(call.text(0)))))],
);

/// Returns the extension. Leading dots belong to the name.
fn extension(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default().trim_start_matches('.');
    name.rfind('.').map_or("", |dot| &name[dot..])
}
