//! `validate_legacy`: checks a value against a data type and a legacy validation function.

use catalog::Level;
use datatype::{Type, mismatch};
use value::{EvalError, Value};

use super::{checks, deprecated};
use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "validate_legacy",
    "Fails unless a value is an instance of a type: `validate_legacy(String, 'validate_string', $value)`. If only the \
     type or only the legacy function accepts the value, it is accepted and the difference is logged.",
    &[
        Overload::new("Type $target_type, String $function_name, Any $value, Any *$args", |call| {
            let expected = call.argument(0).as_type().cloned().unwrap_or(Type::Any);
            validate(call, &expected)
        }),
        Overload::new("String $type_string, String $function_name, Any $value, Any *$args", |call| {
            let expected = call.evaluator.parse_type(call.text(0))?;
            validate(call, &expected)
        }),
    ],
);

fn validate(call: &mut FunctionCall<'_, '_>, expected: &Type) -> Result<Value, EvalError> {
    let (name, value) = (call.text(1), call.argument(2));
    let Some(check) = checks::named(name) else {
        let hint = "only stdlib functions that begin with 'validate_' can be used";
        return Err(EvalError::new(format!("undefined method `function_{name}'")).with_hint(hint));
    };
    let was_valid = check(&call.arguments[2..]).is_ok();
    match (expected.is_instance(value), was_valid) {
        (true, true) => {}
        (true, false) => {
            let notice = format!("Accepting previously invalid value for target type '{expected}'");
            call.evaluator.log_values(Level::Notice, &[Value::from(notice)]);
        }
        (false, was_valid) => {
            let subject = format!("validate_legacy({name})");
            let message = mismatch::describe(&subject, expected, &Type::infer_set(value));
            if !was_valid {
                return Err(EvalError::new(message));
            }
            deprecated(call, "validate_legacy", &message)?;
        }
    }
    Ok(Value::Undef)
}
