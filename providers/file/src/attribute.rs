//! Values of attributes other than strings and numbers: contents, owners, permissions, backups. Invalid values
//! are rejected on conversion, with Puppet's messages.

use marotte_sdk::system::{Form, Part};
use marotte_sdk::{AttributeValue, InvalidValue, Secret, Value};

use crate::mode::Permissions;

/// The desired content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A secret.
    Secret(Secret),
}

impl Content {
    /// Returns the content as part of a body.
    pub(crate) fn part(&self) -> Part {
        match self {
            Self::Text(text) => Part::Text(text.clone()),
            Self::Bytes(bytes) => Part::Bytes(bytes.clone()),
            Self::Secret(secret) => secret.part(Form::Raw),
        }
    }

    /// Returns the size in bytes; `None` for a secret.
    pub(crate) fn size(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.len()),
            Self::Bytes(bytes) => Some(bytes.len()),
            Self::Secret(_) => None,
        }
    }

    /// Returns whether the value is secret.
    pub(crate) fn is_secret(&self) -> bool {
        matches!(self, Self::Secret(_))
    }
}

impl AttributeValue for Content {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Text(text) => Ok(Self::Text(text)),
            Value::Binary(bytes) => Ok(Self::Bytes(bytes)),
            Value::Secret(secret) => Ok(Self::Secret(secret)),
            Value::Integer(number) => Ok(Self::Text(number.to_string())),
            Value::Boolean(boolean) => Ok(Self::Text(boolean.to_string())),
            // Puppet: only the last element of a list is written.
            Value::Array(mut values) => match values.pop() {
                Some(value) => Self::from_value(value),
                None => Ok(Self::Text(String::new())),
            },
            other => Err(format!("content must be a String or a Binary, got {}", other.type_name()).into()),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Text(text) => Value::Text(text),
            Self::Bytes(bytes) => Value::Binary(bytes),
            Self::Secret(secret) => Value::Secret(secret),
        }
    }
}

/// A user or a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// By name.
    Name(String),
    /// By number.
    Id(u32),
}

impl AttributeValue for Identity {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Integer(number) => u32::try_from(number)
                .map(Self::Id)
                .map_err(|_| format!("{number} is not a valid user or group ID").into()),
            Value::Text(text) => match text.parse() {
                Ok(number) => Ok(Self::Id(number)),
                Err(_) => Ok(Self::Name(text)),
            },
            other => Err(format!("expects a name or a number, got {}", other.type_name()).into()),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Name(name) => Value::Text(name),
            Self::Id(id) => Value::Integer(id.into()),
        }
    }
}

/// Permissions as text and in parsed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    /// The text in the manifest.
    pub text: String,
    /// The parsed permissions.
    pub permissions: Permissions,
}

impl Mode {
    /// Creates octal permissions.
    pub(crate) fn new(bits: u32) -> Self {
        let permissions = Permissions::Octal(bits);
        Self { text: permissions.text(), permissions }
    }
}

impl AttributeValue for Mode {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let Value::Text(text) = value else {
            return Err(format!("The file mode specification must be a string, not '{}'", value.type_name()).into());
        };
        match Permissions::parse(&text) {
            Some(permissions) => Ok(Self { text, permissions }),
            None => Err(format!("The file mode specification is invalid: {text:?}").into()),
        }
    }

    fn into_value(self) -> Value {
        Value::Text(self.text)
    }
}

/// The suffix of backups for `backup => true`.
const DEFAULT_SUFFIX: &str = ".puppet-bak";

/// The backup of replaced files: a suffix or the name of a filebucket; `None` for no backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup(pub Option<String>);

impl AttributeValue for Backup {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Boolean(false) => Ok(Self(None)),
            Value::Boolean(true) => Ok(Self(Some(DEFAULT_SUFFIX.to_owned()))),
            Value::Text(text) => Ok(Self(match text.as_str() {
                "false" => None,
                "true" => Some(DEFAULT_SUFFIX.to_owned()),
                _ => Some(text),
            })),
            Value::Array(values) => Self::from_value(values.into_iter().next().unwrap_or_default()),
            Value::Integer(number) => Err(format!("Invalid backup type {number}").into()),
            other => Err(format!("Invalid backup type {}", other.type_name()).into()),
        }
    }

    fn into_value(self) -> Value {
        self.0.map_or(Value::Boolean(false), Value::Text)
    }
}

/// Patterns of file names to ignore.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Ignore(pub Vec<String>);

impl Ignore {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let pattern = |value| match value {
            Value::Text(text) => Ok(text),
            Value::Integer(number) => Ok(number.to_string()),
            other => Err(format!("Ignore must be a string or an Array, got {} in it", other.type_name()).into()),
        };
        match value {
            Value::Boolean(false) => Ok(Self(Vec::new())),
            Value::Text(text) => Ok(Self(vec![text])),
            Value::Array(values) => values.into_iter().map(pattern).collect::<Result<_, _>>().map(Self),
            _ => Err("Ignore must be a string or an Array".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_element_of_a_content_list_is_used() {
        let content = Content::from_value(vec!["a", "b"].into()).unwrap();
        assert_eq!(content, Content::Text("b".into()));
        assert!(Content::from_value(Value::Hash(Vec::new())).unwrap_err().to_string().contains("Hash"));
    }

    #[test]
    fn name_of_digits_is_an_id() {
        assert_eq!(Identity::from_value("12".into()), Ok(Identity::Id(12)));
        assert_eq!(Identity::from_value(Value::Integer(12)), Ok(Identity::Id(12)));
        assert_eq!(Identity::from_value("www".into()), Ok(Identity::Name("www".into())));
        assert!(Identity::from_value(Value::Integer(-1)).is_err());
    }

    #[test]
    fn mode_must_be_a_string() {
        let refused = Mode::from_value(Value::Integer(644)).unwrap_err().to_string();
        assert_eq!(refused, "The file mode specification must be a string, not 'Integer'");
        assert_eq!(
            Mode::from_value("99x".into()).unwrap_err().to_string(),
            "The file mode specification is invalid: \"99x\""
        );
    }

    #[test]
    fn ignore_is_a_pattern_or_a_list() {
        assert_eq!(Ignore::from_value("*.bak".into()), Ok(Ignore(vec!["*.bak".into()])));
        assert_eq!(Ignore::from_value(false.into()), Ok(Ignore(vec![])));
        assert_eq!(Ignore::from_value(vec!["a", "b"].into()), Ok(Ignore(vec!["a".into(), "b".into()])));
        for refused in [Value::Integer(5), true.into(), Value::Hash(Vec::new())] {
            assert_eq!(Ignore::from_value(refused).unwrap_err().to_string(), "Ignore must be a string or an Array");
        }
    }

    #[test]
    fn backup_is_a_suffix_or_a_bucket() {
        assert_eq!(Backup::from_value(false.into()), Ok(Backup(None)));
        assert_eq!(Backup::from_value(true.into()), Ok(Backup(Some(".puppet-bak".into()))));
        assert_eq!(Backup::from_value("main".into()), Ok(Backup(Some("main".into()))));
        assert_eq!(Backup::from_value(Value::Integer(5)).unwrap_err().to_string(), "Invalid backup type 5");
    }
}
