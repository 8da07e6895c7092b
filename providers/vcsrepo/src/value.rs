//! Values with several forms in manifests, and their validation. Values that git could parse as options are
//! rejected here, so that no other code has to check for them.

use std::collections::BTreeMap;

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// The directory of a repository.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Path(pub(crate) String);

impl Path {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match String::from_value(value)? {
            path if path.starts_with('/') => Ok(Self(path)),
            path => Err(format!("Path must be absolute: {path}").into()),
        }
    }
}

/// Source of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A single URL or path.
    One(String),
    /// A URL or path for each remote.
    Many(BTreeMap<String, String>),
}

impl AttributeValue for Source {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let place = |place: &String| not_option("source", place);
        match value {
            Value::Hash(_) => {
                let places: BTreeMap<String, String> = BTreeMap::from_value(value)?;
                places.keys().try_for_each(|remote| remote_name(remote))?;
                places.values().try_for_each(place)?;
                Ok(Self::Many(places))
            }
            value => {
                let one = String::from_value(value)?;
                place(&one)?;
                Ok(Self::One(one))
            }
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::One(place) => place.into(),
            Self::Many(places) => places.into_value(),
        }
    }
}

/// The name of a remote.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Remote(pub(crate) String);

impl Remote {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let name = String::from_value(value)?;
        remote_name(&name)?;
        Ok(Self(name))
    }
}

/// The name of a branch, tag or commit.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Revision(pub(crate) String);

impl Revision {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        let text = printed(value)?;
        // Puppet's pattern accepts a text if any of its lines matches, but git allows no whitespace in names.
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(format!("Invalid value {text:?}. Valid values match /^\\S+$/.").into());
        }
        not_option("revision", &text)?;
        Ok(Self(text))
    }
}

/// A user or a group, by name or number.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Owner(pub(crate) String);

impl Owner {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match printed(value)? {
            name if name.is_empty() || name.contains([':', '\0']) => Err(format!("Invalid value {name:?}.").into()),
            name => Ok(Self(name)),
        }
    }
}

/// Lines of a file, given as a text or an array.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse)]
pub struct Lines(pub(crate) Vec<String>);

impl Lines {
    fn parse(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Array(lines) => lines.into_iter().map(printed).collect::<Result<_, _>>().map(Self),
            one => printed(one).map(|line| Self(vec![line])),
        }
    }
}

/// A number of commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub(crate) u32);

impl AttributeValue for Count {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let text = printed(value)?;
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if is_number { text.parse().ok() } else { None };
        number.map(Self).ok_or_else(|| format!("Invalid value {text:?}. It must be a number of commits.").into())
    }

    fn into_value(self) -> Value {
        i64::from(self.0).into()
    }
}

/// A umask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mask(pub(crate) u32);

impl AttributeValue for Mask {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let text = match value {
            Value::Text(text) => text,
            other => {
                return Err(
                    format!("Invalid umask: it must be a String of octal digits, got {}", other.type_name()).into()
                );
            }
        };
        let is_octal = (1..=4).contains(&text.len()) && text.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
        let mask = if is_octal { u32::from_str_radix(&text, 8).ok().filter(|mask| *mask <= 0o777) } else { None };
        mask.map(Self).ok_or_else(|| format!("Invalid umask: {text:?}").into())
    }

    fn into_value(self) -> Value {
        format!("{:04o}", self.0).into()
    }
}

/// A single proxy, or one for each remote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proxy {
    /// A proxy for all remotes.
    One(String),
    /// A proxy for each remote.
    Many(BTreeMap<String, String>),
}

impl AttributeValue for Proxy {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        match value {
            Value::Hash(_) => BTreeMap::from_value(value).map(Self::Many),
            one => String::from_value(one).map(Self::One),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Self::One(proxy) => proxy.into(),
            Self::Many(proxies) => proxies.into_value(),
        }
    }
}

fn printed(value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::Text(text) => Ok(text),
        Value::Integer(number) => Ok(number.to_string()),
        other => Err(format!("expects a String value, got {}", other.type_name()).into()),
    }
}

fn remote_name(name: &str) -> Result<(), InvalidValue> {
    not_option("remote", name)?;
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(format!("{name:?} is not a valid name of a remote").into());
    }
    Ok(())
}

fn not_option(what: &str, text: &str) -> Result<(), InvalidValue> {
    if text.starts_with('-') { Err(format!("A {what} must not begin with '-': {text:?}").into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_look_like_options_are_rejected() {
        assert!(
            Revision::from_value("--upload-pack=x".into()).unwrap_err().to_string().contains("must not begin with '-'")
        );
        assert!(Source::from_value("--upload-pack=x".into()).is_err());
        assert!(Remote::from_value("-o".into()).is_err());
        let hash = Value::Hash(vec![("origin".into(), "-x".into())]);
        assert!(Source::from_value(hash).is_err());
        let hash = Value::Hash(vec![("a b".into(), "/x".into())]);
        assert_eq!(Source::from_value(hash).unwrap_err().to_string(), "\"a b\" is not a valid name of a remote");
    }

    #[test]
    fn revision_with_whitespace_is_rejected() {
        assert_eq!(Revision::from_value("v1".into()).unwrap(), Revision("v1".into()));
        assert_eq!(Revision::from_value(123.into()).unwrap(), Revision("123".into()));
        let refused = Revision::from_value("a b".into()).unwrap_err().to_string();
        assert_eq!(refused, "Invalid value \"a b\". Valid values match /^\\S+$/.");
        assert!(Revision::from_value("a\nb".into()).is_err() && Revision::from_value("".into()).is_err());
    }

    #[test]
    fn umask_depth_and_owner_are_parsed() {
        assert_eq!(Mask::from_value("0022".into()).unwrap(), Mask(0o22));
        assert!(Mask::from_value("0999".into()).is_err() && Mask::from_value(22.into()).is_err());
        assert!(Mask::from_value("7777".into()).is_err() && Mask::from_value("".into()).is_err());
        assert_eq!(Count::from_value("3".into()).unwrap(), Count(3));
        assert!(Count::from_value("-3".into()).is_err() && Count::from_value("3; x".into()).is_err());
        assert_eq!(Owner::from_value(0.into()).unwrap(), Owner("0".into()));
        assert!(Owner::from_value("a:b".into()).is_err());
        assert_eq!(Lines::from_value("*.o".into()).unwrap(), Lines(vec!["*.o".into()]));
        assert_eq!(Path::from_value("x".into()).unwrap_err().to_string(), "Path must be absolute: x");
    }
}
