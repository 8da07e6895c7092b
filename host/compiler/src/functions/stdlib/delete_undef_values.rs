//! `delete_undef_values`: removes `undef` from an array or hash.

use value::{EvalError, Hash, Value, class_name};

use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "delete_undef_values",
    "Returns an array without elements, or a hash without entries, that are `undef`.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        match arguments.first() {
            None => Err(EvalError::new("delete_undef_values(): Wrong number of arguments given (0)")),
            Some(Value::Array(elements)) => {
                Ok(elements.iter().filter(|element| !element.is_undef()).cloned().collect())
            }
            Some(Value::Hash(hash)) => {
                let kept = hash.iter().filter(|(_, value)| !value.is_undef());
                Ok(kept.map(|(key, value)| (key.clone(), value.clone())).collect::<Hash>().into())
            }
            Some(other) => {
                let (shown, class) = (other.ruby(), class_name(other));
                let what = "delete_undef_values(): expected an array or hash";
                Err(EvalError::new(format!("{what}, got {shown} type  {class} ")))
            }
        }
    })],
);
