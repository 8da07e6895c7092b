//! Answers to questions of Ruby code about data types and values, which do not depend on a catalog.

use std::rc::Rc;

use datatype::{Builtins, Type, mismatch};
use ruby::interpreter::{HostObjects, decode, encode};
use ruby::yaml::FromYaml as _;
use ruby::{Data, ForeignValue};
use serde_json::Value as Json;
use value::{Value, class_name, to_data, to_value};

/// Returns an empty list of the objects that Ruby code refers to. Data types share a number if they are equal; their texts do
/// not show everything.
#[must_use]
pub fn host_objects() -> HostObjects {
    HostObjects::comparing(|one, other| {
        one.downcast_ref::<Value>().is_some_and(|one| other.downcast_ref::<Value>() == Some(one))
    })
}

/// Answers a question about data types; `None` for any other question. Only the built-in data types are known.
///
/// # Errors
/// Returns an error if a text is not a data type, or the question has an unknown object.
pub fn answer_about_types(question: &Json, objects: &mut HostObjects) -> Option<Result<Json, String>> {
    if text_of(question, "do") == "type" {
        let parsed = Type::parse(text_of(question, "text"), &mut Builtins);
        return Some(
            parsed.map_err(|issue| issue.message).map(|data_type| encoded(&Value::data_type(data_type), objects)),
        );
    }
    answer_about_known_types(question, objects).transpose()
}

/// Answers a question about data types that were parsed before; `None` for any other question.
///
/// # Errors
/// Returns an error if the question has an unknown object.
pub(crate) fn answer_about_known_types(question: &Json, objects: &mut HostObjects) -> Result<Option<Json>, String> {
    let value = |objects: &HostObjects| checked(question["value"].clone(), objects);
    let answer = match text_of(question, "do") {
        "infer" => Type::infer(&value(objects)?),
        "infer_set" => Type::infer_set(&value(objects)?),
        "generalize" => type_of(question, "type", objects)?.generalize(),
        "is_instance" => return Ok(Some(type_of(question, "type", objects)?.is_instance(&value(objects)?).into())),
        "is_assignable" => {
            let other = type_of(question, "other", objects)?;
            return Ok(Some(type_of(question, "type", objects)?.is_assignable(&other).into()));
        }
        "mismatch" => {
            let subject = format!("{} has wrong type,", text_of(question, "subject"));
            let found = mismatch::assert_instance(&subject, &type_of(question, "type", objects)?, &value(objects)?);
            return Ok(Some(found.err().map(|mismatch| mismatch.to_string()).into()));
        }
        "type_mismatch" => {
            let (expected, actual) = (type_of(question, "type", objects)?, type_of(question, "other", objects)?);
            return Ok(Some(mismatch::describe(text_of(question, "subject"), &expected, &actual).into()));
        }
        _ => return Ok(None),
    };
    Ok(Some(encoded(&Value::data_type(answer), objects)))
}

fn type_of(question: &Json, key: &str, objects: &HostObjects) -> Result<Type, String> {
    match object(question, key, objects)? {
        Value::Type(data_type) => Ok(Type::clone(&data_type)),
        _ => Err("the object is not a data type".to_owned()),
    }
}

/// Returns the object with the number in a question.
///
/// # Errors
/// Returns an error if there is no such object.
pub(crate) fn object(question: &Json, key: &str, objects: &HostObjects) -> Result<Value, String> {
    let number = question[key].as_u64().and_then(|number| usize::try_from(number).ok());
    let value = number.and_then(|number| objects.get(number)?.handle.downcast_ref::<Value>());
    value.cloned().ok_or_else(|| "Ruby code passed an unknown object".to_owned())
}

/// Returns a value in the form of requests.
pub(crate) fn encoded(value: &Value, objects: &mut HostObjects) -> Json {
    encode(&to_data(value), objects)
}

/// Returns a value from the form of replies.
///
/// # Errors
/// Returns an error if the form is unknown.
pub(crate) fn decoded(json: Json, objects: &HostObjects) -> Result<Value, String> {
    let data = decode(json, objects, &binary).map_err(|error| error.to_string())?;
    Ok(to_value(data))
}

/// Returns a value that is only checked: symbols have the type `Runtime`, as in Puppet.
fn checked(json: Json, objects: &HostObjects) -> Result<Value, String> {
    let data = decode(json, objects, &binary).map_err(|error| error.to_string())?;
    Ok(to_value(with_symbols(data)))
}

/// Replaces symbols by objects.
fn with_symbols(data: Data) -> Data {
    match data {
        Data::Symbol(name) if name != "default" => {
            let value = Value::symbol(&name);
            Data::Foreign(ForeignValue { class: "Symbol".to_owned(), text: name, handle: Rc::new(value) })
        }
        Data::Array(elements) => Data::Array(elements.into_iter().map(with_symbols).collect()),
        Data::Hash(entries) => {
            let entries = entries.into_iter().map(|(key, value)| (with_symbols(key), with_symbols(value)));
            Data::Hash(entries.collect())
        }
        Data::Sensitive(inner) => Data::Sensitive(Box::new(with_symbols(*inner))),
        other => other,
    }
}

/// Returns the object for bytes in a reply.
fn binary(bytes: Vec<u8>) -> ForeignValue {
    let value = Value::Binary(bytes.into());
    ForeignValue { class: class_name(&value), text: value.text().to_string(), handle: Rc::new(value) }
}

/// Returns a text of a question; empty for anything else.
pub(crate) fn text_of<'q>(question: &'q Json, key: &str) -> &'q str {
    question[key].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_parsed_and_checked() {
        let mut objects = host_objects();
        let mut ask = |question: Json| answer_about_types(&question, &mut objects).unwrap();
        let parsed = ask(json!({ "do": "type", "text": "Optional[Integer[1]]" })).unwrap();
        assert_eq!(parsed[2], "Optional[Integer[1]]");
        let number = parsed[3].clone();
        assert_eq!(ask(json!({ "do": "is_instance", "type": number, "value": 2 })).unwrap(), true);
        assert_eq!(ask(json!({ "do": "is_instance", "type": number, "value": ["a", 2] })).unwrap(), false);
        let other = ask(json!({ "do": "infer_set", "value": "x" })).unwrap();
        let described =
            ask(json!({ "do": "type_mismatch", "subject": "it", "type": number, "other": other[3] })).unwrap();
        assert!(described.as_str().unwrap().contains("Integer"), "{described}");
        assert!(ask(json!({ "do": "type", "text": "Integer[" })).is_err());
        // A symbol is not a string, and the value of a string is part of its type.
        let string = ask(json!({ "do": "type", "text": "Enum[x]" })).unwrap()[3].clone();
        assert_eq!(ask(json!({ "do": "is_instance", "type": string, "value": ["y", "x"] })).unwrap(), false);
        let other = ask(json!({ "do": "infer_set", "value": "z" })).unwrap();
        let described =
            ask(json!({ "do": "type_mismatch", "subject": "it", "type": string, "other": other[3] })).unwrap();
        assert_eq!(described, "it expects a match for Enum['x'], got 'z'");
        assert!(ask(json!({ "do": "is_instance", "type": 99, "value": 2 })).is_err());
        assert!(answer_about_types(&json!({ "do": "which" }), &mut objects).is_none());
    }
}
