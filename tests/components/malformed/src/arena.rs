//! Invalid and excessive arenas.

use crate::bindings::marotte::provider::values::{Arena, Span, Value};

/// Returns values without text.
pub(crate) fn of(values: Vec<Value>) -> Arena {
    Arena { values, text: String::new() }
}

/// Returns a value that contains itself.
pub(crate) fn cyclic() -> Arena {
    of(vec![Value::Array(vec![1]), Value::Array(vec![0])])
}

/// Returns a value that refers to a missing element.
pub(crate) fn beyond() -> Arena {
    of(vec![Value::Array(vec![4711])])
}

/// Returns deeply nested lists.
pub(crate) fn deep() -> Arena {
    let lists = (0..1000).map(|index| Value::Array(vec![index]));
    of(std::iter::once(Value::Undef).chain(lists).collect())
}

/// Returns a few values that expand to a very large number of values.
pub(crate) fn wide() -> Arena {
    let lists = (0..60).map(|index| Value::Array(vec![index; 2]));
    of(std::iter::once(Value::Undef).chain(lists).collect())
}

/// Returns a list that repeats a single text many times.
pub(crate) fn texts() -> Arena {
    let text = Value::Text(Span { start: 0, length: 1 << 20 });
    Arena { values: vec![text, Value::Array(vec![0; 100_000])], text: "x".repeat(1 << 20) }
}

/// Returns more values than the host accepts at once.
pub(crate) fn huge() -> Arena {
    of(vec![Value::Undef; 4 << 20])
}

/// Returns shared values that exceed the limit if several such arenas are used.
pub(crate) fn half() -> Arena {
    let lists = (0..20).map(|index| Value::Array(vec![index; 2]));
    of(std::iter::once(Value::Undef).chain(lists).collect())
}

/// Returns a text that extends beyond the end of the arena.
pub(crate) fn long() -> Arena {
    Arena { values: vec![Value::Text(Span { start: 2, length: u32::MAX })], text: "absent".to_owned() }
}

/// Returns a text that starts in the middle of a character.
pub(crate) fn split() -> Arena {
    Arena { values: vec![Value::Text(Span { start: 1, length: 1 })], text: "é".to_owned() }
}
