//! `loadyaml`: the value that a file of YAML holds.

use super::parsejson::or_default;
use crate::eval_error::EvalError;
use crate::function::{Function, FunctionCall, Overload};
use crate::functions::{legacy, ruby_values};
use crate::issue;
use crate::log::Level;
use crate::value::Value;
use crate::world::FileLocation;
use crate::yaml;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "loadyaml",
    "Returns what a file of YAML holds, which is named by its absolute path; the second argument where there is none, it holds nothing, or \
     is no YAML. URLs are refused: nothing is asked of the network while compiling.",
    &[Overload::new(legacy::PARAMETERS, |call| loaded(call, yaml::load))],
);

/// Returns what a file holds, or the default that is the second argument.
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
            EvalError::new(format!("{name}(): '{path}' is a URL, which can not be asked for while compiling"));
        return or_default(Err(refused), default);
    }
    if !path.is_empty() && !path.starts_with('/') {
        let name = call.name();
        let refused = EvalError::new(format!("{name}(): '{path}' is no absolute path"));
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
