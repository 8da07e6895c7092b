//! The interface of an interpreter for Ruby code of modules, and the form of values in its requests and replies.
//!
//! Numbers, strings, booleans and `null` are written as such in JSON; everything else is an array whose first element is the
//! kind: `["a", …]` array, `["h", key, value, …]` hash, `["y", name]` symbol, `["f", text]` float that is not finite,
//! `["b", base64]` bytes, `["r", source]` regular expression, `["s", value]` secret, and `["o", class, text, number]` object of the
//! host.

use std::any::Any;
use std::rc::Rc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value as Json;
use thiserror::Error;

use crate::number::float_text;
use crate::{Data, ForeignValue};

/// An interpreter for Ruby code. Requests and replies are JSON texts.
pub trait RubyInterpreter {
    /// Returns a number that changes when the interpreter was restarted, and code has to be loaded again.
    ///
    /// # Errors
    /// Returns an error if the interpreter cannot be started.
    fn generation(&self) -> Result<u64, String>;

    /// Calls Ruby. May be called again while the caller answers a question.
    ///
    /// # Errors
    /// Returns an error if the interpreter stopped, or a limit was exceeded. Errors of Ruby code are part of the reply.
    fn call(&self, request: String, caller: &mut dyn RubyCaller) -> Result<String, String>;
}

/// A message of Ruby to its caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RubyMessage {
    /// The reply to the request.
    Reply(String),
    /// A question, which has to be answered.
    Question(String),
}

/// An interpreter whose questions are answered one by one. `print` receives the lines that Ruby code prints.
pub trait RubyDialogue {
    /// Sends a request and returns the reply or the first question.
    ///
    /// # Errors
    /// Returns an error if the interpreter stopped, or a limit was exceeded.
    fn begin(&self, request: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String>;

    /// Answers the last question and returns the reply or the next question.
    ///
    /// # Errors
    /// As for [`RubyDialogue::begin`].
    fn resume(&self, answer: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String>;

    /// Returns whether the interpreter stopped, and another one has to be started.
    fn is_lost(&self) -> bool;
}

/// What Ruby code asks of its caller.
pub trait RubyCaller {
    /// Answers a question.
    fn answer(&mut self, question: &str) -> String;

    /// Receives a line that Ruby code printed.
    fn print(&mut self, line: &str);
}

/// A reply that does not contain a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("Ruby's library returned an unknown value: {0}")]
pub struct UnknownValue(String);

/// Returns whether two objects of the host are equal.
pub type ObjectEquality = fn(&dyn Any, &dyn Any) -> bool;

/// Objects of the host that Ruby code refers to by number.
#[derive(Debug, Default)]
pub struct HostObjects {
    objects: Vec<ForeignValue>,
    is_equal: Option<ObjectEquality>,
}

impl HostObjects {
    /// Returns an empty list. Data types with equal texts share a number only if this function finds them equal.
    #[must_use]
    pub fn comparing(is_equal: ObjectEquality) -> Self {
        Self { objects: Vec::new(), is_equal: Some(is_equal) }
    }

    /// Returns the object with a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&ForeignValue> {
        self.objects.get(number)
    }

    /// Adds an object, unless it is one of the last, and returns its number.
    pub fn add(&mut self, object: &ForeignValue) -> usize {
        let is_equal = |known: &ForeignValue| {
            known == object && self.is_equal.is_none_or(|is_equal| is_equal(&*known.handle, &*object.handle))
        };
        let is_known =
            |known: &ForeignValue| Rc::ptr_eq(&known.handle, &object.handle) || (is_type(object) && is_equal(known));
        match self.objects.iter().rev().take(RECENT).position(is_known) {
            Some(distance) => self.objects.len() - 1 - distance,
            None => {
                self.objects.push(object.clone());
                self.objects.len() - 1
            }
        }
    }
}

/// The number of objects that are searched for an equal one.
const RECENT: usize = 64;

/// Returns whether an object is a data type. Equal data types share a number.
fn is_type(object: &ForeignValue) -> bool {
    object.class.starts_with("Puppet::Pops::Types::P") && object.class.ends_with("Type")
}

/// Returns bytes in the form of answers: a string if they are UTF-8.
#[must_use]
pub fn encode_bytes(bytes: &[u8]) -> Json {
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => Json::from(vec!["b".to_owned(), BASE64_STANDARD.encode(bytes)]),
    }
}

/// Decodes bytes in a question: a JSON string, or an array as [`encode_bytes`] returns it. Returns `None` for any other value.
#[must_use]
pub fn decode_bytes(json: &Json) -> Option<Vec<u8>> {
    match json {
        Json::String(text) => Some(text.as_bytes().to_vec()),
        encoded => BASE64_STANDARD.decode(encoded[1].as_str()?).ok(),
    }
}

/// Converts data to its form in requests.
pub fn encode(data: &Data, objects: &mut HostObjects) -> Json {
    let tagged = |kind: &str, rest: Vec<Json>| Json::Array([Json::from(kind)].into_iter().chain(rest).collect());
    let text = |text: &str| vec![Json::from(text)];
    match data {
        Data::Nil => Json::Null,
        Data::Boolean(value) => Json::from(*value),
        Data::Integer(number) => Json::from(*number),
        Data::Float(number) if number.is_finite() => Json::from(*number),
        Data::Float(number) => tagged("f", text(&float_text(*number))),
        Data::Symbol(name) => tagged("y", text(name)),
        Data::String(content) => Json::from(content.as_str()),
        Data::Array(elements) => tagged("a", elements.iter().map(|element| encode(element, objects)).collect()),
        Data::Hash(entries) => {
            let entries = entries.iter().flat_map(|(key, value)| [encode(key, objects), encode(value, objects)]);
            tagged("h", entries.collect())
        }
        Data::Regexp(source) => tagged("r", text(source)),
        Data::Sensitive(secret) => tagged("s", vec![encode(secret, objects)]),
        Data::Foreign(object) => {
            let number = objects.add(object);
            tagged("o", vec![object.class.as_str().into(), object.text.as_str().into(), number.into()])
        }
        Data::Shared(_, inner) => encode(inner, objects),
    }
}

