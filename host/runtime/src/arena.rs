//! Conversion of values between catalog values and the flat arenas of the contract, in both directions. Returned
//! values are validated: children before parents, known columns, limited size and depth.

pub(crate) mod result;

use std::sync::Arc;

use catalog::{ResourceRef, Sensitive, Value};
use rustc_hash::FxHashMap;
use thiserror::Error;
use transaction::provider::{Row, Slot};
use typed_arena::Arena;

use crate::bindings::marotte::provider::values::{
    ArenaParam, ArenaResult, RowParam, RowResult, Span, ValueParam, ValueResult,
};
use crate::secrets::Secrets;

/// Maximum nesting depth of a value in both directions.
const MAX_DEPTH: u32 = 64;

/// Maximum number of values in an expanded result. Nodes can be shared, so a small arena may represent a huge
/// value.
const MAX_VALUES: u32 = 4_000_000;

/// Maximum number of bytes of text in an expanded result.
const MAX_BYTES: usize = 64 << 20;

/// Strings up to this length are deduplicated within an arena.
const SHARED_TEXT: usize = 32;

/// Reason why a value cannot be passed to a component.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum EncodeError {
    /// Arrays and hashes are nested too deeply.
    #[error("a value is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// A deferred function has not been called yet.
    #[error("the deferred function {0} has not been called")]
    Deferred(String),
}

/// A violation of the contract in a result of a component. Its text follows "The provider 'x' broke the
/// contract: ".
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum ContractError {
    /// The component does not know the attribute.
    #[error("it returned attribute {column}, but has only {known}")]
    UnknownAttribute {
        /// The column used by the component.
        column: u16,
        /// Number of attributes that the component knows.
        known: u16,
    },
    /// The attribute must not be changed in this call.
    #[error("it returned attribute {0}, which it was not called to set")]
    UnchangedAttribute(u16),
    /// Two results for one attribute.
    #[error("it returned two results for attribute {0}")]
    AttributeTwice(u16),
    /// A row has two values for one attribute.
    #[error("it returned two values for an attribute")]
    SlotTwice,
    /// Two verdicts for one attribute.
    #[error("it returned two verdicts for attribute {0}")]
    VerdictTwice(u16),
    /// The row was not part of the call.
    #[error("it returned row {0}, which was not requested")]
    UnknownRow(u32),
    /// Two results for one row.
    #[error("it returned two results for row {0}")]
    RowTwice(u32),
    /// The number of states differs from the number of rows.
    #[error("it returned {returned} states instead of {expected}")]
    States {
        /// Number of rows in the call.
        expected: usize,
        /// Number of returned states.
        returned: usize,
    },
    /// The text span is out of range or does not lie on character boundaries.
    #[error("it returned a text that is not in its arena")]
    UnknownText,
    /// The value index is out of range.
    #[error("it returned value {index} of an arena with {length}")]
    UnknownValue {
        /// The index.
        index: u32,
        /// Number of values in the arena.
        length: usize,
    },
    /// An array or hash precedes one of its elements.
    #[error("its arena contains a value before its elements")]
    Order,
    /// Arrays and hashes are nested too deeply.
    #[error("a value is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// The arena expands to too many values, counting shared ones for each use.
    #[error("its arena expands to too many values")]
    TooManyValues,
    /// The arena expands to too many bytes of text.
    #[error("its arena expands to more than {} MiB of text", MAX_BYTES >> 20)]
    TooMuchText,
    /// The token was not passed to the component.
    #[error("it returned an unknown secret")]
    UnknownSecret,
    /// The component generated too many resources.
    #[error("it generated more than {0} resources")]
    TooManyResources(usize),
    /// A generated resource has a value in a column without an attribute.
    #[error("a row has a column without a name")]
    UnnamedColumn,
}

/// Mapping between the attributes of a type and the columns of a component.
#[derive(Debug, Clone, Default)]
pub(crate) struct Columns {
    /// Column of each attribute; `None` if both numberings are identical.
    outward: Option<Vec<Option<u16>>>,
    /// Attribute of each column.
    inward: Vec<u16>,
    width: u16,
}

impl Columns {
    /// Creates the mapping for the component that defines the type: columns are the type's own.
    pub(crate) fn own(width: usize) -> Self {
        Self { outward: None, inward: Vec::new(), width: u16::try_from(width).unwrap_or(u16::MAX) }
    }

