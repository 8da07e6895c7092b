//! `get_module_path`: the directory of a module.

use value::{EvalError, FileLocation, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "get_module_path",
    "Returns the directory of a module, which must exist.",
    &[Overload::new(legacy::PARAMETERS, |call| {
        let arguments = legacy::arguments(call)?;
        let [name] = arguments.as_slice() else {
            return Err(EvalError::new("get_module_path(): Wrong number of arguments, expects one"));
        };
        let environment = call.evaluator.environment();
        let name = name.ruby();
        // As in Puppet, everything after a slash is ignored.
        let module = name.split('/').next().unwrap_or_default();
        let found = environment.find(FileLocation::Module(module), "");
        found.map(Value::from).ok_or_else(|| {
            EvalError::new(format!("Could not find module {name} in environment {}", environment.name()))
        })
    })],
);
