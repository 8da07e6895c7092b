//! `validate_absolute_path`: fails for values that are not absolute paths.

use value::{EvalError, Value};

use super::checks;
use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_absolute_path",
    "Fails unless each argument, or each element of an array, is an absolute Unix or Windows path. Deprecated: use data \
     types of parameters instead.",
    &[Overload::new(checks::PARAMETERS, |call| checks::validate(call, "Stdlib::Compat::Absolute_Path", check))],
);

pub(super) fn check(arguments: &[Value]) -> Result<(), EvalError> {
    checks::some("validate_absolute_path", arguments)?;
    let candidates =
        arguments.iter().flat_map(|argument| argument.as_array().unwrap_or(std::slice::from_ref(argument)));
    for path in candidates {
        if !path.as_str().is_some_and(is_absolute) {
            return Err(EvalError::new(format!("{} is not an absolute path.", path.inspect())));
        }
    }
    Ok(())
}

/// Returns whether a path begins with a root: `/`, `C:\`, `\\host\share`, `\\?\name`, with either kind of slash.
fn is_absolute(path: &str) -> bool {
    let is_slash = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'\\'));
    let bytes = path.as_bytes();
    if bytes.first() == Some(&b'/') {
        return true;
    }
    if bytes.first().is_some_and(u8::is_ascii_alphabetic) {
        return bytes.get(1) == Some(&b':') && is_slash(bytes.get(2));
    }
    let Some(rest) = path.strip_prefix('\\').and_then(|rest| rest.strip_prefix(['/', '\\'])) else { return false };
    let mut names = rest.splitn(3, ['/', '\\']);
    names.next().is_some_and(|host| !host.is_empty()) && names.next().is_some_and(|share| !share.is_empty())
}
