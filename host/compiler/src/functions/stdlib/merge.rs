//! `merge`: merges hashes.

use value::{EvalError, Hash, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "merge",
    "Merges hashes; later values take precedence. `undef` and empty strings are treated as empty hashes. With a block, \
     iterates over a value and merges the hashes returned by the block, which receives the result so far and the \
     element.",
    &[
        Overload::new("Variant[Hash[Scalar,Any],Undef,String[0,0]] *$args", |call| {
            let mut merged = Hash::default();
            call.arguments.iter().for_each(|argument| add(&mut merged, argument));
            Ok(merged.into())
        }),
        Overload::new("Iterable *$args, Callable[3,3] &$block", |call| folded(call, true)),
        Overload::new("Iterable *$args, Callable[2,2] &$block", |call| folded(call, false)),
    ],
);

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::merge");

fn add(merged: &mut Hash, value: &Value) {
    if let Value::Hash(hash) = value {
        merged.extend(hash.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
}

fn folded(call: &mut FunctionCall<'_, '_>, is_split: bool) -> Result<Value, EvalError> {
    if call.arguments.len() != 1 {
        let given = call.arguments.len();
        return Err(EvalError::new(format!("wrong number of arguments (given {given}, expected 1)")));
    }
    let subject = call.argument(0);
    let mut merged = Hash::default();
    for (index, element) in LazySequence::over(subject).into_iter().flat_map(|lazy| lazy.elements()).enumerate() {
        let so_far = Value::from(merged.clone());
        let made = match (is_split, subject, element.as_array()) {
            (true, Value::Hash(_), Some([key, value])) => call.step(&[so_far, key.clone(), value.clone()])?,
            (true, ..) => {
                let index = Value::Integer(i64::try_from(index).unwrap_or(i64::MAX));
                call.step(&[so_far, index, element])?
            }
            (false, ..) => call.step(&[so_far, element])?,
        };
        let Some(made) = made else { break };
        add(&mut merged, &made);
    }
    Ok(merged.into())
}
