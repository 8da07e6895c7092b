//! `to_python`: converts a value to a Python expression.

use catalog::wire;
use ruby::escape::append_quoted;
use value::EvalError;

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "to_python",
    "Converts a value to a Python expression. Values without an equivalent in Python become a dictionary with \
     `__ptype`, as in a catalog.",
    &[Overload::new("Any $object", |call| {
        call.argument(0).check_weight()?;
        let json = wire::to_json(&call.argument(0).to_catalog()).map_err(|error| EvalError::new(error.to_string()))?;
        let mut text = String::new();
        write(&json, &mut text);
        Ok(text.into())
    })],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::to_python");

fn write(json: &serde_json::Value, text: &mut String) {
    use serde_json::Value as Json;
    match json {
        Json::Null => text.push_str("None"),
        Json::Bool(value) => text.push_str(if *value { "True" } else { "False" }),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => text.push_str(&integer.to_string()),
            None => text.push_str(&ruby::number::float_text(number.as_f64().unwrap_or_default())),
        },
        Json::String(string) => append_quoted(string, text),
        Json::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                write(element, text);
            }
            text.push(']');
        }
        Json::Object(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                append_quoted(key, text);
                text.push_str(": ");
                write(value, text);
            }
            text.push('}');
        }
    }
}
