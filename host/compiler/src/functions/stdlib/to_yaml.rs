//! `to_yaml`: converts a value to YAML.

use ruby::yaml::{self, YamlLayout};
use value::{EvalError, Hash, MAXIMUM_TEXT, Value, class_name, to_data};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "to_yaml",
    "Converts a value to a YAML document. The options are `indentation`, `line_width` (-1 for no limit) and `header`.",
    &[Overload::new("Any $data, Hash $options?", write)],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::to_yaml");

fn write(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let data = call.argument(0);
    data.check_weight()?;
    check(call.name(), data)?;
    // A result that is too long is rejected when the function returns.
    let mut settings = YamlLayout { limit: MAXIMUM_TEXT, ..YamlLayout::default() };
    let mut head = "";
    for (name, value) in call.argument(1).as_hash().into_iter().flatten() {
        match (&*name.ruby(), value) {
            // libyaml's default indentation is 2.
            ("indentation", Value::Integer(width)) => {
                settings.indentation =
                    usize::try_from(*width).ok().filter(|width| (2..=9).contains(width)).unwrap_or(2);
            }
            ("line_width", Value::Integer(width)) => settings.line_width = Some(usize::try_from(*width).unwrap_or(0)),
            ("header", value) if value.is_true() => head = "%YAML 1.1\n",
            ("header", _) => {}
            (name @ ("indentation" | "line_width" | "canonical" | "version"), value) => {
                let (function, shown) = (call.name(), value.inspect());
                return Err(EvalError::new(format!("{function}(): The option '{name}' with {shown} is not supported")));
            }
            _ => {}
        }
    }
    Ok(Value::from(head.to_owned() + &yaml::dump(&to_data(data), settings)))
}

/// Rejects values that Ruby writes as objects of its own classes.
fn check(function: &str, value: &Value) -> Result<(), EvalError> {
    let checked = |hash: &Hash| {
        hash.iter().try_for_each(|(key, value)| [key, value].into_iter().try_for_each(|v| check(function, v)))
    };
    match value {
        Value::Undef | Value::Default | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => Ok(()),
        Value::String(_) | Value::Regexp(_) => Ok(()),
        Value::Array(elements) => elements.iter().try_for_each(|element| check(function, element)),
        Value::Hash(hash) => checked(hash),
        other => {
            let class = class_name(other);
            Err(EvalError::new(format!("{function}(): A value of {class} cannot be written as YAML")))
        }
    }
}
