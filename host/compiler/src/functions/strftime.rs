//! `strftime`: formats a timestamp or timespan.

use datatype::{Timestamp, zone_offset};
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "strftime",
    "Formats a timestamp, optionally in a time zone, or a timespan by a format such as `%Y-%m-%d %H:%M:%S`. With only a \
     format, formats the current time, which is deprecated.",
    &[
        Overload::new("Timespan $time_object, String $format", |call| match call.argument(0) {
            Value::Timespan(span) => {
                span.format(call.text(1)).map(Value::from).map_err(|error| EvalError::new(error.to_string()))
            }
            _ => Ok(Value::Undef),
        }),
        Overload::new("Timestamp $time_object, String $format, String $timezone?", |call| match call.argument(0) {
            Value::Timestamp(time) => formatted(**time, call.text(1), call.argument(2)),
            _ => Ok(Value::Undef),
        }),
        Overload::new("String $format, String $timezone?", present),
    ],
);

fn formatted(time: Timestamp, format: &str, zone: &Value) -> Result<Value, EvalError> {
    let offset = match zone.as_str() {
        None | Some("" | "current") => None,
        Some(zone) => Some(zone_offset(zone).ok_or_else(|| EvalError::new(format!("Illegal timezone '{zone}'")))?),
    };
    time.format(format, offset).map(Value::from).map_err(|error| EvalError::new(error.to_string()))
}

fn present(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let warning = "The argument signature (String format, [String timezone]) is deprecated for #strftime. See #strftime \
                   documentation and Timespan type for more info";
    call.evaluator.warn_once("legacy#strftime", warning, Some(call.span));
    let now = Timestamp::from_nanoseconds(call.evaluator.environment().now());
    formatted(now, call.text(0), call.argument(1))
}
