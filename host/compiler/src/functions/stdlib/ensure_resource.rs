//! `ensure_resource`: declares a resource that has not been declared.

use value::{EvalError, Hash, Value};

use super::defined_with_params::is_defined;
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "ensure_resource",
    "Declares a resource with a type, a title and a hash of attributes, unless it has been declared with these \
     attributes. The title may be an array of titles.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let Some(type_name) = arguments.first() else { return Err(EvalError::new("Must specify a type")) };
        let Some(title) = arguments.get(1).filter(|title| title.is_true()) else {
            return Err(EvalError::new("Must specify a title"));
        };
        let attributes = arguments.get(2).filter(|attributes| attributes.is_true());
        ensure(call, type_name, title, attributes.unwrap_or(&Value::hash(Hash::default())))
    })],
);

/// Declares the resources with these titles that have not been declared with these attributes.
pub(super) fn ensure(
    call: &mut FunctionCall<'_, '_>,
    type_name: &Value,
    title: &Value,
    attributes: &Value,
) -> Result<Value, EvalError> {
    let mut titles = Vec::new();
    title.flatten_into(&mut titles);
    for title in titles {
        if is_defined(call, &type_name.ruby(), &title.ruby(), attributes)? {
            continue;
        }
        let mut instance = Hash::default();
        instance.insert(title, attributes.clone());
        let arguments = [type_name.clone(), Value::hash(instance)];
        call.evaluator.call_existing_function("create_resources", &arguments, None, call.span)?;
    }
    Ok(Value::Undef)
}
