//! Conversion between values and data of Ruby, which templates, JSON and YAML use.

use std::rc::Rc;

use ruby::{Data, ForeignValue};

use crate::stack::with_stack;
use crate::value::{Hash, Value, class_name};

/// Converts a value to data of Ruby.
pub fn to_data(value: &Value) -> Data {
    match value {
        Value::Undef => Data::Nil,
        Value::Default => Data::Symbol("default".to_owned()),
        Value::Boolean(value) => Data::Boolean(*value),
        Value::Integer(number) => Data::Integer(*number),
        Value::Float(number) => Data::Float(*number),
        Value::String(text) => Data::String(text.to_string()),
        Value::Array(elements) => with_stack(|| Data::Array(elements.iter().map(to_data).collect())),
        Value::Hash(hash) => {
            with_stack(|| Data::Hash(hash.iter().map(|(key, value)| (to_data(key), to_data(value))).collect()))
        }
        Value::Regexp(regex) => Data::Regexp(regex.source().to_owned()),
        Value::Sensitive(secret) => Data::Sensitive(Box::new(to_data(secret))),
        other => Data::Foreign(ForeignValue {
            class: class_name(other),
            text: other.text().to_string(),
            handle: Rc::new(other.clone()),
        }),
    }
}

/// Converts data of Ruby to a value.
pub fn to_value(data: Data) -> Value {
    to_value_with(data, &mut |_| Value::Undef)
}

/// Converts like [`to_value`]; references to shared data are resolved by their numbers.
pub fn to_value_with(data: Data, named: &mut dyn FnMut(usize) -> Value) -> Value {
    match data {
        Data::Shared(number, inner) if matches!(*inner, Data::Nil) => named(number),
        Data::Shared(_, inner) => to_value_with(*inner, named),
        Data::Nil => Value::Undef,
        Data::Symbol(name) if name == "default" => Value::Default,
        Data::Boolean(value) => Value::Boolean(value),
        Data::Integer(number) => Value::Integer(number),
        Data::Float(number) => Value::Float(number),
        Data::Symbol(text) | Data::String(text) => Value::from(text),
        Data::Array(list) => list.into_iter().map(|element| to_value_with(element, named)).collect(),
        Data::Hash(entries) => {
            let entries =
                entries.into_iter().map(|(key, value)| (to_value_with(key, named), to_value_with(value, named)));
            entries.collect::<Hash>().into()
        }
        Data::Regexp(source) => match datatype::Regex::new(&source) {
            Ok(regex) => Value::Regexp(regex.into()),
            Err(_) => Value::from(source),
        },
        Data::Sensitive(inner) => Value::sensitive(to_value_with(*inner, named)),
        Data::Foreign(foreign) => {
            foreign.handle.downcast_ref::<Value>().cloned().unwrap_or_else(|| Value::from(foreign.text))
        }
    }
}
