//! `fqdn_rand`: number that is random but constant for each node, and equal to Puppet's.

use md5::Digest;
use ruby::bignum::Bignum;
use value::{EvalError, Value, class_name};

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::{legacy, ruby_values, string_case};

mod twister;

pub(super) use twister::Twister;

pub(super) const FUNCTION: Function = Function::new(
    "fqdn_rand",
    "Returns a random integer from 0 up to, but not including, the first argument, which stays the same for each node. \
     The second argument, a number or string, is a seed. If the third argument is true, the node name is lowercased \
     first.",
    &[Overload::legacy(fqdn_rand)],
);

fn fqdn_rand(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let arguments = legacy::some(call)?;
    let max = match &arguments[0] {
        Value::Integer(number) => Bignum::from(*number),
        Value::Float(number) => Bignum::truncate(*number).ok_or_else(|| EvalError::new("FloatDomainError"))?,
        Value::String(text) => ruby::number::leading_integer(text, 10),
        other => {
            let (text, class) = (other.inspect(), class_name(other));
            return Err(EvalError::new(format!("undefined method `to_i' for {text}:{class}")));
        }
    };
    let seed = arguments.get(1).cloned().unwrap_or_default();
    let ignores_case = arguments.get(2).is_some_and(Value::is_true);
    let fqdn = fqdn(call);
    let fqdn = if ignores_case { string_case::downcase(&fqdn) } else { fqdn };
    let limit = match max.to_i64() {
        Some(limit @ 1..) => limit,
        Some(limit) => return Err(EvalError::new(format!("invalid argument - {limit}"))),
        None => return Err(ruby_values::out_of_range(&max)),
    };
    Ok(Value::Integer(drawn(&ruby_values::join(&[Value::from(fqdn), Value::from(limit), seed], ":"), limit)))
}

/// Returns a random number from 0 up to, but not including, a positive limit, determined by this node and a seed.
pub(super) fn drawn_on_node(call: &FunctionCall<'_, '_>, limit: i64, seed: Value) -> i64 {
    drawn(&ruby_values::join(&[Value::from(fqdn(call)), Value::from(limit), seed], ":"), limit)
}

/// Returns a random number from 0 up to, but not including, a positive limit, determined by a text.
pub(super) fn drawn(text: &str, limit: i64) -> i64 {
    let digest: [u8; 16] = md5::Md5::digest(text).into();
    Twister::seeded(&digest).below(limit)
}

/// Returns the fully qualified domain name from the node's facts.
pub(super) fn fqdn(call: &FunctionCall<'_, '_>) -> String {
    let networking = call.evaluator.facts.get("networking");
    let fqdn = networking.as_ref().and_then(Value::as_hash).and_then(|networking| networking.text("fqdn"));
    fqdn.map(|fqdn| fqdn.ruby().as_ref().to_owned()).unwrap_or_default()
}
