//! Owns arenas that no honest component makes.

use crate::bindings::marotte::provider::values::Value;

/// A value that is its own part.
pub(crate) fn cyclic() -> Vec<Value> {
    vec![Value::Array(vec![1]), Value::Array(vec![0])]
}

/// A value of which a part is not there.
pub(crate) fn beyond() -> Vec<Value> {
    vec![Value::Array(vec![4711])]
}

/// A list in a list, and so on.
pub(crate) fn deep() -> Vec<Value> {
    let lists = (0..1000).map(|index| Value::Array(vec![index]));
    std::iter::once(Value::Undef).chain(lists).collect()
}

/// Few values that stand for very many.
pub(crate) fn wide() -> Vec<Value> {
    let lists = (0..60).map(|index| Value::Array(vec![index; 2]));
    std::iter::once(Value::Undef).chain(lists).collect()
}

/// One text that stands for very much.
pub(crate) fn texts() -> Vec<Value> {
    vec![Value::Text("x".repeat(1 << 20)), Value::Array(vec![0; 100_000])]
}

/// More than the host takes at once.
pub(crate) fn huge() -> Vec<Value> {
    vec![Value::Undef; 4 << 20]
}

/// Shared values in so many arenas that all together would be too much.
pub(crate) fn half() -> Vec<Value> {
    let lists = (0..20).map(|index| Value::Array(vec![index; 2]));
    std::iter::once(Value::Undef).chain(lists).collect()
}
