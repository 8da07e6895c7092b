//! HOCON data, parsed by a library without access to environment variables. Includes of files and URLs are rejected.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use hocon::{HoconValue, ParseOptions, ScalarType};
use thiserror::Error;
use value::{Hash, Value};

/// Why a text cannot be parsed as HOCON.
#[derive(Debug, Error)]
pub enum HoconError {
    /// It contains an include with a qualifier, such as `include file(…)`.
    #[error("include {0}() is not supported; put the content into the file itself")]
    Include(&'static str),
    /// It is not valid HOCON, or a substitution has no value.
    #[error(transparent)]
    Syntax(#[from] hocon::HoconError),
}

/// Parses a text as a hash.
///
/// # Errors
/// Returns an error if the text is not valid HOCON, a substitution has no value, or an include has a qualifier.
pub fn parse(text: &str) -> Result<Value, HoconError> {
    if let Some(kind) = included(text) {
        return Err(HoconError::Include(kind));
    }
    // Puppet: a plain `include` has no search path, so it never finds a file.
    let options = ParseOptions::defaults().with_env(HashMap::new()).with_base_dir(PathBuf::from("/dev/null/none"));
    let config = hocon::parse_string_with_options(text, options)?;
    let keys: Vec<String> = config.keys().into_iter().map(str::to_owned).collect();
    let entry = |key: String| {
        let quoted = format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\""));
        let value = config.get(&quoted).map(value).unwrap_or_default();
        (Value::from(key), value)
    };
    Ok(keys.into_iter().map(entry).collect::<Hash>().into())
}

/// Converts a parsed value. The library limits the depth.
fn value(of: &HoconValue) -> Value {
    match of {
        HoconValue::Object(entries) => {
            let entries = entries.iter().map(|(key, inner)| (Value::String(Arc::from(key.as_str())), value(inner)));
            entries.collect::<Hash>().into()
        }
        HoconValue::Array(elements) => elements.iter().map(value).collect(),
        HoconValue::Scalar(scalar) => match scalar.value_type {
            ScalarType::Number => number(&scalar.raw),
            ScalarType::Boolean => (scalar.raw == "true").into(),
            ScalarType::Null => Value::Undef,
            _ => scalar.raw.as_str().into(),
        },
        // The library has resolved all substitutions at this point.
        _ => Value::Undef,
    }
}

/// Puppet: a number without a fractional part is an integer, even if written as `1e3`.
fn number(raw: &str) -> Value {
    if let Ok(integer) = raw.parse::<i64>() {
        return integer.into();
    }
    match raw.parse::<f64>() {
        #[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
        Ok(float) if float.fract() == 0.0 && float.abs() < 9.0e18 => Value::Integer(float as i64),
        Ok(float) => float.into(),
        Err(_) => raw.into(),
    }
}

/// Returns the qualifier of the first qualified include in a text.
fn included(text: &str) -> Option<&'static str> {
    let mut rest = text;
    while let Some(start) = rest.find("include") {
        let after = rest[start + "include".len()..].trim_start();
        let found = ["file", "url", "classpath", "required", "package"]
            .into_iter()
            .find(|kind| after.strip_prefix(kind).is_some_and(|after| after.trim_start().starts_with('(')));
        if found.is_some() {
            return found;
        }
        rest = &rest[start + "include".len()..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        parse(text).map_or_else(|error| format!("! {error}"), |value| value.inspect())
    }

    /// The expected values were recorded with the library used by Puppet.
    #[test]
    fn texts_are_parsed_as_by_puppet() {
        for (text, expected) in [
            ("a.b.c = x y z # c\n//d\nb : ${a.b.c}", r#"{"a"=>{"b"=>{"c"=>"x y z"}}, "b"=>"x y z"}"#),
            ("x = ${?NOPE}", "{}"),
            ("a += 1\na += 2", r#"{"a"=>[1, 2]}"#),
            ("include \"foo\"", "{}"),
            (
                "a = 10s\nb=true\nc=null\nd=1.5\ne=1e3\nf=yes",
                r#"{"a"=>"10s", "b"=>true, "c"=>nil, "d"=>1.5, "e"=>1000, "f"=>"yes"}"#,
            ),
            ("\"a.b\" = 1", r#"{"a.b"=>1}"#),
            ("", "{}"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn files_and_environment_are_not_read() {
        assert!(shown("include file(\"/etc/passwd\")").starts_with("! include file()"));
        assert!(shown("a = ${HOME}").starts_with("! "));
        assert!(shown("[1]").starts_with("! ") && shown("a = ").starts_with("! "));
    }
}