    /// Creates the mapping for a provider of another component's type, which knows these attributes in its own
    /// order.
    pub(crate) fn foreign(width: usize, known: &[u16]) -> Self {
        let mut outward = vec![None; width];
        for (column, attribute) in (0_u16..).zip(known) {
            outward[usize::from(*attribute)] = Some(column);
        }
        Self { outward: Some(outward), inward: known.to_vec(), width: u16::try_from(known.len()).unwrap_or(u16::MAX) }
    }

    /// Returns the number of attributes that the component knows.
    pub(crate) fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// Returns the column of an attribute.
    pub(crate) fn column(&self, attribute: u16) -> Option<u16> {
        match &self.outward {
            None => Some(attribute),
            Some(outward) => outward.get(usize::from(attribute)).copied().flatten(),
        }
    }

    /// Returns the attribute of a column.
    ///
    /// # Errors
    /// Returns an error if there is no such column.
    pub(crate) fn attribute(&self, column: u16) -> Result<u16, ContractError> {
        if column >= self.width {
            return Err(ContractError::UnknownAttribute { column, known: self.width });
        }
        Ok(if self.outward.is_none() { column } else { self.inward[usize::from(column)] })
    }
}

/// Storage for the lists of an arena during a call.
#[derive(Default)]
pub(crate) struct Storage {
    numbers: Arena<u32>,
    pairs: Arena<(u32, u32)>,
    slots: Arena<(u16, u32)>,
    texts: Arena<String>,
}

/// Encoder for the arena of one call.
pub(crate) struct Encoder<'a, 's> {
    storage: &'a Storage,
    columns: &'a Columns,
    secrets: &'s mut Secrets,
    nodes: Vec<ValueParam<'a>>,
    text: String,
    texts: FxHashMap<&'a str, u32>,
    undef: Option<u32>,
    booleans: [Option<u32>; 2],
    scratch: Vec<(u16, u32)>,
    /// The attribute whose value is being encoded.
    attribute: u16,
}

impl<'a, 's> Encoder<'a, 's> {
    /// Creates an encoder with an empty arena.
    pub(crate) fn new(storage: &'a Storage, columns: &'a Columns, secrets: &'s mut Secrets) -> Self {
        Self {
            storage,
            columns,
            secrets,
            nodes: Vec::new(),
            text: String::new(),
            texts: FxHashMap::default(),
            undef: None,
            booleans: [None; 2],
            scratch: Vec::new(),
            attribute: 0,
        }
    }

