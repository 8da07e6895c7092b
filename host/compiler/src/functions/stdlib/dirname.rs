//! `dirname`: directory of a path.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "dirname",
    "Returns a path without its last component: `dirname('/path/to/a/file.ext')` is `/path/to/a`.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let path = match arguments.as_slice() {
            [] => return Err(EvalError::new("dirname(): No arguments given")),
            [Value::String(path)] => path,
            [_] => return Err(EvalError::new("dirname(): Requires string as argument")),
            more => {
                let given = more.len();
                return Err(EvalError::new(format!("dirname(): Too many arguments given ({given})")));
            }
        };
        if path.is_empty() {
            return Err(EvalError::new("dirname(): Requires a non-empty string as argument"));
        }
        if path.contains('\0') {
            return Err(EvalError::new("path name contains null byte"));
        }
        Ok(Value::from(directory(path)))
    })],
);

/// Returns the directory of a path as Ruby does: several leading slashes are reduced to one.
fn directory(path: &str) -> String {
    let names = path.trim_start_matches('/');
    let root = if names.len() < path.len() { "/" } else { "" };
    let parent = names.trim_end_matches('/').rsplit_once('/').map_or("", |(parent, _)| parent.trim_end_matches('/'));
    match (root, parent) {
        ("", "") => ".".to_owned(),
        _ => format!("{root}{parent}"),
    }
}
