//! Constructors of arrays and hashes from each other and from iterable values.

use datatype::Type;
use value::{EvalError, Hash, LazySequence, Value};

use super::number::unconvertible;
use crate::evaluator::{Function, FunctionCall, Overload};

/// `Array`
pub(super) static ARRAY: Function = Function::new(
    "new_array",
    "Creates an array of the elements of an iterable value, or of a single value.",
    &[
        Overload::new("Variant[Array,Hash,Binary,Iterable] $from, Boolean[false] $wrap?", |call| {
            elements(call.argument(0))
        }),
        Overload::new("Any $from, Boolean[true] $wrap", |call| match call.argument(0) {
            array @ Value::Array(_) => Ok(array.clone()),
            other => Ok(Value::array([other.clone()])),
        }),
        Overload::refusal("Any $from, Boolean $wrap?", |call| {
            let found = Type::infer(call.argument(0)).generalize();
            Err(EvalError::new(format!("Value of type {found} cannot be converted to Array")))
        }),
    ],
);

/// `Hash`
pub(super) static HASH: Function = Function::new(
    "new_hash",
    "Creates a hash from pairs, from alternating keys and values, or from paths and values.",
    &[
        Overload::new("TreeArray $from, NewHashOption $build_option?", |call| match call.argument(1).as_str() {
            Some(option) => tree(call, option == "hash_tree"),
            None => Ok(pairs(call.elements(0))),
        }),
        Overload::new("KeyValueArray $from", |call| Ok(pairs(call.elements(0)))),
        Overload::new("Any $from", |call| flat(call.argument(0))),
    ],
)
.with_types(&[
    "KeyValueArray = Array[Tuple[Any,Any],1]",
    "TreeArray = Array[Tuple[Array,Any],1]",
    "NewHashOption = Enum[tree, hash_tree]",
]);

fn elements(value: &Value) -> Result<Value, EvalError> {
    match value {
        Value::Array(_) => Ok(value.clone()),
        Value::Binary(bytes) => Ok(bytes.iter().map(|byte| Value::Integer(i64::from(*byte))).collect()),
        other => {
            // The signature only allows iterable values here.
            Ok(LazySequence::over(other).map(|lazy| lazy.to_vec()).transpose()?.unwrap_or_default().into())
        }
    }
}

/// Creates a hash from arrays of two elements.
fn pairs(entries: &[Value]) -> Value {
    let pair = |entry: &Value| match entry.as_array() {
        Some([key, value]) => Some((key.clone(), value.clone())),
        _ => None,
    };
    entries.iter().filter_map(pair).collect::<Hash>().into()
}

/// Creates a hash from alternating keys and values.
fn flat(from: &Value) -> Result<Value, EvalError> {
    if let Value::Hash(_) = from {
        return Ok(from.clone());
    }
    if LazySequence::over(from).is_none() || matches!(from, Value::Integer(..0)) {
        return Err(unconvertible_value(from));
    }
    let elements = elements(from)?;
    let elements = elements.as_array().unwrap_or_default();
    if elements.len() % 2 == 1 {
        return Err(EvalError::new("odd number of arguments for Hash"));
    }
    Ok(elements.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect::<Hash>().into())
}

fn unconvertible_value(value: &Value) -> EvalError {
    debug_assert!(value.as_str().is_none(), "strings are iterable");
    unconvertible(value, "Hash")
}

/// Creates a nested hash from paths and values. With `is_all_hashes`, arrays in the values become hashes by index.
fn tree(call: &FunctionCall<'_, '_>, is_all_hashes: bool) -> Result<Value, EvalError> {
    let mut root = Value::hash(Hash::default());
    for entry in call.elements(0) {
        let Some([path, value]) = entry.as_array() else { continue };
        let path = path.as_array().unwrap_or_default();
        if path.is_empty() {
            root = merged(&root, value)?;
            continue;
        }
        let value = if is_all_hashes { by_index(value) } else { value.clone() };
        root = planted(root, path, value)?;
    }
    Ok(root)
}

/// Merges a value into the root: the entries of a hash, or the elements of an array by index.
fn merged(root: &Value, value: &Value) -> Result<Value, EvalError> {
    let mut entries = root.as_hash().cloned().unwrap_or_default();
    match value {
        Value::Hash(hash) => entries.extend(hash.iter().map(|(key, value)| (key.clone(), value.clone()))),
        Value::Array(elements) => {
            entries.extend(elements.iter().enumerate().map(|(index, value)| (Value::from(index), value.clone())));
        }
        other => {
            return Err(EvalError::new(format!("no implicit conversion of {} into Hash", value::class_noun(other))));
        }
    }
    Ok(entries.into())
}

/// Returns a container with a value inserted at a path. Missing containers on the path become hashes.
fn planted(container: Value, path: &[Value], value: Value) -> Result<Value, EvalError> {
    let [key, rest @ ..] = path else { return Ok(value) };
    match container {
        Value::Hash(hash) => {
            let mut hash = Hash::clone(&hash);
            let inner = if rest.is_empty() {
                value
            } else {
                let inner = hash.get(key).cloned().unwrap_or_else(|| Value::hash(Hash::default()));
                planted(inner, rest, value)?
            };
            hash.insert(key.clone(), inner);
            Ok(hash.into())
        }
        Value::Array(elements) => {
            let index = key.as_integer().and_then(|index| usize::try_from(index).ok());
            let index = index.filter(|index| *index <= elements.len()).ok_or_else(|| {
                EvalError::new(format!(
                    "There is nothing at {} in an array of {} elements",
                    key.inspect(),
                    elements.len()
                ))
            })?;
            let mut elements = elements.to_vec();
            let inner = elements.get(index).cloned().unwrap_or_else(|| Value::hash(Hash::default()));
            let inner = planted(inner, rest, value)?;
            elements.truncate(elements.len().max(index));
            if index < elements.len() {
                elements[index] = inner;
            } else {
                elements.push(inner);
            }
            Ok(Value::from(elements))
        }
        other => Err(EvalError::new(format!("There is nothing at {} in {}", key.inspect(), other.inspect()))),
    }
}

/// Converts nested arrays to hashes by index.
fn by_index(value: &Value) -> Value {
    match value {
        Value::Array(elements) => {
            let entries = elements.iter().enumerate().map(|(index, element)| (Value::from(index), by_index(element)));
            entries.collect::<Hash>().into()
        }
        Value::Hash(hash) => hash.iter().map(|(key, value)| (key.clone(), by_index(value))).collect::<Hash>().into(),
        other => other.clone(),
    }
}
