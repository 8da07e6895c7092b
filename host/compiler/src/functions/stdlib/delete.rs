//! `delete`: removes elements, keys or substrings.

use std::borrow::Cow;

use indexmap::IndexSet;
use value::{EvalError, Hash, Value, class_name, class_noun};

use super::is_same;
use crate::evaluator::{Function, Overload};
use crate::functions::legacy;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "delete",
    "Removes all elements equal to the second argument from an array, a key from a hash, or all occurrences of a \
     substring from a string. The second argument can be an array of values to remove.",
    &[Overload::legacy(|call| {
        let arguments = legacy::arguments(call)?;
        let [collection, items] = arguments.as_slice() else {
            let given = arguments.len();
            return Err(EvalError::new(format!("delete(): Wrong number of arguments given {given} for 2")));
        };
        without(collection, &items_of(items))
    })],
);

/// Returns the values to remove, as Ruby's `Array()` does.
pub(super) fn items_of(items: &Value) -> Cow<'_, [Value]> {
    match items {
        Value::Array(items) => Cow::Borrowed(items),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])).collect(),
        single => Cow::Borrowed(std::slice::from_ref(single)),
    }
}

fn without(collection: &Value, items: &[Value]) -> Result<Value, EvalError> {
    match collection {
        Value::Array(elements) => {
            let is_kept = |element: &&Value| !items.iter().any(|item| is_same(element, item));
            Ok(elements.iter().filter(is_kept).cloned().collect())
        }
        Value::Hash(hash) => {
            let items: IndexSet<&Value> = items.iter().collect();
            let kept = hash.iter().filter(|(key, _)| !items.contains(key));
            Ok(kept.map(|(key, value)| (key.clone(), value.clone())).collect::<Hash>().into())
        }
        Value::String(text) => {
            let mut text = text.to_string();
            for item in items {
                let Value::String(item) = item else {
                    let class = class_noun(item);
                    return Err(EvalError::new(format!("wrong argument type {class} (expected Regexp)")));
                };
                if !item.is_empty() {
                    text = text.replace(&**item, "");
                }
            }
            Ok(text.into())
        }
        other if items.is_empty() => Ok(other.clone()),
        other => {
            let class = class_name(other);
            let what = "delete(): First argument must be an Array, String, or Hash. Given an argument of class";
            Err(EvalError::new(format!("{what} {class}.")))
        }
    }
}
