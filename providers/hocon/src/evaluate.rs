//! The value of a setting: fields with one name are merged, parts are joined, and references are resolved.

use marotte_sdk::Value as Data;
use marotte_sdk::prelude::*;

use crate::setting::{key_text, number};
use crate::syntax::{Array, Document, Field, Node, Object, Part, Reference, Value};

/// The maximum number of references in references.
const DEPTH: usize = 100;

/// Returns the value of a setting; `None` if the file does not set it.
///
/// # Errors
/// Returns an error if a reference in it cannot be resolved, or it joins values of different kinds.
pub(crate) fn value_of(document: &Document, path: &[String]) -> Result<Option<Data>> {
    Evaluation { document, open: Vec::new() }.setting(path)
}

/// Returns the evaluated value in a file; `None` if it consists of references to settings that do not exist.
///
/// # Errors
/// Returns an error like [`value_of`].
pub(crate) fn value_in<'d>(document: &'d Document, value: &'d Value) -> Result<Option<Data>> {
    Evaluation { document, open: Vec::new() }.value(value)
}

struct Evaluation<'d> {
    document: &'d Document,
    /// The settings that are being evaluated, with their values so far.
    open: Vec<(Vec<String>, Option<Data>)>,
}

impl<'d> Evaluation<'d> {
    fn setting(&mut self, path: &[String]) -> Result<Option<Data>> {
        if self.open.len() > DEPTH {
            return Err(Error::invalid(format!("The setting '{}' refers to itself", path.join("."))));
        }
        self.open.push((path.to_owned(), None));
        let document = self.document;
        let result = self.fields(&document.root, path);
        let value = self.open.pop().and_then(|(_, value)| value);
        result.map(|()| value)
    }

    /// Merges the fields of an object into the value of the innermost setting, whose path in the object this is.
    fn fields(&mut self, object: &'d Object, path: &[String]) -> Result<()> {
        for node in &object.0 {
            let Node::Field(field) = node else { continue };
            if let Some(rest) = path.strip_prefix(&*field.path) {
                match &field.value {
                    Value::Object(inner) if !rest.is_empty() => self.fields(inner, rest)?,
                    _ => {
                        let value = self.field(field)?;
                        let Some(value) = value else { continue };
                        let inner = rest.iter().try_fold(value, |value, key| member(value, key));
                        self.merge(inner);
                    }
                }
            } else if let Some(rest) = field.path.strip_prefix(path) {
                let value = self.field(field)?;
                let wrap = |value, key: &String| Data::Hash(vec![(Data::Text(key.clone()), value)]);
                self.merge(value.map(|value| rest.iter().rev().fold(value, wrap)));
            }
        }
        Ok(())
    }

    /// Returns the value of a field, which can be added to earlier ones.
    fn field(&mut self, field: &'d Field) -> Result<Option<Data>> {
        let value = self.value(&field.value)?;
        if !field.adds {
            return Ok(value);
        }
        let mut elements = match self.open.last() {
            Some((_, Some(Data::Array(known)))) => known.clone(),
            _ => Vec::new(),
        };
        elements.extend(value);
        Ok(Some(Data::Array(elements)))
    }

    fn merge(&mut self, value: Option<Data>) {
        if let Some((_, known)) = self.open.last_mut() {
            *known = match (known.take(), value) {
                (Some(known), Some(value)) => Some(merged(known, value)),
                // An earlier object has no such member any more.
                (_, value) => value,
            };
        }
    }

    fn value(&mut self, value: &'d Value) -> Result<Option<Data>> {
        match value {
            Value::Object(object) => self.object(object).map(Some),
            Value::Array(array) => self.array(array).map(Some),
            Value::Joined(parts) => self.joined(parts),
        }
    }

    fn object(&mut self, object: &'d Object) -> Result<Data> {
        // Fields are merged as for a setting whose path in the object is empty.
        self.open.push((Vec::new(), Some(Data::Hash(Vec::new()))));
        let result = self.fields(object, &[]);
        let value = self.open.pop().and_then(|(_, value)| value);
        result.map(|()| value.unwrap_or_default())
    }

