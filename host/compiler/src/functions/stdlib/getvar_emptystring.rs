//! `getvar_emptystring`: variable by name, or an empty string. Several modules contain this function; it is built in
//! because a function written in the Puppet language cannot access the caller's variables.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "getvar_emptystring",
    "Returns the value of the named variable; an empty string if it is not set.",
    &[Overload::legacy(|call| {
        let [name] = call.arguments else {
            let given = call.arguments.len();
            return Err(EvalError::new(format!(
                "getvar_emptystring(): wrong number of arguments ({given}; must be 1)"
            )));
        };
        let found = call.evaluator.variable(&name.ruby()).filter(|value| !value.is_undef());
        Ok(found.unwrap_or_else(|| Value::from("")))
    })],
);
