//! `extlib::resources_deep_merge`: merges defaults into the attributes of resources.

use value::{EvalError, Hash, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::resources_deep_merge",
    "Returns a hash of resources whose attributes are merged into the defaults of the second hash, as by `deep_merge`.",
    &[Overload::new("Hash $resources, Hash $defaults", merged)],
)
.returning("Hash");

fn merged(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let Value::Hash(resources) = call.argument(0) else { return Ok(Value::Undef) };
    let mut all = Hash::with_capacity(resources.len());
    for (title, attributes) in resources.iter() {
        let arguments = [call.argument(1).clone(), attributes.clone()];
        let attributes = call.evaluator.call_function("deep_merge", &arguments, None, call.span)?;
        all.insert(title.clone(), attributes);
    }
    Ok(all.into())
}
