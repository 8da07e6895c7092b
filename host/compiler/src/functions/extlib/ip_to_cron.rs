//! `extlib::ip_to_cron`: times of a cron job that differ between nodes.

use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

/// Seconds of an hour and of a day.
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::ip_to_cron",
    "Returns the hours and minutes at which a cron job runs every so many seconds, by default every 1800. They depend on the last \
     number of the fact `networking.ip`.",
    &[Overload::new("Integer[1] $runinterval?", times)],
)
.returning("Array");

fn times(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let interval = call.integer(0).unwrap_or(HOUR / 2);
    let ip = call.evaluator.facts.get("networking");
    let ip = ip.as_ref().and_then(Value::as_hash).and_then(|facts| facts.text("ip"));
    let ip = ip.map(|ip| ip.ruby().as_ref().to_owned()).unwrap_or_default();
    let last = ip.split('.').nth(3).and_then(|number| number.parse().ok()).unwrap_or(0);
    let times = |count: i64, all: i64| {
        let mut times: Vec<i64> = (1..=count).map(|index| (last % all - all / count * index).rem_euclid(all)).collect();
        times.sort_unstable();
        times.into_iter().map(Value::Integer).collect::<Value>()
    };
    let (hour, minute) = if interval <= HOUR {
        (Value::from("*"), times(HOUR / interval, 60))
    } else {
        (times(DAY / interval, 24), Value::Integer(last % 60))
    };
    Ok([hour, minute].into_iter().collect())
}