    /// Adds a row. Attributes unknown to the component are omitted.
    ///
    /// # Errors
    /// Returns an error if a value cannot be encoded.
    pub(crate) fn row(&mut self, id: u32, title: &'a str, slots: &'a [Slot]) -> Result<RowParam<'a>, EncodeError> {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        for (attribute, value) in slots {
            if let Some(column) = self.columns.column(*attribute) {
                self.attribute = *attribute;
                scratch.push((column, self.value(value, 0)?));
            }
        }
        let slots = &*self.storage.slots.alloc_extend(scratch.iter().copied());
        self.scratch = scratch;
        Ok(RowParam { id, title: write(&mut self.text, title), slots })
    }

    /// Returns the arena.
    pub(crate) fn finish(self) -> Encoded<'a> {
        Encoded { values: self.nodes, text: self.text }
    }

    fn push(&mut self, node: ValueParam<'a>) -> u32 {
        self.nodes.push(node);
        // Rows contain far fewer values than this limit.
        u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX)
    }

    fn value(&mut self, value: &'a Value, depth: u32) -> Result<u32, EncodeError> {
        if depth > MAX_DEPTH {
            return Err(EncodeError::TooDeep);
        }
        Ok(match value {
            Value::Undef => match self.undef {
                Some(node) => node,
                None => *self.undef.insert(push_to(&mut self.nodes, ValueParam::Undef)),
            },
            Value::Boolean(value) => match self.booleans[usize::from(*value)] {
                Some(node) => node,
                None => {
                    let node = self.push(ValueParam::Boolean(*value));
                    self.booleans[usize::from(*value)] = Some(node);
                    node
                }
            },
            Value::Integer(value) => self.push(ValueParam::Integer(*value)),
            Value::Float(value) => self.push(ValueParam::Float(*value)),
            Value::String(text) => self.text(text),
            Value::Binary(bytes) => self.push(ValueParam::Binary(bytes)),
            Value::Array(elements) => self.array(elements, |it, element| it.value(element, depth + 1))?,
            Value::Hash(entries) => self.hash(entries, |it, value| it.value(value, depth + 1))?,
            Value::Sensitive(secret) => self.secret(secret.reveal(), depth)?,
            Value::Default => self.push(ValueParam::Other(("Default", "default"))),
            Value::Regexp(pattern) => self.push(ValueParam::Other(("Regexp", pattern))),
            Value::Reference(reference) => {
                let text = &**self.storage.texts.alloc(reference.to_string());
                self.push(ValueParam::Other(("Resource", text)))
            }
            Value::Other(other) => self.push(ValueParam::Other((&other.type_name, &other.text))),
            Value::Object(object) => {
                let text = &**self.storage.texts.alloc(value.to_string());
                let kind = if object.is_type() { "Type" } else { object.type_name.as_str() };
                self.push(ValueParam::Other((kind, text)))
            }
            Value::Deferred(call) => return Err(EncodeError::Deferred(call.name.clone())),
        })
    }

    /// Adds a secret value. The structure of arrays and hashes is passed; each leaf becomes a token.
    fn secret(&mut self, value: &'a Value, depth: u32) -> Result<u32, EncodeError> {
        if depth > MAX_DEPTH {
            return Err(EncodeError::TooDeep);
        }
        match value {
            Value::Array(elements) => self.array(elements, |it, element| it.secret(element, depth + 1)),
            Value::Hash(entries) => self.hash(entries, |it, value| it.secret(value, depth + 1)),
            Value::Sensitive(secret) => self.secret(secret.reveal(), depth + 1),
            leaf => {
                let token = self.secrets.token(leaf, self.attribute);
                Ok(self.push(ValueParam::Secret(token)))
            }
        }
    }

    fn array(
        &mut self,
        elements: &'a [Value],
        mut encode: impl FnMut(&mut Self, &'a Value) -> Result<u32, EncodeError>,
    ) -> Result<u32, EncodeError> {
        let nodes = elements.iter().map(|element| encode(self, element)).collect::<Result<Vec<_>, _>>()?;
        let nodes = &*self.storage.numbers.alloc_extend(nodes);
        Ok(self.push(ValueParam::Array(nodes)))
    }

    fn hash(
        &mut self,
        entries: &'a [(Value, Value)],
        mut encode: impl FnMut(&mut Self, &'a Value) -> Result<u32, EncodeError>,
    ) -> Result<u32, EncodeError> {
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            pairs.push((encode(self, key)?, encode(self, value)?));
        }
        let pairs = &*self.storage.pairs.alloc_extend(pairs);
        Ok(self.push(ValueParam::Hash(pairs)))
    }

    fn text(&mut self, text: &'a str) -> u32 {
        if text.len() > SHARED_TEXT {
            let span = write(&mut self.text, text);
            return self.push(ValueParam::Text(span));
        }
        if let Some(node) = self.texts.get(text) {
            return *node;
        }
        let span = write(&mut self.text, text);
        let node = self.push(ValueParam::Text(span));
        self.texts.insert(text, node);
        node
    }
}

fn push_to<'a>(nodes: &mut Vec<ValueParam<'a>>, node: ValueParam<'a>) -> u32 {
    nodes.push(node);
    u32::try_from(nodes.len() - 1).unwrap_or(u32::MAX)
}

/// A complete arena.
pub(crate) struct Encoded<'a> {
    values: Vec<ValueParam<'a>>,
    text: String,
}

impl Encoded<'_> {
    /// Returns the arena as a parameter of a call.
    pub(crate) fn as_param(&self) -> ArenaParam<'_> {
        ArenaParam { values: &self.values, text: &self.text }
    }
}

/// Appends a text to the text of an arena and returns its span. A larger arena than 4 GiB cannot be passed in any
/// case.
fn write(all: &mut String, text: &str) -> Span {
    let start = u32::try_from(all.len()).unwrap_or(u32::MAX);
    all.push_str(text);
    Span { start, length: u32::try_from(text.len()).unwrap_or(u32::MAX) }
}

/// Decoder for an arena returned by a component.
pub(crate) struct Decoder<'a> {
    arena: &'a ArenaResult,
    secrets: &'a Secrets,
    left: u32,
    /// Remaining text budget; texts can be shared like nodes.
    bytes_left: usize,
}

impl<'a> Decoder<'a> {
    /// Creates a decoder.
    pub(crate) fn new(arena: &'a ArenaResult, secrets: &'a Secrets) -> Self {
        Self { arena, secrets, left: MAX_VALUES, bytes_left: MAX_BYTES }
    }

