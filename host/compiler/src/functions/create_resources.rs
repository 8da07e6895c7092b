//! `create_resources`: declares resources from a hash.

use std::sync::Arc;

use syntax::ast::ResourceForm;
use value::{EvalError, Hash, Value, class_noun};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "create_resources",
    "Declares resources of a type from a hash of titles and attributes. The third argument is a hash of default \
     attributes. A type with the prefix `@` declares virtual resources, `@@` exported ones.",
    &[Overload::legacy(create)],
);

fn create(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let count = call.arguments.len();
    if count < 2 {
        return Err(EvalError::new(format!(
            "create_resources(): Wrong number of arguments given ({count} for minimum 2)"
        )));
    }
    if count > 3 {
        return Err(EvalError::new(format!("create_resources(): wrong number of arguments ({count}; must be 2 or 3)")));
    }
    let Some(instances) = call.argument(1).as_hash() else {
        return Err(EvalError::new("create_resources(): second argument must be a hash"));
    };
    let defaults = match call.argument(2) {
        Value::Hash(defaults) => Arc::clone(defaults),
        Value::Undef if count == 2 => Arc::new(Hash::default()),
        _ => return Err(EvalError::new("create_resources(): third argument, if provided, must be a hash")),
    };
    let type_text = call.argument(0).text();
    let (form, name) = match (type_text.strip_prefix("@@"), type_text.strip_prefix('@')) {
        (Some(name), _) => (ResourceForm::Exported, name),
        (None, Some(name)) => (ResourceForm::Virtual, name),
        (None, None) => (ResourceForm::Regular, &*type_text),
    };
    let name = name.to_lowercase();
    if name == "class" && form != ResourceForm::Regular {
        return Err(crate::issue::class_not_virtualizable(call.span).into());
    }
    let mut references = Vec::with_capacity(instances.len());
    for (title, attributes) in instances {
        let mut merged = Hash::clone(&defaults);
        let Value::Hash(attributes) = attributes else {
            let class = class_noun(attributes);
            return Err(EvalError::new(format!("no implicit conversion of {class} into Hash")));
        };
        merged.extend(attributes.iter().map(|(name, value)| (name.clone(), value.clone())));
        for title in title.as_array().unwrap_or(std::slice::from_ref(title)) {
            references.push(call.evaluator.declare_hash(&name, title, &merged, form, call.span)?);
        }
    }
    Ok(Value::from(references))
}
