//! Values read from YAML.

use std::sync::Arc;

use datatype::{RuntimeType, Type};
use ruby::yaml::{Dates, FromYaml, ReadOptions, YamlError};

use crate::eval_error::EvalError;
use crate::value::{Hash, Object, Value};

impl FromYaml for Value {
    type Mapping = Hash;

    /// Creates an object for a Ruby symbol, which only the data type `Runtime` accepts.
    fn symbol(name: &str) -> Self {
        let runtime = RuntimeType { runtime: Some("ruby".into()), name: Some("Symbol".into()), pattern: None };
        let attributes = [("name", name)].into_iter().collect();
        Self::Object(Arc::new(Object { object_type: Type::Runtime(Arc::new(runtime)), attributes, context: None }))
    }

    fn from_mapping(mapping: Hash) -> Self {
        mapping.into()
    }

    fn insert(mapping: &mut Hash, key: Self, value: Self) -> bool {
        mapping.insert(key, value).is_some()
    }

    fn entries(&self) -> Option<Vec<(Self, Self)>> {
        Some(self.as_hash()?.iter().map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn elements(&self) -> Option<&[Self]> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }
}

/// Parses Hiera data: the first document of a text; undef for an empty text. Symbols used as keys become strings;
/// symbols used as values are kept, and Puppet's data type rejects them.
///
/// # Errors
/// Returns an error if the text is not valid YAML, or contains dates, times or Ruby objects.
pub fn parse(text: &str) -> Result<Value, YamlError> {
    ruby::yaml::parse(text, ReadOptions::default())
}

/// Parses Hiera data as [`parse`] does, and returns also the lines (from 1) of keys that occur earlier in the same hash.
///
/// # Errors
/// Returns the errors of [`parse`].
pub fn parse_with_duplicates(text: &str) -> Result<(Value, Vec<usize>), YamlError> {
    ruby::yaml::parse_with_duplicates(text, ReadOptions::default())
}

/// Parses a text as [`parse`] does, for functions that call Ruby's `YAML.load`. Aliases are an error. As in Ruby,
/// only syntax errors name the file.
///
/// # Errors
/// Returns the errors of [`parse`], and an error if the text contains an alias.
pub fn load(text: &str, path: &str) -> Result<Value, EvalError> {
    ruby::yaml::parse(text, ReadOptions { has_aliases: false, ..ReadOptions::default() }).map_err(|error| {
        match error.place {
            Some(_) => EvalError::new(error.located(path)),
            None => EvalError::new(error.message),
        }
    })
}

/// Parses YAML other than Hiera data, such as facts and the output of node classifiers. Symbols become strings.
///
/// # Errors
/// Returns the errors of [`parse`], and an error if the data is too large.
pub fn parse_plain(text: &str, dates: Dates) -> Result<catalog::Value, YamlError> {
    let options = ReadOptions { dates, has_symbols: false, ..ReadOptions::default() };
    let value: Value = ruby::yaml::parse(text, options)?;
    value.check_weight().map_err(|fault| YamlError { message: fault.into_message(), place: None })?;
    Ok(value.to_catalog())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansion_of_aliases_is_limited() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let alias = format!("*a{}", level - 1);
            text.push_str(&format!("a{level}: &a{level} [{}]\n", vec![alias; 10].join(", ")));
        }
        let error = parse(&text).unwrap_err();
        assert_eq!(error.message, "the aliases expand to too many values");
    }

    #[test]
    fn symbols_are_kept_as_values_only() {
        let value = parse("':a': 1\n:b: :c\n").unwrap();
        let hash = value.as_hash().unwrap();
        assert_eq!(hash.text(":a"), Some(&Value::Integer(1)));
        assert!(matches!(hash.text("b"), Some(Value::Object(_))));
        let plain = parse_plain(":b: :c\n", Dates::Refused).unwrap();
        assert_eq!(plain, catalog::Value::Hash(vec![("b".into(), "c".into())]));
    }
}
