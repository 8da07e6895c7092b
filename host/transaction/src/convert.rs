//! Conversion of attribute values to their data types. Lossless conversions are made, other values are rejected.
//! Secrets stay secret.

use catalog::schema::{Attribute, AttributeTrait, Choice, Role};
use catalog::{Sensitive, Value};
use datatype::mismatch::{self, TypeMismatch};
use datatype::{Builtins, Regex, RegexError, Size, Type};
use thiserror::Error;

use crate::display::{inspect, to_s};
use crate::issue;
use crate::typed_value::TypedValue;

/// Reason why a value is invalid for an attribute. Displays as the text after "Parameter mode failed on File[/x]: ".
#[derive(Debug, Clone, PartialEq, Error)]
pub(crate) enum ValueError {
    /// The reason would reveal part of a secret value.
    #[error("Invalid value [redacted].")]
    Secret,
    /// Neither a listed value nor a match of a pattern.
    #[error("{message}")]
    Invalid {
        /// The whole message.
        message: String,
        /// The listed values.
        choices: Vec<String>,
    },
    /// The value of a Boolean property is not a Boolean.
    #[error("Munging failed for value {value} in class {property}: expected a boolean value")]
    NotBoolean {
        /// The property.
        property: String,
        /// The value, as Ruby's `inspect` writes it.
        value: String,
    },
    /// The value does not match the data type.
    #[error(transparent)]
    Type(#[from] TypeMismatch),
    /// The value matches the data type but is not one of the listed values.
    #[error("expects a value of {0}")]
    Other(Type),
}

impl ValueError {
    fn invalid(value: &Value, valid: &[&str], patterns: &[&str]) -> Self {
        let choices = valid.iter().map(|choice| (*choice).to_owned()).collect();
        Self::Invalid { message: issue::invalid_value(value, valid, patterns), choices }
    }
}

/// Reason why an attribute of a schema cannot be used.
#[derive(Debug, Error)]
pub(crate) enum ConverterError {
    /// The data type cannot be parsed.
    #[error("{0}")]
    DataType(String),
    /// A pattern cannot be parsed.
    #[error(transparent)]
    Pattern(#[from] RegexError),
}

/// Converter of values to the data type of one attribute.
#[derive(Debug)]
pub(crate) struct Converter {
    /// `None` if every value is allowed.
    expected: Option<Type>,
    /// The name of a property; `None` for a parameter.
    property: Option<String>,
    /// Whether the value is a list.
    is_list: bool,
    /// The listed values.
    named: Vec<Choice>,
    /// The patterns of other values; empty if there are none.
    patterns: Vec<(Option<Regex>, Choice)>,
}

impl Converter {
    /// Creates the converter of an attribute of a schema.
    ///
    /// # Errors
    /// Returns an error if the data type or a pattern cannot be parsed.
    pub(crate) fn new(attribute: &Attribute) -> Result<Self, ConverterError> {
        let expected = match attribute.data_type.as_str() {
            "" | "Any" => None,
            text => Some(Type::parse(text, &mut Builtins).map_err(|issue| ConverterError::DataType(issue.message))?),
        };
        let (named, others): (Vec<Choice>, _) = attribute.choices.iter().cloned().partition(Choice::is_named);
        let mut patterns = Vec::with_capacity(others.len());
        for choice in others {
            let regex = match choice.pattern.as_str() {
                "" => None,
                pattern => Some(Regex::new(pattern)?),
            };
            patterns.push((regex, choice));
        }
        let property = (attribute.role != Role::Parameter).then(|| attribute.name.clone());
        let is_list = attribute.traits.contains(&AttributeTrait::WholeArray);
        Ok(Self { expected, property, is_list, named, patterns })
    }

    /// Returns the choice with this name, or else the first one whose pattern matches.
    pub(crate) fn choice(&self, spelling: &str) -> Option<&Choice> {
        let named = self.named.iter().find(|choice| choice.is_spelled(spelling));
        named.or_else(|| {
            let is_matched = |regex: &Option<Regex>| {
                // A search that exceeds the step limit counts as no match.
                regex.as_ref().is_none_or(|regex| regex.is_match(spelling).unwrap_or(false))
            };
            self.patterns.iter().find(|(regex, _)| is_matched(regex)).map(|(_, choice)| choice)
        })
    }

