//! Values with several forms in manifests, and Puppet's messages for invalid values.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The number of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Gid(pub i64);

impl Gid {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        value.whole_number().map(Self).ok_or_else(|| match value {
            Value::Text(text) => format!("Invalid GID {text}").into(),
            other => format!("Invalid GID: expects a number, got {}", other.type_name()).into(),
        })
    }
}

/// Names of users.
#[derive(Debug, Clone, Default, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Names(pub Vec<String>);

impl Names {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let elements = match value {
            Value::Array(elements) => elements,
            one => vec![one],
        };
        let mut names = Vec::new();
        for element in elements {
            match element {
                // Puppet: a text may contain several names separated by commas.
                Value::Text(text) => names.extend(text.split(',').map(|name| name.trim().to_owned())),
                other => return Err(format!("expects a name or a list of names, got {}", other.type_name()).into()),
            }
        }
        if names.iter().any(String::is_empty) {
            return Err("the name of a member cannot be empty; use an empty list for no members".into());
        }
        Ok(Self(names))
    }
}
