//! Constructors of timestamps and timespans: from seconds, from text with formats, from fields.

use std::sync::Arc;

use datatype::{Timespan, TimespanFields, Timestamp};
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

const FORMATS: &[&str] = &["Formats = Variant[String[2],Array[String[2], 1]]"];

/// `Timestamp`
pub(super) static TIMESTAMP: Function = Function::new(
    "new_timestamp",
    "Creates a timestamp: the current time, or a time from seconds since 1970 or from text.",
    &[
        Overload::new("", |call| Ok(timestamp(Timestamp::from_nanoseconds(call.evaluator.environment().now())))),
        Overload::new("Variant[Integer,Float] $seconds", |call| match call.argument(0) {
            Value::Integer(seconds) => Ok(timestamp(Timestamp::from_seconds(*seconds))),
            other => {
                let seconds = crate::functions::ruby_values::number(other).unwrap_or_default();
                Timestamp::from_float(seconds).map(timestamp).ok_or_else(|| out_of_reach(other))
            }
        }),
        Overload::new("String[1] $string, Formats $format?, String[1] $timezone?", |call| {
            parsed_timestamp(call.argument(0), call.argument(1), call.argument(2))
        }),
        Overload::new(
            "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}] $hash_arg",
            |call| parsed_timestamp(named(call, "string"), named(call, "format"), named(call, "timezone")),
        ),
    ],
)
.with_types(FORMATS);

/// `Timespan`
pub(super) static TIMESPAN: Function = Function::new(
    "new_timespan",
    "Creates a timespan from seconds, from text, or from days, hours, minutes and so on.",
    &[
        Overload::new("Variant[Integer,Float] $seconds", |call| match call.argument(0) {
            Value::Integer(seconds) => Ok(timespan(Timespan::from_seconds(*seconds))),
            other => {
                let seconds = crate::functions::ruby_values::number(other).unwrap_or_default();
                Timespan::from_float(seconds).map(timespan).ok_or_else(|| out_of_reach(other))
            }
        }),
        Overload::new("String[1] $string, Formats $format?", |call| {
            parsed_timespan(call.argument(0), call.argument(1))
        }),
        Overload::new(
            "Integer $days, Integer $hours, Integer $minutes, Integer $seconds, Integer $milliseconds?, \
             Integer $microseconds?, Integer $nanoseconds?",
            |call| {
                let part = |index| call.integer(index).unwrap_or(0);
                Ok(timespan(Timespan::from_fields(TimespanFields {
                    is_negative: false,
                    days: part(0),
                    hours: part(1),
                    minutes: part(2),
                    seconds: part(3),
                    milliseconds: part(4),
                    microseconds: part(5),
                    nanoseconds: part(6),
                })))
            },
        ),
        Overload::new("Struct[{string => String[1], Optional[format] => Formats}] $hash_arg", |call| {
            parsed_timespan(named(call, "string"), named(call, "format"))
        }),
        Overload::new(
            "Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, \
             Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, \
             Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}] $hash_arg",
            |call| {
                let part = |name| named(call, name).as_integer().unwrap_or(0);
                Ok(timespan(Timespan::from_fields(TimespanFields {
                    is_negative: named(call, "negative").is_true(),
                    days: part("days"),
                    hours: part("hours"),
                    minutes: part("minutes"),
                    seconds: part("seconds"),
                    milliseconds: part("milliseconds"),
                    microseconds: part("microseconds"),
                    nanoseconds: part("nanoseconds"),
                })))
            },
        ),
    ],
)
.with_types(FORMATS);

fn timestamp(time: Timestamp) -> Value {
    Value::Timestamp(Arc::new(time))
}

fn timespan(span: Timespan) -> Value {
    Value::Timespan(Arc::new(span))
}

fn out_of_reach(seconds: &Value) -> EvalError {
    EvalError::new(format!("There is no time of {} seconds", seconds.ruby()))
}

/// Returns an entry of the hash of named arguments.
fn named<'c>(call: &FunctionCall<'c, '_>, name: &str) -> &'c Value {
    call.argument(0).as_hash().and_then(|arguments| arguments.text(name)).unwrap_or(&Value::Undef)
}

/// Returns the formats in an argument, if given: a string or an array of strings.
fn formats(format: &Value) -> Option<Vec<&str>> {
    match format {
        Value::String(format) => Some(vec![format]),
        Value::Array(formats) => Some(formats.iter().filter_map(Value::as_str).collect()),
        _ => None,
    }
}

fn parsed_timestamp(text: &Value, format: &Value, zone: &Value) -> Result<Value, EvalError> {
    let text = text.as_str().unwrap_or_default();
    let parsed = match formats(format) {
        Some(formats) => Timestamp::parse(text, &formats, zone.as_str()),
        None => Timestamp::parse_default(text),
    };
    parsed.map(timestamp).map_err(|error| EvalError::new(error.to_string()))
}

fn parsed_timespan(text: &Value, format: &Value) -> Result<Value, EvalError> {
    let text = text.as_str().unwrap_or_default();
    let parsed = match formats(format) {
        Some(formats) => Timespan::parse(text, &formats),
        None => Timespan::parse_default(text),
    };
    parsed.map(timespan).map_err(|error| EvalError::new(error.to_string()))
}
