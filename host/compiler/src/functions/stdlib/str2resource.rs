//! `stdlib::str2resource`: reference of a declared resource from its text.

use catalog::ResourceRef;
use value::{EvalError, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "stdlib::str2resource",
    "Returns the reference that a text such as `File[/etc/motd]` describes. The resource must have been declared before.",
    &[Overload::new("String $res_string", reference)],
);

fn reference(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let text = call.text(0).to_owned();
    let Some(named) = ResourceRef::parse(&text) else {
        let shown = Value::from(text).inspect();
        return Err(EvalError::new(format!("No title provided and {shown} is not a valid resource reference")));
    };
    let evaluator = &mut *call.evaluator;
    let type_id = evaluator.find_resource_type(&named.type_name.to_lowercase())?;
    match type_id.and_then(|type_id| evaluator.resources.find(type_id, &named.title)) {
        Some(id) => Ok(Value::data_type(Value::reference_type(&evaluator.resources.reference(id)))),
        None => Err(EvalError::new(format!(
            "stdlib::str2resource(): could not find {named}, this is parse order dependent and values should not be quoted"
        ))),
    }
}
