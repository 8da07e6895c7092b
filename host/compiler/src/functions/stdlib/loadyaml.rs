//! `loadyaml`: content of a YAML file.

use catalog::Level;
use value::{EvalError, FileLocation, Value, yaml};

use super::parsejson::or_default;
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{legacy, ruby_values};
use crate::issue;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "loadyaml",
    "Returns the content of a YAML file, given by its absolute path. Returns the second argument if the file does not \
     exist, is empty or isn't valid YAML. URLs are rejected, because the compiler does not access the network.",
    &[Overload::legacy(|call| loaded(call, yaml::load))],
);

/// Returns the content of a file, or the default in the second argument.
pub(super) fn loaded(
    call: &mut FunctionCall<'_, '_>,
    parse: impl Fn(&str, &str) -> Result<Value, EvalError>,
) -> Result<Value, EvalError> {
    let arguments = legacy::some(call)?;
    let default = arguments.get(1);
    let Value::String(path) = &arguments[0] else {
        return or_default(Err(ruby_values::no_method("start_with?", &arguments[0])), default);
    };
    if path.starts_with("http://") || path.starts_with("https://") {
        let name = call.name();
        let refused =
            EvalError::new(format!("{name}(): '{path}' is a URL, which cannot be requested during the compilation"));
        return or_default(Err(refused), default);
    }
    if !path.is_empty() && !path.starts_with('/') {
        let name = call.name();
        let refused = EvalError::new(format!("{name}(): '{path}' is not an absolute path"));
        return or_default(Err(refused), default);
    }
    let text = if path.is_empty() { Ok(None) } else { call.evaluator.environment().text(FileLocation::Anywhere, path) };
    match text.map_err(|error| issue::unreadable_file(&error)) {
        Ok(None) => {
            let warning = format!("Can't load '{path}' File does not exist!");
            call.evaluator.log_values(Level::Warning, &[Value::from(warning)]);
            Ok(default.cloned().unwrap_or_default())
        }
        Ok(Some(text)) => or_default(parse(&text.text, path), default),
        Err(fault) => or_default(Err(fault), default),
    }
}