    /// Continues with another arena of the same result. The size limits apply to all arenas of the result together.
    pub(crate) fn turn_to(&mut self, arena: &'a ArenaResult) {
        self.arena = arena;
    }

    /// Decodes the attributes of a row, ordered by attribute.
    ///
    /// # Errors
    /// Returns an error if the arena violates the contract.
    pub(crate) fn slots(&mut self, slots: &[(u16, u32)], columns: &Columns) -> Result<Vec<Slot>, ContractError> {
        let mut decoded = Vec::with_capacity(slots.len());
        for (column, node) in slots {
            decoded.push((columns.attribute(*column)?, self.value(*node)?));
        }
        decoded.sort_by_key(|(attribute, _)| *attribute);
        if decoded.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(ContractError::SlotTwice);
        }
        Ok(decoded)
    }

    /// Decodes a row of the component's own type.
    ///
    /// # Errors
    /// Returns an error if the arena violates the contract.
    pub(crate) fn row(&mut self, row: &RowResult, columns: &Columns) -> Result<Row, ContractError> {
        Ok(Row { id: row.id, title: self.text(row.title)?.into(), slots: Arc::new(self.slots(&row.slots, columns)?) })
    }

    /// Decodes a value.
    ///
    /// # Errors
    /// Returns an error if the arena violates the contract.
    pub(crate) fn value(&mut self, node: u32) -> Result<Value, ContractError> {
        self.node(node, u32::try_from(self.arena.values.len()).unwrap_or(u32::MAX), 0)
    }

    /// Decodes a text.
    ///
    /// # Errors
    /// Returns an error if the arena violates the contract or the total text is too long.
    pub(crate) fn text(&mut self, span: Span) -> Result<&'a str, ContractError> {
        let start = span.start as usize;
        let text = self.arena.text.get(start..start.saturating_add(span.length as usize));
        let text = text.ok_or(ContractError::UnknownText)?;
        self.spend(text.len())?;
        Ok(text)
    }

    fn node(&mut self, index: u32, before: u32, depth: u32) -> Result<Value, ContractError> {
        let values = &self.arena.values;
        if index as usize >= values.len() {
            return Err(ContractError::UnknownValue { index, length: values.len() });
        }
        if index >= before {
            return Err(ContractError::Order);
        }
        if depth > MAX_DEPTH {
            return Err(ContractError::TooDeep);
        }
        self.left = self.left.checked_sub(1).ok_or(ContractError::TooManyValues)?;
        Ok(match &values[index as usize] {
            ValueResult::Undef => Value::Undef,
            ValueResult::Boolean(value) => Value::Boolean(*value),
            ValueResult::Integer(value) => Value::Integer(*value),
            ValueResult::Float(value) => Value::Float(*value),
            ValueResult::Text(span) => Value::from(self.text(*span)?),
            ValueResult::Binary(bytes) => {
                self.spend(bytes.len())?;
                Value::Binary(bytes.clone())
            }
            ValueResult::Array(elements) => {
                let mut decoded = Vec::with_capacity(elements.len().min(self.left as usize));
                for element in elements {
                    decoded.push(self.node(*element, index, depth + 1)?);
                }
                Value::Array(decoded)
            }
            ValueResult::Hash(entries) => {
                let mut decoded = Vec::with_capacity(entries.len().min(self.left as usize));
                for (key, value) in entries {
                    decoded.push((self.node(*key, index, depth + 1)?, self.node(*value, index, depth + 1)?));
                }
                Value::Hash(decoded)
            }
            ValueResult::Secret(token) => {
                let secret = self.secrets.reveal(*token).ok_or(ContractError::UnknownSecret)?;
                self.spend(match secret {
                    Value::String(text) => text.len(),
                    Value::Binary(bytes) => bytes.len(),
                    _ => 0,
                })?;
                Value::Sensitive(Sensitive::new(secret.clone()))
            }
            ValueResult::Other((kind, text)) => {
                self.spend(kind.len() + text.len())?;
                other(kind, text)
            }
        })
    }

    fn spend(&mut self, bytes: usize) -> Result<(), ContractError> {
        self.bytes_left = self.bytes_left.checked_sub(bytes).ok_or(ContractError::TooMuchText)?;
        Ok(())
    }
}