/// Converts the form in replies to data. `bytes` makes the object for bytes.
///
/// # Errors
/// Returns an error if the form is unknown.
pub fn decode(
    json: Json,
    objects: &HostObjects,
    bytes: &dyn Fn(Vec<u8>) -> ForeignValue,
) -> Result<Data, UnknownValue> {
    Ok(match json {
        Json::Null => Data::Nil,
        Json::Bool(value) => Data::Boolean(value),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => Data::Integer(integer),
            (None, Some(float)) => Data::Float(float),
            (None, None) => return Err(UnknownValue(number.to_string())),
        },
        Json::String(text) => Data::String(text),
        Json::Object(_) => return Err(UnknownValue("an object".to_owned())),
        Json::Array(parts) => {
            let mut parts = parts.into_iter();
            let kind = parts.next().unwrap_or_default();
            let invalid = || UnknownValue(kind.to_string());
            let kind = kind.as_str().unwrap_or_default();
            let mut next = || parts.next().ok_or_else(invalid);
            let text = |part: Json| part.as_str().map(str::to_owned).ok_or_else(invalid);
            match kind {
                "y" => Data::Symbol(text(next()?)?),
                "f" => Data::Float(text(next()?)?.replace("Infinity", "inf").parse().map_err(|_| invalid())?),
                "b" => Data::Foreign(bytes(BASE64_STANDARD.decode(text(next()?)?).map_err(|_| invalid())?)),
                "r" => Data::Regexp(text(next()?)?),
                "s" => Data::Sensitive(Box::new(decode(next()?, objects, bytes)?)),
                "o" => {
                    let number = parts.nth(2).and_then(|number| usize::try_from(number.as_u64()?).ok());
                    Data::Foreign(number.and_then(|number| objects.get(number)).ok_or_else(invalid)?.clone())
                }
                "a" => Data::Array(parts.map(|part| decode(part, objects, bytes)).collect::<Result<_, _>>()?),
                "h" => {
                    let mut entries = Vec::with_capacity(parts.len() / 2);
                    while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                        entries.push((decode(key, objects, bytes)?, decode(value, objects, bytes)?));
                    }
                    Data::Hash(entries)
                }
                _ => return Err(invalid()),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    fn object(class: &str, text: &str) -> ForeignValue {
        ForeignValue { class: class.to_owned(), text: text.to_owned(), handle: Rc::new(()) }
    }

    fn decoded(json: Json, objects: &HostObjects) -> Result<Data, UnknownValue> {
        decode(json, objects, &|bytes| object("Binary", &format!("{bytes:?}")))
    }

    #[test]
    fn values_survive_the_exchange() {
        let mut objects = HostObjects::default();
        let value = Data::Array(vec![
            Data::Nil,
            Data::Boolean(true),
            Data::Integer(i64::MIN),
            Data::Float(1.0),
            Data::Float(f64::NEG_INFINITY),
            Data::Symbol("default".to_owned()),
            Data::Regexp("a".to_owned()),
            Data::Hash(vec![(Data::Integer(1), Data::String("a".to_owned())), (Data::Nil, Data::Array(vec![]))]),
            Data::Sensitive(Box::new(Data::String("secret".to_owned()))),
            Data::Foreign(object("Puppet::Pops::Types::PStringType", "String")),
        ]);
        let json = encode(&value, &mut objects);
        assert_eq!(decoded(json, &objects), Ok(value));
    }

    #[test]
    fn bytes_are_made_by_the_caller() {
        let json = serde_json::json!(["b", "AP8="]);
        assert_eq!(decoded(json, &HostObjects::default()), Ok(Data::Foreign(object("Binary", "[0, 255]"))));
    }

    #[test]
    fn bytes_that_are_not_utf_8_have_another_form() {
        for bytes in [&b"plain"[..], b"", &[0xff, 0]] {
            assert_eq!(decode_bytes(&encode_bytes(bytes)).as_deref(), Some(bytes));
        }
        assert_eq!(encode_bytes(&[0xff]), serde_json::json!(["b", "/w=="]));
        for other in [serde_json::json!(1), serde_json::json!(["b", "?"]), Json::Null] {
            assert_eq!(decode_bytes(&other), None);
        }
    }

    #[test]
    fn unknown_forms_are_errors() {
        for json in
            ["{}", "[]", "[1]", r#"["z", 1]"#, r#"["o", "a", "b", 7]"#, r#"["b", "?"]"#, r#"["s"]"#, r#"["y", 1]"#]
        {
            assert!(decoded(serde_json::from_str(json).unwrap(), &HostObjects::default()).is_err(), "{json}");
        }
    }

    #[test]
    fn equal_types_have_one_number() {
        let mut objects = HostObjects::default();
        let string = object("Puppet::Pops::Types::PStringType", "String");
        assert_eq!(objects.add(&string), objects.add(&object("Puppet::Pops::Types::PStringType", "String")));
        let mut strict = HostObjects::comparing(|_, _| false);
        assert_ne!(strict.add(&string), strict.add(&object("Puppet::Pops::Types::PStringType", "String")));
        // Contexts of data functions have equal texts.
        assert_ne!(
            objects.add(&object("Context", "")),
            objects.add(&ForeignValue { handle: Rc::new(1), ..object("Context", "") })
        );
    }
}
