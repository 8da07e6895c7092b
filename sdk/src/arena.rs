//! Conversion of values from and to the flat list used at the component boundary. Children must precede their
//! parents.

use std::fmt;

use crate::Value;
use crate::bindings::marotte::provider::values::{Arena as Wire, Span, Value as Node};
use crate::value::Secret;

/// Maximum nesting depth of an attribute value.
const MAX_DEPTH: usize = 100;

/// Reason why a list of values violates the contract.
#[derive(Debug)]
pub(crate) enum DecodeError {
    Order,
    TooDeep,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Order => "a value refers to a later value",
            Self::TooDeep => "a value is nested too deeply",
        })
    }
}

/// Decodes the value at an index.
///
/// # Errors
/// Returns an error if the list violates the contract.
pub(crate) fn decode(arena: &Wire, index: u32) -> Result<Value, DecodeError> {
    decode_below(arena, index, arena.values.len(), MAX_DEPTH)
}

/// Returns a text of the arena, or an empty string if the span is invalid.
pub(crate) fn text(arena: &Wire, span: Span) -> &str {
    let start = span.start as usize;
    arena.text.get(start..start.saturating_add(span.length as usize)).unwrap_or_default()
}

fn decode_below(arena: &Wire, index: u32, parent: usize, depth: usize) -> Result<Value, DecodeError> {
    let place = index as usize;
    if place >= parent {
        return Err(DecodeError::Order);
    }
    let Some(depth) = depth.checked_sub(1) else { return Err(DecodeError::TooDeep) };
    let child = |index: u32| decode_below(arena, index, place, depth);
    Ok(match &arena.values[place] {
        Node::Undef => Value::Undef,
        Node::Boolean(value) => Value::Boolean(*value),
        Node::Integer(value) => Value::Integer(*value),
        Node::Float(value) => Value::Float(*value),
        Node::Text(span) => Value::Text(text(arena, *span).to_owned()),
        Node::Binary(value) => Value::Binary(value.clone()),
        Node::Array(values) => Value::Array(values.iter().map(|index| child(*index)).collect::<Result<_, _>>()?),
        Node::Hash(pairs) => Value::Hash(
            pairs.iter().map(|(key, value)| Ok((child(*key)?, child(*value)?))).collect::<Result<_, DecodeError>>()?,
        ),
        Node::Secret(token) => Value::Secret(Secret(*token)),
        Node::Other((name, text)) => Value::Other(name.clone(), text.clone()),
    })
}

/// Number of slots for short texts shared between values, indexed by a hash of length, first and last byte.
/// States of many rows repeat the same few texts.
const REMEMBERED: usize = 32;

/// Builder of the flat list.
#[derive(Default)]
pub(crate) struct ArenaWriter {
    nodes: Vec<Node>,
    text: String,
    recent: [Option<(u32, Span)>; REMEMBERED],
}

impl ArenaWriter {
    /// Adds a value and returns its index.
    pub(crate) fn push(&mut self, value: Value) -> u32 {
        let node = match value {
            Value::Undef => Node::Undef,
            Value::Boolean(value) => Node::Boolean(value),
            Value::Integer(value) => Node::Integer(value),
            Value::Float(value) => Node::Float(value),
            Value::Text(value) => return self.push_text(&value),
            Value::Binary(value) => Node::Binary(value),
            Value::Array(values) => Node::Array(values.into_iter().map(|value| self.push(value)).collect()),
            Value::Hash(pairs) => {
                Node::Hash(pairs.into_iter().map(|(key, value)| (self.push(key), self.push(value))).collect())
            }
            Value::Secret(secret) => Node::Secret(secret.0),
            Value::Other(name, text) => Node::Other((name, text)),
        };
        self.push_node(node)
    }

    /// Appends a text that is not a value, such as a title.
    pub(crate) fn write(&mut self, text: &str) -> Span {
        // Memory is exhausted before 4 GiB: a component has 32-bit addresses.
        let start = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        self.text.push_str(text);
        Span { start, length: u32::try_from(text.len()).unwrap_or(u32::MAX) }
    }

    /// Returns the finished list.
    pub(crate) fn into_wire(self) -> Wire {
        Wire { values: self.nodes, text: self.text }
    }

    fn push_text(&mut self, text: &str) -> u32 {
        let place = place(text);
        if let Some(place) = place
            && let Some((known, span)) = self.recent[place]
            && self.text[span.start as usize..].starts_with(text)
            && span.length as usize == text.len()
        {
            return known;
        }
        let span = self.write(text);
        let index = self.push_node(Node::Text(span));
        if let Some(place) = place {
            self.recent[place] = Some((index, span));
        }
        index
    }

    fn push_node(&mut self, node: Node) -> u32 {
        // Memory is exhausted long before the indices: a component has 32-bit addresses and a node is larger than
        // a byte.
        let index = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(node);
        index
    }
}

/// Returns the slot of a short text; `None` if it is empty or longer than 16 bytes.
fn place(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let ends = usize::from(*bytes.first()?) + 7 * usize::from(*bytes.last()?);
    (bytes.len() <= 16).then_some((ends + 31 * bytes.len()) % REMEMBERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_values_survive_a_round_trip() {
        let value = Value::Hash(vec![
            ("a".into(), Value::Array(vec![1_i64.into(), Value::Undef, 1.5.into(), true.into()])),
            ("b".into(), Value::Binary(vec![0, 255])),
            ("c".into(), Value::Secret(Secret(9))),
            ("d".into(), Value::Other("Regexp".into(), "^a".into())),
        ]);
        let mut arena = ArenaWriter::default();
        let index = arena.push(value.clone());
        assert_eq!(decode(&arena.into_wire(), index).unwrap(), value);
    }

    #[test]
    fn equal_short_texts_share_a_node() {
        let mut arena = ArenaWriter::default();
        let first = arena.push("file".into());
        assert_eq!(arena.push("file".into()), first);
        assert_ne!(arena.push("directory".into()), first);
    }

    #[test]
    fn cycle_is_rejected() {
        let wire = |values: Vec<Node>| Wire { values, text: String::new() };
        assert!(decode(&wire(vec![Node::Array(vec![0])]), 0).is_err());
        assert!(decode(&wire(Vec::new()), 0).is_err());
        let chain: Vec<Node> =
            std::iter::once(Node::Undef).chain((0..200).map(|index| Node::Array(vec![index]))).collect();
        assert!(matches!(decode(&wire(chain), 200), Err(DecodeError::TooDeep)));
    }
}
