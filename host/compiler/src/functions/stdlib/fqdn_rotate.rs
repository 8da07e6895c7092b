//! `fqdn_rotate`: rotates an array or string by an amount that is random but constant for each node.

use value::Value;

use super::array_or_text;
use crate::evaluator::{Function, Overload};
use crate::functions::{fqdn_rand, legacy, ruby_values};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "fqdn_rotate",
    "Rotates an array or string by a random amount, which stays the same for each node. Further arguments are seeds.",
    &[Overload::legacy(|call| {
        let subject = array_or_text(call)?;
        let seeds = legacy::arguments(call)?.split_off(1);
        if length(&subject) < 2 {
            return Ok(subject);
        }
        let fqdn = call.evaluator.look_up_variable("::fqdn")?.unwrap_or_default();
        Ok(rotated(&subject, fqdn, seeds))
    })],
);

pub(in crate::functions) const NAMESPACED: Function = Function::new(
    "stdlib::fqdn_rotate",
    FUNCTION.docs,
    &[Overload::new("Variant[String, Array] $input, Any *$seeds", |call| {
        let fqdn = fqdn_rand::fqdn(call);
        let seeds = call.arguments.get(1..).unwrap_or_default();
        Ok(rotated(call.argument(0), fqdn.into(), seeds.to_vec()))
    })],
);

fn length(subject: &Value) -> usize {
    match subject {
        Value::Array(elements) => elements.len(),
        other => other.ruby().chars().count(),
    }
}

fn rotated(subject: &Value, fqdn: Value, seeds: Vec<Value>) -> Value {
    let length = length(subject);
    if length < 2 {
        return subject.clone();
    }
    let seed = ruby_values::join(&[fqdn, Value::from(seeds)], ":");
    let drawn = fqdn_rand::drawn(&seed, i64::try_from(length).unwrap_or(i64::MAX));
    let offset = usize::try_from(drawn).unwrap_or_default();
    match subject {
        Value::Array(elements) => elements[offset..].iter().chain(&elements[..offset]).cloned().collect(),
        other => {
            let text = other.ruby();
            text.chars().skip(offset).chain(text.chars().take(offset)).collect::<String>().into()
        }
    }
}
