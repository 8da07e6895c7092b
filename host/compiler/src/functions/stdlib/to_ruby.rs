//! `to_ruby`: converts a value to Ruby code.

use value::Value;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "to_ruby",
    "Converts a value to Ruby code.",
    &[Overload::new("Any $value", |call| {
        let value = call.argument(0);
        value.check_weight()?;
        Ok(Value::from(written(value)))
    })],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::to_ruby");

fn written(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(written).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Hash(hash) => {
            let entries: Vec<String> =
                hash.iter().map(|(key, value)| format!("{} => {}", written(key), written(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => other.inspect(),
    }
}
