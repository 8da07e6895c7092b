//! `unique`: removes duplicates.

use indexmap::{IndexMap, IndexSet};
use value::{EvalError, Hash, LazySequence, Value};

use crate::evaluator::{Function, FunctionCall, Overload};

pub(super) const FUNCTION: Function = Function::new(
    "unique",
    "Returns the distinct elements of an array, or characters of a string, in the order of their first occurrence. For \
     a hash, returns a hash from arrays of all keys with the same value to arrays with that value. A block can return \
     the value to compare for each element.",
    &[
        Overload::new("String $string, Callable[String] &$block?", |call| {
            let letters = firsts(call)?;
            Ok(Value::from(letters.iter().filter_map(Value::as_str).collect::<String>()))
        }),
        Overload::new("Hash $hash, Callable[Any] &$block?", of_hash),
        Overload::new("Array $array, Callable[Any] &$block?", |call| firsts(call).map(Value::from)),
        Overload::new("Iterable $iterable, Callable[Any] &$block?", |call| firsts(call).map(Value::from)),
    ],
);

/// Returns the value by which an element is compared.
fn mark(call: &mut FunctionCall<'_, '_>, element: &Value) -> Result<Value, EvalError> {
    if call.block.is_some() { call.turn(std::slice::from_ref(element)) } else { Ok(element.clone()) }
}

fn firsts(call: &mut FunctionCall<'_, '_>) -> Result<Vec<Value>, EvalError> {
    let mut seen = IndexSet::new();
    let mut firsts = Vec::new();
    for element in LazySequence::over(call.argument(0)).into_iter().flat_map(|lazy| lazy.elements()) {
        if seen.insert(mark(call, &element)?) {
            firsts.push(element);
        }
    }
    Ok(firsts)
}

fn of_hash(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let mut groups: IndexMap<Value, (Vec<Value>, IndexSet<Value>)> = IndexMap::new();
    for (key, value) in call.argument(0).as_hash().into_iter().flatten() {
        let (keys, values) = groups.entry(mark(call, value)?).or_default();
        keys.push(key.clone());
        values.insert(value.clone());
    }
    let inverted = groups.into_values().map(|(keys, values)| (keys, values.into_iter().collect::<Value>()));
    Ok(inverted.collect::<Hash>().into())
}
