//! `getparam`: attribute of a resource.

use catalog::ResourceRef;
use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "getparam",
    "Returns an attribute of a declared resource: `getparam(User['dan'], 'shell')`. Returns an empty string if it has \
     no value.",
    &[Overload::legacy(|call| {
        let Some(reference) = call.arguments.first().filter(|reference| reference.is_true()) else {
            return Err(EvalError::new("Must specify a reference"));
        };
        let name = match call.arguments.get(1) {
            Some(Value::String(name)) => name.clone(),
            _ => return Err(EvalError::new("Must specify name of a parameter")),
        };
        if name.is_empty() {
            return Ok(Value::from(""));
        }
        let named = reference.as_reference().or_else(|| ResourceRef::parse(&reference.ruby()));
        let Some(named) = named else {
            let shown = Value::from(reference.ruby()).inspect();
            return Err(EvalError::new(format!("No title provided and {shown} is not a valid resource reference")));
        };
        let evaluator = &mut *call.evaluator;
        let found = evaluator.find_resource_type(&named.type_name.to_lowercase())?;
        let found = found.and_then(|type_id| evaluator.resources.find(type_id, &named.title));
        let value = found.and_then(|id| {
            let resource = evaluator.resources.get(id);
            match resource.value(&name) {
                None if &*name == "title" => Some(Value::String(resource.title.clone())),
                value => value.cloned().filter(|value| !value.is_undef()),
            }
        });
        Ok(value.unwrap_or_else(|| Value::from("")))
    })],
);
