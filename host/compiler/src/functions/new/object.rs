//! Constructor of object types, with a hash of attributes or positional attributes.

use std::sync::Arc;

use datatype::{FunctionSignature, ObjectType, SignatureParameter, Type, mismatch};
use value::{Deferred, EvalError, Hash, Object, Value};

/// Creates an instance.
pub(super) fn made(data_type: &Type, arguments: &[Value]) -> Result<Value, EvalError> {
    let object_type = match data_type {
        Type::Object(object_type) => Arc::clone(object_type),
        Type::ObjectExtension(extension) => Arc::clone(&extension.base),
        Type::Deferred => Arc::new(ObjectType::deferred()),
        _ => Arc::new(ObjectType::error()),
    };
    if object_type.is_default() {
        return Err(EvalError::new(format!("Creation of new instance of type '{data_type}' is not supported")));
    }
    let given = given(&object_type, arguments)?;
    if let Type::Deferred = data_type {
        return Ok(deferred(&given));
    }
    let mut attributes = Hash::default();
    for attribute in object_type.all_attributes() {
        let default = attribute.value.as_ref().map(Value::from);
        if let Some(value) = given.text(&attribute.name).cloned().or(default) {
            attributes.insert(Value::String(attribute.name), value);
        }
    }
    Ok(Value::Object(Arc::new(Object { object_type: data_type.clone(), attributes, context: None })))
}

/// Returns the attributes in the arguments.
fn given(object_type: &ObjectType, arguments: &[Value]) -> Result<Hash, EvalError> {
    let (by_hash, by_position) = signatures(object_type);
    if by_hash.accepts(arguments, None) {
        return Ok(arguments.first().and_then(Value::as_hash).cloned().unwrap_or_default());
    }
    if by_position.accepts(arguments, None) {
        let names = by_position.parameters.iter().map(|parameter| Value::String(Arc::clone(&parameter.name)));
        return Ok(names.zip(arguments.iter().cloned()).collect());
    }
    let name = format!("new_{}", object_type.label());
    let fault = EvalError::new(mismatch::describe_call(&name, &[&by_hash, &by_position], arguments, None));
    let known = object_type.all_attributes();
    let keys = arguments.first().and_then(Value::as_hash).into_iter().flat_map(Hash::keys).filter_map(Value::as_str);
    let unknown = keys.into_iter().find(|key| known.iter().all(|attribute| *attribute.name != **key));
    Err(match unknown.and_then(|key| syntax::nearest(key, known.iter().map(|attribute| &*attribute.name))) {
        Some(nearest) => fault.with_hint(format!("did you mean '{nearest}'?")),
        None => fault,
    })
}

/// Returns the signatures of the constructor: with a hash of attributes, and with positional attributes.
fn signatures(object_type: &ObjectType) -> (FunctionSignature, FunctionSignature) {
    let initializer = object_type.initializer();
    let min = initializer.elements.iter().filter(|element| !element.is_optional).count();
    let (names, callable) = object_type.constructor();
    let types = callable.parameters.iter().flat_map(|tuple| tuple.types.iter().cloned());
    let parameters: Vec<SignatureParameter> =
        names.into_iter().zip(types).map(|(name, data_type)| SignatureParameter { name, data_type }).collect();
    let by_position =
        FunctionSignature { max: Some(parameters.len()), parameters, min, ..FunctionSignature::default() };
    let hash = SignatureParameter { name: "hash".into(), data_type: Type::Struct(Arc::new(initializer)) };
    (FunctionSignature { parameters: vec![hash], min: 1, max: Some(1), ..FunctionSignature::default() }, by_position)
}

fn deferred(given: &Hash) -> Value {
    let name = given.text("name").map(Value::text).unwrap_or_else(|| "".into());
    let arguments = match given.text("arguments") {
        Some(Value::Array(arguments)) => Some(Arc::clone(arguments)),
        _ => None,
    };
    Value::Deferred(Arc::new(Deferred { name, arguments }))
}
