//! Owns the values that a manifest may spell in several ways, and Puppet's words for those that can't be.

use marotte_sdk::{AttributeValue, Value};

/// The number of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gid(pub i64);

impl AttributeValue for Gid {
    fn from_value(value: Value) -> Result<Self, String> {
        match value {
            Value::Integer(number) => Ok(Self(number)),
            Value::Text(text) => integer(&text).map(Self).ok_or_else(|| format!("Invalid GID {text}")),
            other => Err(format!("Invalid GID: expects a number, got {}", other.type_name())),
        }
    }

    fn into_value(self) -> Value {
        self.0.into()
    }
}

/// Returns the number that a text spells, as Ruby reads it: after a leading 0 the digits are octal.
fn integer(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
    i64::from_str_radix(digits, radix).ok().map(|number| sign * number)
}

/// Names of users.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl AttributeValue for Names {
    fn from_value(value: Value) -> Result<Self, String> {
        let elements = match value {
            Value::Array(elements) => elements,
            one => vec![one],
        };
        let mut names = Vec::new();
        for element in elements {
            match element {
                // Puppet: a text may be several names, with commas between them.
                Value::Text(text) => names.extend(text.split(',').map(|name| name.trim().to_owned())),
                other => return Err(format!("expects a name or a list of names, got {}", other.type_name())),
            }
        }
        if names.iter().any(String::is_empty) {
            return Err("the name of a member is empty; for no members give an empty list".to_owned());
        }
        Ok(Self(names))
    }

    fn into_value(self) -> Value {
        self.0.into()
    }
}
