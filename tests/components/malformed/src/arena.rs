//! Arenas that no honest component makes.

use crate::bindings::marotte::provider::values::{Arena, Span, Value};

/// Values without text.
pub(crate) fn of(values: Vec<Value>) -> Arena {
    Arena { values, text: String::new() }
}

/// A value that is its own part.
pub(crate) fn cyclic() -> Arena {
    of(vec![Value::Array(vec![1]), Value::Array(vec![0])])
}

/// A value of which a part is not there.
pub(crate) fn beyond() -> Arena {
    of(vec![Value::Array(vec![4711])])
}

/// A list in a list, and so on.
pub(crate) fn deep() -> Arena {
    let lists = (0..1000).map(|index| Value::Array(vec![index]));
    of(std::iter::once(Value::Undef).chain(lists).collect())
}

/// Few values that stand for very many.
pub(crate) fn wide() -> Arena {
    let lists = (0..60).map(|index| Value::Array(vec![index; 2]));
    of(std::iter::once(Value::Undef).chain(lists).collect())
}

/// One text that stands for very much.
pub(crate) fn texts() -> Arena {
    let text = Value::Text(Span { start: 0, length: 1 << 20 });
    Arena { values: vec![text, Value::Array(vec![0; 100_000])], text: "x".repeat(1 << 20) }
}

/// More than the host takes at once.
pub(crate) fn huge() -> Arena {
    of(vec![Value::Undef; 4 << 20])
}

/// Shared values in several arenas that together exceed the limit.
pub(crate) fn half() -> Arena {
    let lists = (0..20).map(|index| Value::Array(vec![index; 2]));
    of(std::iter::once(Value::Undef).chain(lists).collect())
}

/// A text of which a part is not there.
pub(crate) fn long() -> Arena {
    Arena { values: vec![Value::Text(Span { start: 2, length: u32::MAX })], text: "absent".to_owned() }
}

/// A text that begins in the middle of a character.
pub(crate) fn split() -> Arena {
    Arena { values: vec![Value::Text(Span { start: 1, length: 1 })], text: "é".to_owned() }
}
