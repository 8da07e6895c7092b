//! `compare`: order of two values.

use std::cmp::Ordering;

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::ruby_values;
use crate::issue;

pub(super) const FUNCTION: Function = Function::new(
    "compare",
    "Returns -1, 0 or 1 if the first of two values is less than, equal to or greater than the second. Strings are \
     compared ignoring the case of ASCII letters, unless the third argument is `false`. Times can be compared with \
     numbers.",
    &[
        Overload::new("Numeric $a, Numeric $b", |call| {
            Ok(order(ruby_values::compare(call.argument(0), call.argument(1))))
        }),
        Overload::new("String $a, String $b, Boolean $ignore_case?", of_strings),
        Overload::new("Semver $a, Semver $b", |call| {
            Ok(order(ruby_values::compare(call.argument(0), call.argument(1))))
        }),
        Overload::new("Numeric $a, Variant[Timespan, Timestamp] $b", |call| {
            Ok(order(ruby_values::compare(call.argument(1), call.argument(0)).map(Ordering::reverse)))
        }),
        Overload::new("Timestamp $a, Variant[Timestamp, Numeric] $b", |call| {
            Ok(order(ruby_values::compare(call.argument(0), call.argument(1))))
        }),
        Overload::new("Timespan $a, Variant[Timespan, Numeric] $b", |call| {
            Ok(order(ruby_values::compare(call.argument(0), call.argument(1))))
        }),
        Overload::refusal("Comparable $a, Comparable $b, Any *$ignore_case", |call| {
            Err(EvalError::new(mismatched(call)))
        }),
        Overload::refusal("Any $a, Any $b, Any *$ignore_case", |call| Err(EvalError::new(incomparable(call)))),
    ],
)
.with_types(&[
    "TimeComparable = Variant[Numeric, Timespan, Timestamp]",
    "Comparable = Variant[String, Semver, TimeComparable]",
]);

fn order(order: Option<Ordering>) -> Value {
    order.map_or(Value::Undef, |order| Value::Integer(order as i64))
}

fn of_strings(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let (a, b) = (call.text(0), call.text(1));
    let ordering = if matches!(call.argument(2), Value::Boolean(false)) {
        a.cmp(b)
    } else {
        a.to_ascii_lowercase().cmp(&b.to_ascii_lowercase())
    };
    Ok(order(Some(ordering)))
}

fn mismatched(call: &FunctionCall<'_, '_>) -> String {
    let (a, b) = (issue::value_label(call.argument(0)), issue::value_label(call.argument(1)));
    let are_strings = call.arguments.iter().take(2).all(|value| matches!(value, Value::String(_)));
    match call.arguments.get(2..) {
        Some([_, ..]) if !are_strings => {
            "compare(): The third argument (ignore case) can only be used when comparing strings".to_owned()
        }
        Some([_, _, ..]) => format!("compare(): Accepts at most 3 arguments, got {}", call.arguments.len()),
        Some([flag]) => {
            let label = issue::value_label(flag);
            format!("compare(): The third argument (ignore case) must be a Boolean. Got {label}")
        }
        _ => format!(
            "compare(): Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). Got {a} \
             and {b}"
        ),
    }
}

fn incomparable(call: &FunctionCall<'_, '_>) -> String {
    let (a, b) = (issue::value_label(call.argument(0)), issue::value_label(call.argument(1)));
    // Puppet repeats one of the types.
    format!(
        "compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp can be \
         compared. Got {a} and {b}"
    )
}
