//! `basename`: last component of a path.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "basename",
    "Returns the last component of a path, without the given extension: `basename('/a/file.ext', '.ext')` is `file`; \
     `.*` removes any extension.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let text = |index: usize, which: &str| match arguments.get(index) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(EvalError::new(format!("basename(): Requires string as {which} argument"))),
        };
        let given = arguments.len();
        if given > 2 {
            return Err(EvalError::new(format!("basename(): Too many arguments given ({given})")));
        }
        let Some(path) = text(0, "first")? else { return Err(EvalError::new("basename(): No arguments given")) };
        if path.contains('\0') {
            return Err(EvalError::new("path name contains null byte"));
        }
        let name = last(path);
        Ok(Value::from(match text(1, "second")? {
            Some(ending) => without(name, ending),
            None => name,
        }))
    })],
);

fn last(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" if !path.is_empty() => "/",
        trimmed => trimmed.rsplit('/').next().unwrap_or(trimmed),
    }
}

/// Removes an extension, but never the whole name.
fn without<'n>(name: &'n str, ending: &str) -> &'n str {
    let rest = match ending {
        ".*" => name.rfind('.').map(|place| &name[..place]),
        ending => name.strip_suffix(ending),
    };
    rest.filter(|rest| !rest.is_empty()).unwrap_or(name)
}
