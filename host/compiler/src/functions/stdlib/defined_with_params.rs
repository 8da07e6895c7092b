//! `defined_with_params`: tests whether a resource with certain attributes has been declared.

use catalog::ResourceRef;
use value::{EvalError, Value, class_name};

use super::is_same;
use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "defined_with_params",
    "Returns whether a resource has been declared, optionally with the attributes in a hash: \
     `defined_with_params(User['dan'], {'ensure' => 'present'})`.",
    &[Overload::legacy(|call| {
        let Some(reference) = call.arguments.first() else { return Err(EvalError::new("Must specify a reference")) };
        let named = match reference {
            Value::String(text) => ResourceRef::parse(text).ok_or_else(|| {
                let shown = reference.inspect();
                EvalError::new(format!("No title provided and {shown} is not a valid resource reference"))
            })?,
            other => other.as_reference().ok_or_else(|| {
                let class = class_name(other);
                EvalError::new(format!("Reference is not understood: '{class}'"))
            })?,
        };
        let attributes = legacy::arguments(call)?.into_iter().nth(1).unwrap_or_default();
        is_defined(call, &named.type_name, &named.title, &attributes).map(Value::Boolean)
    })],
);

/// Returns whether a resource has been declared with these attributes. The resource that contains the call is ignored.
pub(super) fn is_defined(
    call: &mut FunctionCall<'_, '_>,
    type_name: &str,
    title: &str,
    attributes: &Value,
) -> Result<bool, EvalError> {
    let evaluator = &mut *call.evaluator;
    let Some(type_id) = evaluator.find_resource_type(&type_name.to_lowercase())? else { return Ok(false) };
    let Some(id) = evaluator.resources.find(type_id, title).filter(|id| *id != evaluator.container()) else {
        return Ok(false);
    };
    let resource = evaluator.resources.get(id);
    let has = |name: &str, wanted: &Value| match resource.value(name) {
        None if name == "title" => is_same(&Value::String(resource.title.clone()), wanted),
        None => wanted.is_undef(),
        Some(value) => is_same(value, wanted),
    };
    Ok(attributes.as_hash().is_none_or(|attributes| attributes.iter().all(|(name, wanted)| has(&name.text(), wanted))))
}
