//! Arguments of functions that use Puppet's legacy API. They receive simplified values and check the number of
//! arguments themselves.

use value::{AttributeError, EvalError, Hash, Value, class_noun};

use crate::evaluator::FunctionCall;

/// Returns the arguments as legacy functions receive them: `undef` as an empty string, rich values as strings. They are
/// traversed completely, so lazy sequences are rejected.
pub(super) fn arguments(call: &FunctionCall<'_, '_>) -> Result<Vec<Value>, EvalError> {
    let plain = |argument: &Value| {
        argument.check_weight()?;
        if argument.is_undef() { Ok(Value::from("")) } else { plain(argument) }
    };
    call.arguments.iter().map(plain).collect()
}

fn plain(value: &Value) -> Result<Value, EvalError> {
    if is_plain(value) {
        // The value is shared, not copied, because a loop may pass it repeatedly; the result is copied.
        return Ok(value.clone());
    }
    Ok(match value {
        Value::Array(elements) => elements.iter().map(plain).collect::<Result<Value, EvalError>>()?,
        Value::Hash(hash) => hash
            .iter()
            .map(|(key, value)| Ok((plain(key)?, plain(value)?)))
            .collect::<Result<Hash, EvalError>>()?
            .into(),
        Value::Type(_) => value.clone().into_attribute()?,
        Value::Regexp(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Binary(_) => Value::String(value.text()),
        Value::Iterator(_) => return Err(AttributeError::Iterator.into()),
        other => other.clone(),
    })
}

/// Returns whether a value needs no conversion.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().all(is_plain),
        Value::Hash(hash) => hash.iter().all(|(key, value)| is_plain(key) && is_plain(value)),
        Value::Type(_)
        | Value::Regexp(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Binary(_)
        | Value::Iterator(_) => false,
        _ => true,
    }
}

/// Returns the arguments, or an error if there are not exactly `N`.
pub(super) fn exactly<const N: usize>(call: &FunctionCall<'_, '_>) -> Result<[Value; N], EvalError> {
    let arguments = arguments(call)?;
    let given = arguments.len();
    arguments
        .try_into()
        .map_err(|_| EvalError::new(format!("{}(): Wrong number of arguments given ({given} for {N})", call.name())))
}

/// Returns the arguments, or an error if there are none.
pub(super) fn some(call: &FunctionCall<'_, '_>) -> Result<Vec<Value>, EvalError> {
    if call.arguments.is_empty() {
        return Err(EvalError::new(format!("{}(): Wrong number of arguments given (0 for minimum 1)", call.name())));
    }
    arguments(call)
}

/// Returns the text of a string. Other values are not converted.
pub(super) fn text(value: &Value) -> Result<&str, EvalError> {
    value.as_str().ok_or_else(|| no_text(value))
}

/// Returns the error for a value that should be a string.
pub(super) fn no_text(value: &Value) -> EvalError {
    EvalError::new(format!("no implicit conversion of {} into String", class_noun(value)))
}