    /// Converts a value to the data type of the attribute.
    ///
    /// # Errors
    /// Returns an error if the value is invalid. Its text follows "Parameter mode failed on File[/x]: ".
    pub(crate) fn convert(&self, value: Value) -> Result<Value, ValueError> {
        match value {
            Value::Sensitive(secret) => {
                // The reason would reveal part of the secret.
                let inner = self.convert(secret.reveal().clone()).map_err(|_| ValueError::Secret)?;
                Ok(Value::Sensitive(Sensitive::new(inner)))
            }
            // Puppet: for a property that is not a list, an array with one element is replaced by the element.
            Value::Array(list) if self.property.is_some() && !self.is_list && list.len() == 1 => {
                let only = list[0].clone();
                match (&self.expected, self.named.is_empty()) {
                    (Some(_), _) => self
                        .convert_whole(Value::Array(list))
                        .or_else(|error| self.convert_whole(only).map_err(|_| error)),
                    (None, false) => self.convert_whole(only),
                    (None, true) => self.convert_whole(Value::Array(list)),
                }
            }
            value => self.convert_whole(value),
        }
    }

    /// Converts a value as it is, without special treatment of secrets and lists of one element.
    fn convert_whole(&self, value: Value) -> Result<Value, ValueError> {
        self.canonicalize(match &self.expected {
            Some(expected) if !is_certain_match(expected, &value) => match is_boolean(expected) {
                true => boolean(self.property.as_deref(), &value)?,
                false => converted(expected, value)?,
            },
            None if self.is_list && !matches!(value, Value::Array(_) | Value::Undef) => Value::Array(vec![value]),
            _ => value,
        })
    }

    /// Replaces listed values by their canonical spelling, element by element.
    fn canonicalize(&self, value: Value) -> Result<Value, ValueError> {
        if self.named.is_empty() && self.patterns.is_empty() {
            return Ok(value);
        }
        match value {
            Value::Array(elements) => elements
                .into_iter()
                .map(|element| self.canonicalize(element))
                .collect::<Result<_, _>>()
                .map(Value::Array),
            // If the data type allows booleans and numbers, they are not converted to strings.
            value if self.expected.is_some() && value.as_str().is_none() => Ok(value),
            value => match value.as_str().map_or_else(|| self.choice(&to_s(&value)), |text| self.choice(text)) {
                Some(choice) if choice.is_named() && value.as_str() != Some(choice.value.as_str()) => {
                    Ok(Value::from(choice.value.as_str()))
                }
                Some(_) => Ok(value),
                // With a data type, the choices only describe some of the values.
                None if self.expected.is_some() => Ok(value),
                None => {
                    let valid: Vec<&str> = self.named.iter().map(|choice| choice.value.as_str()).collect();
                    let patterns = self.patterns.iter().filter_map(|(regex, _)| regex.as_ref().map(Regex::source));
                    Err(ValueError::invalid(&value, &valid, &patterns.collect::<Vec<_>>()))
                }
            },
        }
    }
}

/// Returns whether a value certainly matches a type. Covers the common types, for which it avoids the conversion to
/// [`TypedValue`].
fn is_certain_match(expected: &Type, value: &Value) -> bool {
    match (expected, value) {
        (Type::Any, _) | (Type::Boolean(None), Value::Boolean(_)) => true,
        (Type::String(size), Value::String(_)) => *size == Size::ANY,
        (Type::Integer(range), Value::Integer(number)) => {
            range.from.is_none_or(|from| from <= *number) && range.to.is_none_or(|to| *number <= to)
        }
        (Type::Enum(listed), Value::String(text)) => listed.contains(text),
        (Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)), value) => is_certain_match(inner, value),
        (Type::Variant(types), value) => types.iter().any(|inner| is_certain_match(inner, value)),
        (Type::Array(array), Value::Array(elements)) => {
            array.size == Size::ANY && elements.iter().all(|element| is_certain_match(&array.element, element))
        }
        _ => false,
    }
}

fn converted(expected: &Type, value: Value) -> Result<Value, ValueError> {
    let value = TypedValue::from(value);
    match datatype::convert::convert(expected, &value) {
        Some(converted) => Ok(converted.into()),
        None => {
            mismatch::assert_instance("", expected, &value)?;
            Err(ValueError::Other(expected.clone()))
        }
    }
}

