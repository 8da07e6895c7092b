//! Values with several forms in manifests, and Puppet's messages for invalid values.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// A user or group, by number or name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Id {
    /// The number.
    Number(i64),
    /// The name.
    Name(String),
}

impl Id {
    /// Returns the ID as a command argument.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => name.clone(),
        }
    }
}

impl AttributeValue for Id {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        if let Some(number) = value.whole_number() {
            return Ok(Self::Number(number));
        }
        match value {
            Value::Text(text) if looks_like_number(&text) => {
                Err(format!("Munging failed for value \"{text}\": invalid value for Integer(): \"{text}\"").into())
            }
            Value::Text(text) => Ok(Self::Name(text)),
            other => Err(format!("expects a number or a name, got {}", other.type_name()).into()),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Number(number) => number.into(),
            Self::Name(name) => name.into(),
        }
    }
}

macro_rules! days {
    ($($(#[$docs:meta])* $name:ident: $what:literal,)*) => {$(
        $(#[$docs])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub i64);

        impl AttributeValue for $name {
            fn from_value(value: Value) -> Result<Self, InvalidValue> {
                let number = value.whole_number().map(Self);
                number.ok_or_else(|| concat!($what, " must be provided as a number.").into())
            }

            fn into_value(self) -> Value {
                self.0.into()
            }
        }
    )*};
}

days! {
    /// Minimum password age in days; a negative number disables the limit.
    MinAge: "Password minimum age",
    /// Maximum password age in days; a negative number disables the limit.
    MaxAge: "Password maximum age",
    /// Days of warning before a password expires; a negative number disables the warning.
    WarnDays: "Password warning days",
}

/// Names of groups.
#[derive(Debug, Clone, Default, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Names(pub Vec<String>);

impl Names {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let elements = match value {
            Value::Array(elements) => elements,
            one => vec![one],
        };
        elements.into_iter().map(group_name).collect::<Result<_, _>>().map(Self)
    }
}

fn group_name(value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::Integer(_) => Err("Group names must be provided, not GID numbers.".into()),
        Value::Text(name) if name.is_empty() => {
            Err("Group names must not be empty. If you want to specify \"no groups\" pass an empty array".into())
        }
        Value::Text(name) if name.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err("Group names must be provided, not GID numbers.".into())
        }
        Value::Text(name) if name.contains(',') => {
            Err("Group names must be provided as an array, not a comma-separated list.".into())
        }
        Value::Text(name) => Ok(name),
        other => Err(format!("expects a name or a list of names, got {}", other.type_name()).into()),
    }
}

/// Expiry date of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expiry {
    /// No expiry date.
    Absent,
    /// The date in the format `YYYY-MM-DD`.
    Day(String),
}

impl AttributeValue for Expiry {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Text(text) if text == "absent" => Ok(Self::Absent),
            Value::Text(text) if is_day(&text) => Ok(Self::Day(text)),
            _ => Err("Expiry dates must be YYYY-MM-DD or the string \"absent\"".into()),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::Absent => "absent".into(),
            Self::Day(day) => day.into(),
        }
    }
}

fn is_day(text: &str) -> bool {
    let fits = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(fits)
}

/// Files to search for unmanaged SSH keys.
#[derive(Debug, Clone, PartialEq)]
pub enum PurgeSshKeys {
    /// No file.
    False,
    /// The file `~/.ssh/authorized_keys`.
    True,
    /// The listed files.
    Files(Vec<String>),
}

impl AttributeValue for PurgeSshKeys {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Boolean(false) => Ok(Self::False),
            Value::Boolean(true) => Ok(Self::True),
            Value::Text(text) if text == "false" => Ok(Self::False),
            Value::Text(text) if text == "true" => Ok(Self::True),
            Value::Text(text) => key_file(text.into()).map(|file| Self::Files(vec![file])),
            Value::Array(files) => files.into_iter().map(key_file).collect::<Result<_, _>>().map(Self::Files),
            other => {
                let shown = match &other {
                    Value::Integer(number) => number.to_string(),
                    other => other.type_name().to_owned(),
                };
                Err(format!("purge_ssh_keys must be true, false, or an array of file names, not {shown}").into())
            }
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::False => false.into(),
            Self::True => true.into(),
            Self::Files(files) => files.into(),
        }
    }
}

fn key_file(value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::Text(path) if path.starts_with('/') || path.starts_with("~/") || path.starts_with("%h/") => Ok(path),
        Value::Text(path) => Err(format!("Paths to keyfiles must be absolute, not {path}").into()),
        other => Err(format!("Each entry for purge_ssh_keys must be a string, not a {}", other.type_name()).into()),
    }
}

fn looks_like_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
}
