//! `load_module_metadata`: the content of a module's `metadata.json`.

use value::{EvalError, FileLocation, Hash, Value, to_value};

use super::get_module_path;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "load_module_metadata",
    "Returns the content of the file `metadata.json` of a module, which must exist. If the second argument is true, a missing \
     file counts as an empty hash.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        if !(1..=2).contains(&arguments.len()) {
            let message = "load_module_metadata(): Wrong number of arguments, expects one or two";
            return Err(EvalError::new(message));
        }
        let environment = call.evaluator.environment();
        let name = arguments[0].ruby();
        get_module_path::directory(environment, &name)?;
        let text = environment.text(FileLocation::Module(get_module_path::module(&name)), "metadata.json");
        match text.map_err(|error| EvalError::new(error.to_string()))? {
            Some(file) => {
                let parsed = ruby::json::parse(&file.text);
                Ok(to_value(parsed.map_err(|error| EvalError::new(format!("{}: {error}", file.name)))?))
            }
            None if arguments.get(1).is_some_and(Value::is_true) => Ok(Hash::default().into()),
            None => Err(EvalError::new(format!("load_module_metadata(): No metadata.json file for module {name}"))),
        }
    })],
);
