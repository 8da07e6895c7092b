//! `ensure_resources`: declares resources from a hash that have not been declared.

use value::{EvalError, Hash, Value, class_noun};

use super::ensure_resource::ensure;
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "ensure_resources",
    "Declares resources of a type from a hash of titles and attributes, except those that have been declared with these \
     attributes. The third argument is a hash of default attributes.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let Some(type_name) = arguments.first() else { return Err(EvalError::new("Must specify a type")) };
        let Some(instances) = arguments.get(1) else { return Err(EvalError::new("Must specify a title")) };
        let Value::Hash(instances) = instances else {
            return Err(EvalError::new("ensure_resources(): Requires second argument to be a Hash"));
        };
        let none = Hash::default();
        ensure_each(call, type_name, instances, arguments.get(2).and_then(Value::as_hash).unwrap_or(&none))
    })],
);

/// Declares the resources in a hash that have not been declared with their attributes.
pub(super) fn ensure_each(
    call: &mut FunctionCall<'_, '_>,
    type_name: &Value,
    instances: &Hash,
    defaults: &Hash,
) -> Result<Value, EvalError> {
    for (title, attributes) in instances {
        let mut merged = defaults.clone();
        match attributes {
            Value::Hash(attributes) => {
                merged.extend(attributes.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
            none if !none.is_true() => {}
            other => {
                let class = class_noun(other);
                return Err(EvalError::new(format!("no implicit conversion of {class} into Hash")));
            }
        }
        ensure(call, type_name, title, &Value::hash(merged))?;
    }
    Ok(Value::Undef)
}
