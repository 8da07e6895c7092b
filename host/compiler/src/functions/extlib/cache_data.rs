//! `extlib::cache_data`: value that a server keeps in a file.

use value::{EvalError, FileLocation, Value, yaml};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::issue;

const NAME: &str = "extlib::cache_data";

/// The position of the first value, which is often a random password: an error of its own.
const INITIAL_DATA: usize = 2;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    NAME,
    "Returns the value in the YAML file `NAMESPACE/NAME` of the directory `vardir`, given the namespace and the name. Fails if the \
     file does not exist: a compilation does not write files, so that the third argument, the first value, is not evaluated.",
    &[Overload::new("String[1] $namespace, String[1] $name, Any $initial_data", cached)],
)
.without_evaluating(INITIAL_DATA);

fn cached(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let directory = call.evaluator.find_variable("settings::vardir")?.unwrap_or_default();
    let path = format!("{}/{}/{}", directory.as_str().unwrap_or_default(), call.text(0), call.text(1));
    let text = call.evaluator.environment().text(FileLocation::Anywhere, &path);
    match text.map_err(|error| issue::unreadable_file(&error))? {
        Some(text) => yaml::load(&text.text, &path),
        None => Err(EvalError::new(format!("{NAME}(): '{path}' does not exist, and a compilation does not write files"))
            .with_hint(format!(
                "write the value to '{path}' as YAML, copy the file from the server that had it, or set the parameter in Hiera"
            ))),
    }
}
