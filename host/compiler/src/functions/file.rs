//! `file`: content of a file as text.

use value::{EvalError, LocatedFile, Value, class_name};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "file",
    "Returns the content of the first file that exists. `file('m/a')` reads `files/a` in the module `m`; absolute paths \
     are also allowed.",
    &[Overload::legacy(file)],
);

fn file(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let names = legacy::some(call)?;
    let environment = call.evaluator.environment();
    for name in &names {
        let Value::String(name) = name else {
            let (value, class) = (name.inspect(), class_name(name));
            return Err(EvalError::new(format!("undefined method `split' for {value}:{class}")));
        };
        if let Some(found) = LocatedFile::find(environment, name, "files")
            && let Some(text) =
                environment.text(found.place, &found.path).map_err(|error| issue::unreadable_file(&error))?
        {
            return Ok(Value::from(text.text));
        }
    }
    let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
    Err(issue::missing_files(&names.join(", ")))
}
