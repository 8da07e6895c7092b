//! Implementation shared by the Hiera 3 functions: signatures, deprecation and lookup.

use hiera::{Lookup, LookupCall};
use value::{EvalError, Strict, Value};

use crate::evaluator::FunctionCall;
use crate::issue;

/// Declares the common signatures of these functions. Each function processes the value after the lookup.
macro_rules! overloads {
    ($merge:literal, $then:expr) => {
        &[
            Overload::new("Tuple[String, Any, Any, 1, 3] $args", |call| {
                let arguments = call.elements(0);
                let value = looked_up(call, $merge, arguments)?;
                $then(call, arguments, value)
            }),
            Overload::new("String $key", |call| {
                let value = looked_up(call, $merge, call.arguments)?;
                $then(call, call.arguments, value)
            }),
            Overload::new("String $key, Any $default, Any $override?", |call| {
                let value = looked_up(call, $merge, call.arguments)?;
                $then(call, call.arguments, value)
            }),
            Overload::new("String $key, Callable[1,1] &$default_block", |call| {
                let value = looked_up(call, $merge, call.arguments)?;
                $then(call, call.arguments, value)
            }),
            Overload::new("String $key, Any $override, Callable[1,1] &$default_block", |call| {
                let value = looked_up(call, $merge, call.arguments)?;
                $then(call, call.arguments, value)
            }),
        ]
    };
}

pub(super) use overloads;

/// Looks up the key in the first argument, with the second argument as default. The last argument, which names
/// overrides in Hiera 3, has no effect in Hiera 5.
pub(super) fn looked_up(call: &mut FunctionCall<'_, '_>, merge: &str, arguments: &[Value]) -> Result<Value, EvalError> {
    if call.evaluator.settings().strict != Strict::Off {
        let message = issue::deprecated_hiera_function(call.name());
        call.evaluator.warn_once(call.name(), message, None);
    }
    let default = arguments.get(1).filter(|_| call.block.is_none()).cloned();
    let is_global_only = !Lookup::new(call.evaluator).has_environment_data()?;
    let name = arguments.first().map(Value::text).unwrap_or_default();
    let lookup = LookupCall {
        names: vec![name.to_string()],
        merge: merge.into(),
        default,
        is_global_only,
        ..LookupCall::default()
    };
    call.evaluator.lookup(&lookup, call.block)
}

/// Returns the value unchanged.
pub(super) fn unchanged(_: &mut FunctionCall<'_, '_>, _: &[Value], value: Value) -> Result<Value, EvalError> {
    Ok(value)
}
