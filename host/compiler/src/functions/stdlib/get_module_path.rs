//! `get_module_path`: the directory of a module.

use value::{EvalError, FileLocation, Value, World};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "get_module_path",
    "Returns the directory of a module, which must exist.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [name] = arguments.as_slice() else {
            return Err(EvalError::new("get_module_path(): Wrong number of arguments, expects one"));
        };
        directory(call.evaluator.environment(), &name.ruby()).map(Value::from)
    })],
);

/// Returns the directory of a module, by its name. As in Puppet, everything after a slash is ignored.
///
/// # Errors
/// Returns an error if the module does not exist.
pub(super) fn directory(environment: &dyn World, name: &str) -> Result<String, EvalError> {
    let found = environment.find(FileLocation::Module(module(name)), "");
    let environment = environment.name();
    found.ok_or_else(|| EvalError::new(format!("Could not find module {name} in environment {environment}")))
}

/// Returns the part of a module's name before a slash.
pub(super) fn module(name: &str) -> &str {
    name.split('/').next().unwrap_or_default()
}
