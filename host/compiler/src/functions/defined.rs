//! `defined`: tests whether a class, type, resource or variable is defined.

use datatype::Type;
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "defined",
    "Returns whether any of the arguments is defined: the name of a class or resource type, the name of a variable with \
     `$` in a string, or the reference of a resource or class that has been declared.",
    &[Overload::new("Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] +$vals", |call| {
        for value in call.arguments {
            if is_defined(call, value)? {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    })],
);

fn is_defined(call: &mut FunctionCall<'_, '_>, value: &Value) -> Result<bool, EvalError> {
    match value {
        Value::String(name) => match name.strip_prefix('$') {
            Some(variable) if !variable.is_empty() => Ok(call.evaluator.variable(variable).is_some()),
            _ if name.is_empty() => Ok(false),
            _ if &**name == "main" => Ok(true),
            _ => Ok(call.evaluator.find_resource_type(name)?.is_some() || call.evaluator.find_class(name)?.is_some()),
        },
        Value::Type(data_type) => is_type_defined(call, data_type),
        Value::Reference(_) => Ok(call.evaluator.find_reference(value)?.is_some()),
        _ => Ok(false),
    }
}

fn is_type_defined(call: &mut FunctionCall<'_, '_>, data_type: &Type) -> Result<bool, EvalError> {
    match data_type {
        Type::Class(None) => Err(EvalError::new("The given class type is a reference to all classes")),
        Type::Class(Some(_)) => Ok(call.evaluator.find_reference(&Value::from(data_type.clone()))?.is_some()),
        Type::Resource(resource) => match (&resource.type_name, &resource.title) {
            (None, _) => Err(EvalError::new("The given resource type is a reference to all kind of types")),
            (Some(name), None) => Ok(call.evaluator.find_resource_type(name)?.is_some()),
            // Puppet: node is not a resource type here.
            (Some(name), Some(_)) if name.eq_ignore_ascii_case("node") => Ok(false),
            (Some(_), Some(_)) => Ok(call.evaluator.find_reference(&Value::from(data_type.clone()))?.is_some()),
        },
        Type::Type(Some(inner)) => match &**inner {
            Type::Class(Some(name)) => Ok(call.evaluator.find_class(name)?.is_some()),
            inner @ (Type::Class(None) | Type::Resource(_)) => is_type_defined(call, inner),
            _ => Ok(false),
        },
        _ => Ok(false),
    }
}