fn other(kind: &str, text: &str) -> Value {
    match kind {
        "Default" => Value::Default,
        "Regexp" => Value::Regexp(text.to_owned()),
        "Resource" => match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((type_name, title)) => ResourceRef::new(type_name, title).into(),
            None => Value::other(kind, text),
        },
        _ => Value::other(kind, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(values: Vec<ValueResult>) -> Result<Value, ContractError> {
        decode_with(values, String::new())
    }

    fn decode_with(values: Vec<ValueResult>, text: String) -> Result<Value, ContractError> {
        let secrets = Secrets::default();
        let last = u32::try_from(values.len() - 1).unwrap();
        Decoder::new(&ArenaResult { values, text }, &secrets).value(last)
    }

    #[test]
    fn text_span_must_lie_on_character_boundaries_of_the_arena() {
        let decode = |start, length| decode_with(vec![ValueResult::Text(Span { start, length })], "aé☃".into());
        assert_eq!(decode(1, 2), Ok("é".into()));
        assert_eq!(decode(6, 0), Ok("".into()));
        for (start, length) in [(2, 1), (1, 1), (0, 7), (7, 0), (u32::MAX, u32::MAX)] {
            assert_eq!(decode(start, length), Err(ContractError::UnknownText), "{start} {length}");
        }
    }

    #[test]
    fn value_before_its_elements_is_rejected() {
        assert_eq!(decode(vec![ValueResult::Array(vec![0])]), Err(ContractError::Order));
        let unknown = ContractError::UnknownValue { index: 7, length: 1 };
        assert_eq!(decode(vec![ValueResult::Array(vec![7])]), Err(unknown));
    }

    #[test]
    fn expansion_of_shared_values_is_limited() {
        let mut nodes = vec![ValueResult::Undef];
        for index in 0..60 {
            nodes.push(ValueResult::Array(vec![index; 2]));
        }
        assert_eq!(decode(nodes), Err(ContractError::TooManyValues));
    }

    #[test]
    fn expansion_of_shared_texts_is_limited() {
        let text = ValueResult::Text(Span { start: 0, length: 1 << 20 });
        let nodes = vec![text, ValueResult::Array(vec![0; 65])];
        assert_eq!(decode_with(nodes, "x".repeat(1 << 20)), Err(ContractError::TooMuchText));
    }

    #[test]
    fn nesting_depth_is_limited() {
        let mut nodes = vec![ValueResult::Undef];
        nodes.extend((0..100).map(|index| ValueResult::Array(vec![index])));
        assert_eq!(decode(nodes), Err(ContractError::TooDeep));
    }

    #[test]
    fn unknown_secret_token_is_rejected() {
        assert!(decode(vec![ValueResult::Secret(99)]).is_err());
    }

    #[test]
    fn leaves_of_a_secret_array_are_encoded_as_tokens() {
        let secret = Value::Array(vec!["one".into(), Value::Hash(vec![("key".into(), "two".into())])]);
        let slots: Vec<Slot> = vec![(3, Value::Sensitive(Sensitive::new(secret)))];
        let (storage, columns, mut secrets) = (Storage::default(), Columns::own(4), Secrets::default());
        let mut encoder = Encoder::new(&storage, &columns, &mut secrets);
        let row = encoder.row(1, "x", &slots).unwrap();
        assert_eq!(row.slots, [(3, 4)]);
        let nodes = encoder.finish().values;
        assert!(matches!(nodes[4], ValueParam::Array([0, 3])) && matches!(nodes[3], ValueParam::Hash([(1, 2)])));
        assert!(nodes[..3].iter().all(|node| matches!(node, ValueParam::Secret(_))));
        assert_eq!((secrets.reveal(1), secrets.attributes(1)), (Some(&"one".into()), &[3][..]));
    }

    #[test]
    fn equal_texts_are_encoded_once() {
        let slots: Vec<Slot> = vec![(0, "root".into()), (1, "root".into()), (2, true.into()), (3, true.into())];
        let (storage, columns, mut secrets) = (Storage::default(), Columns::own(4), Secrets::default());
        let mut encoder = Encoder::new(&storage, &columns, &mut secrets);
        let row = encoder.row(1, "x", &slots).unwrap();
        assert_eq!(row.slots, [(0, 0), (1, 0), (2, 1), (3, 1)]);
        let arena = encoder.finish();
        assert_eq!((arena.values.len(), arena.text.as_str()), (2, "rootx"));
    }

    #[test]
    fn columns_of_a_foreign_type_are_mapped() {
        let columns = Columns::foreign(4, &[2, 0]);
        assert_eq!(columns.column(2), Some(0));
        assert_eq!(columns.column(1), None);
        assert_eq!(columns.attribute(1), Ok(0));
        assert!(columns.attribute(2).is_err());
    }
}