/// Puppet: the spellings of a Boolean property are case-insensitive, those of a parameter are lower case only.
fn boolean(property: Option<&str>, value: &Value) -> Result<Value, ValueError> {
    let text = value.as_str().unwrap_or_default();
    let spelling = if property.is_some() { text.to_lowercase() } else { text.to_owned() };
    match (spelling.as_str(), property) {
        ("true" | "yes", _) => Ok(Value::Boolean(true)),
        ("false" | "no", _) => Ok(Value::Boolean(false)),
        (_, Some(property)) => Err(ValueError::NotBoolean { property: property.to_owned(), value: inspect(value) }),
        (_, None) => Err(ValueError::invalid(value, &["true", "false", "yes", "no"], &[])),
    }
}

fn is_boolean(expected: &Type) -> bool {
    match expected {
        Type::Boolean(None) => true,
        Type::Optional(Some(inner)) => is_boolean(inner),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convert(data_type: &str, value: Value) -> Result<Value, ValueError> {
        let attribute = Attribute { data_type: data_type.into(), ..Attribute::default() };
        Converter::new(&attribute).unwrap().convert(value)
    }

    #[test]
    fn values_are_converted_to_the_data_type() {
        assert_eq!(convert("Integer", "10".into()).unwrap(), 10.into());
        assert_eq!(convert("Optional[Boolean]", "yes".into()).unwrap(), true.into());
        assert_eq!(convert("Array[String]", 1.into()).unwrap(), Value::Array(vec!["1".into()]));
        let hash = Value::Hash(vec![("a".into(), Value::Undef)]);
        assert_eq!(convert("Hash[String, Optional[Integer]]", hash.clone()).unwrap(), hash);
        let secret = Value::Sensitive(Sensitive::new("10".into()));
        assert_eq!(convert("Integer", secret).unwrap(), Value::Sensitive(Sensitive::new(10.into())));
    }

    #[test]
    fn list_of_one_element_and_its_element_are_converted_to_each_other() {
        let one = |text: &str| Value::Array(vec![text.into()]);
        let attribute = |role, data_type: &str, choices: &[&str], traits: &[AttributeTrait]| Attribute {
            role,
            data_type: data_type.into(),
            choices: choices.iter().map(|value| Choice { value: (*value).to_owned(), ..Choice::default() }).collect(),
            traits: traits.to_vec(),
            ..Attribute::default()
        };
        let convert = |attribute: &Attribute, value| Converter::new(attribute).unwrap().convert(value);
        let ensure = attribute(Role::Property, "", &["present", "absent"], &[]);
        assert_eq!(convert(&ensure, one("present")).unwrap(), "present".into());
        assert!(convert(&ensure, one("here")).is_err());
        let shell = attribute(Role::Property, "String", &[], &[]);
        assert_eq!(convert(&shell, one("/bin/sh")).unwrap(), "/bin/sh".into());
        let two = Value::Array(vec!["a".into(), "b".into()]);
        assert_eq!(convert(&shell, two).unwrap_err().to_string(), "expects a String value, got Tuple");
        let secret = Value::Sensitive(Sensitive::new(one("x")));
        assert_eq!(convert(&shell, secret).unwrap(), Value::Sensitive(Sensitive::new("x".into())));
        let parameter = attribute(Role::Parameter, "String", &[], &[]);
        assert!(convert(&parameter, one("/bin/sh")).is_err());
        let names = attribute(Role::Property, "Array[String]", &[], &[]);
        assert_eq!(convert(&names, one("a")).unwrap(), one("a"));
        let states = attribute(Role::Property, "", &["NEW"], &[AttributeTrait::WholeArray]);
        for value in ["new".into(), one("new")] {
            assert_eq!(
                convert(&states, value).unwrap_err().to_string(),
                "Invalid value \"new\". Valid values are NEW."
            );
        }
        assert_eq!(convert(&states, "NEW".into()).unwrap(), one("NEW"));
    }

    #[test]
    fn mismatch_names_expected_and_actual_type() {
        assert_eq!(
            convert("Integer[1, 5]", 7.into()).unwrap_err().to_string(),
            "expects an Integer[1, 5] value, got Integer[7, 7]"
        );
        assert_eq!(
            convert("String", Value::Array(vec![])).unwrap_err().to_string(),
            "expects a String value, got Array"
        );
        let expected = "Invalid value 1. Valid values are true, false, yes, no.";
        assert_eq!(convert("Optional[Boolean]", 1.into()).unwrap_err().to_string(), expected);
        assert!(Converter::new(&Attribute { data_type: "Integer[".into(), ..Attribute::default() }).is_err());
    }
}
