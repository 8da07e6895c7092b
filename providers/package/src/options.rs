//! Options of `install_options` and `uninstall_options`: a list of strings and of hashes from option to value.
//! Options are not passed through a shell: each text is one argument, including spaces. Secrets are rejected,
//! since arguments of commands are public.

use marotte_sdk::{AttributeValue, InvalidValue, Value};

/// Options for a command.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options(Vec<Given>);

/// One element of the list.
#[derive(Debug, Clone, PartialEq)]
enum Given {
    Text(String),
    Pairs(Vec<(String, String)>),
}

impl Options {
    /// Returns the arguments: texts unchanged, and `option=value` for pairs, sorted by option.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        for given in &self.0 {
            match given {
                Given::Text(text) => arguments.push(text.clone()),
                Given::Pairs(pairs) => {
                    let mut pairs: Vec<_> = pairs.iter().collect();
                    pairs.sort();
                    arguments.extend(pairs.iter().map(|(name, value)| format!("{name}={value}")));
                }
            }
        }
        arguments
    }

    /// Returns the distinct values of an option given as `option=value` or as a pair.
    pub(crate) fn values_of(&self, option: &str) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for argument in self.arguments() {
            let pair = argument.trim().split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            if let Some((name, value)) = pair
                && name == option
                && !values.iter().any(|known| known == value)
            {
                values.push(value.to_owned());
            }
        }
        values
    }
}

/// Returns the arguments of optional options.
pub(crate) fn arguments(options: Option<&Options>) -> Vec<String> {
    options.map(Options::arguments).unwrap_or_default()
}

impl AttributeValue for Options {
    fn from_value(value: Value) -> Result<Self, InvalidValue> {
        let elements = match value {
            Value::Array(elements) => elements,
            value => vec![value],
        };
        elements.into_iter().map(given).collect::<Result<_, _>>().map(Self)
    }

    fn into_value(self) -> Value {
        let pair = |(name, value): (String, String)| (Value::from(name), Value::from(value));
        let element = |given| match given {
            Given::Text(text) => text.into(),
            Given::Pairs(pairs) => Value::Hash(pairs.into_iter().map(pair).collect()),
        };
        Value::Array(self.0.into_iter().map(element).collect())
    }
}

fn given(value: Value) -> Result<Given, InvalidValue> {
    match value {
        Value::Hash(pairs) => {
            let pairs = pairs.into_iter().map(|(name, value)| Ok((text(name)?, text(value)?)));
            pairs.collect::<Result<_, InvalidValue>>().map(Given::Pairs)
        }
        value => text(value).map(Given::Text),
    }
}

fn text(value: Value) -> Result<String, InvalidValue> {
    match value {
        Value::Text(text) if text.contains('\0') => Err("An option cannot contain a NUL byte".into()),
        Value::Text(text) => Ok(text),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Boolean(boolean) => Ok(boolean.to_string()),
        Value::Secret(_) => {
            Err("An option cannot be Sensitive, since the arguments of a command are visible to all users".into())
        }
        _ => Err("Expected either a string or hash of options".into()),
    }
}

#[cfg(test)]
mod tests {
    use marotte_sdk::Secret;

    use super::*;

    fn options(value: Value) -> Result<Options, String> {
        Options::from_value(value).map_err(String::from)
    }

    fn pairs(pairs: &[(&str, &str)]) -> Value {
        Value::Hash(pairs.iter().map(|(name, value)| (Value::from(*name), Value::from(*value))).collect())
    }

    #[test]
    fn each_element_is_one_argument() {
        let given = Value::Array(vec!["-o".into(), "A=b c".into(), pairs(&[("--z", "1"), ("--a", "2 \"3\"")])]);
        assert_eq!(options(given).unwrap().arguments(), ["-o", "A=b c", "--a=2 \"3\"", "--z=1"]);
        assert_eq!(options("-x".into()).unwrap().arguments(), ["-x"]);
    }

    #[test]
    fn values_of_an_option_are_found() {
        let given =
            Value::Array(vec!["--repo=a".into(), "--repo".into(), pairs(&[("--repo", "b")]), "--repo=a".into()]);
        assert_eq!(options(given).unwrap().values_of("--repo"), ["a", "b"]);
    }

    #[test]
    fn invalid_options_are_rejected() {
        let nested = Value::Array(vec![Value::Array(vec!["a".into()])]);
        assert_eq!(options(nested).unwrap_err(), "Expected either a string or hash of options");
        let secret = options(Value::Secret(Secret::from_token(1))).unwrap_err();
        assert_eq!(secret, "An option cannot be Sensitive, since the arguments of a command are visible to all users");
        assert!(options("a\0b".into()).unwrap_err().contains("NUL byte"));
    }
}