    fn array(&mut self, array: &'d Array) -> Result<Data> {
        let mut elements = Vec::new();
        for node in &array.0 {
            if let Node::Element(value) = node {
                elements.extend(self.value(value)?);
            }
        }
        Ok(Data::Array(elements))
    }

    fn joined(&mut self, parts: &'d [Part]) -> Result<Option<Data>> {
        if let [part] = parts {
            return self.part(part);
        }
        let mut result: Option<Data> = None;
        let mut space = "";
        for part in parts {
            if let Part::Space(text) = part {
                space = text;
                continue;
            }
            let text = match part {
                // The digits of a number remain.
                Part::Bare(text) => Some(Data::Text(text.clone())),
                other => self.part(other)?,
            };
            result = match (result, text) {
                (None, value) => value,
                (value, None) => value,
                (Some(Data::Array(mut one)), Some(Data::Array(other))) => {
                    one.extend(other);
                    Some(Data::Array(one))
                }
                (Some(one @ Data::Hash(_)), Some(other @ Data::Hash(_))) => Some(merged(one, other)),
                (Some(one), Some(other)) => match (scalar(&one), scalar(&other)) {
                    (Some(one), Some(other)) => Some(Data::Text(format!("{one}{space}{other}"))),
                    _ => return Err(Error::invalid("An array or object is joined with a value of another kind")),
                },
            };
            space = "";
        }
        Ok(result)
    }

    fn part(&mut self, part: &'d Part) -> Result<Option<Data>> {
        Ok(match part {
            Part::Quoted(_, meaning) => Some(Data::Text(meaning.clone())),
            Part::Bare(text) => Some(bare(text)),
            Part::Space(text) => Some(Data::Text(text.clone())),
            Part::Object(object) => Some(self.object(object)?),
            Part::Array(array) => Some(self.array(array)?),
            Part::Reference(reference) => self.reference(reference)?,
        })
    }

    fn reference(&mut self, reference: &Reference) -> Result<Option<Data>> {
        // A setting that refers to itself means its earlier value.
        let value = match self.open.iter().rev().find(|(path, _)| *path == reference.path) {
            Some((_, earlier)) => earlier.clone(),
            None => self.setting(&reference.path)?,
        };
        match value {
            None if !reference.is_optional => {
                Err(Error::invalid(format!("Could not resolve the reference {} to a value", reference.text)))
            }
            value => Ok(value),
        }
    }
}

/// Returns a member of an object.
fn member(value: Data, key: &str) -> Option<Data> {
    match value {
        Data::Hash(entries) => entries.into_iter().find(|(name, _)| key_text(name) == key).map(|(_, value)| value),
        _ => None,
    }
}

/// Merges two objects; of other values, the second one remains.
fn merged(one: Data, other: Data) -> Data {
    match (one, other) {
        (Data::Hash(mut entries), Data::Hash(others)) => {
            for (key, value) in others {
                match entries.iter_mut().find(|(name, _)| *name == key) {
                    Some((_, known)) => *known = merged(std::mem::take(known), value),
                    None => entries.push((key, value)),
                }
            }
            Data::Hash(entries)
        }
        (_, other) => other,
    }
}

/// Returns the value of a word.
fn bare(text: &str) -> Data {
    match text {
        "true" => Data::Boolean(true),
        "false" => Data::Boolean(false),
        "null" => Data::Undef,
        _ if text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E')) => {
            let is_number =
                text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') && !text.ends_with('.');
            let number = number(text).filter(|_| is_number);
            number.unwrap_or_else(|| Data::Text(text.to_owned()))
        }
        _ => Data::Text(text.to_owned()),
    }
}

/// Returns the text of a value that can be joined with texts.
fn scalar(value: &Data) -> Option<String> {
    match value {
        Data::Undef => Some("null".to_owned()),
        Data::Array(_) | Data::Hash(_) => None,
        other => Some(key_text(other)),
    }
}
