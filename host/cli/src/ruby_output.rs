//! Values as YAML and JSON in the formats of Ruby.

use anyhow::Result;
use catalog::Value;
use ruby::Data;
use ruby::yaml::YamlLayout;

/// Formats a value as a YAML document.
pub(crate) fn to_yaml(value: &Value) -> String {
    ruby::yaml::dump(&Data::from(value), YamlLayout::default())
}

/// Formats JSON data as a YAML document.
pub(crate) fn data_to_yaml(data: &serde_json::Value) -> String {
    to_yaml(&Value::from(data))
}

/// Formats a value as JSON on one line, with a line break.
///
/// # Errors
/// Returns an error if the value contains an infinite number or NaN, or is nested more than 100 levels deep.
pub(crate) fn to_json(value: &Value) -> Result<String> {
    Ok(ruby::json::compact(&Data::from(value))? + "\n")
}

/// Formats a value as JSON with one element per line, with a line break.
///
/// # Errors
/// Returns the errors of [`to_json`].
pub(crate) fn to_pretty_json(value: &Value) -> Result<String> {
    Ok(ruby::json::pretty(&Data::from(value))? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_formatted_as_in_ruby() {
        let numbers = Value::Array([1e15, 1e-5, 2.5].map(Value::Float).to_vec());
        let value = Value::Hash(vec![("a".into(), Value::Hash(Vec::new())), ("b".into(), numbers)]);
        assert_eq!(to_json(&value).unwrap(), "{\"a\":{},\"b\":[1.0e+15,1.0e-05,2.5]}\n");
        let pretty = "{\n  \"a\": {\n  },\n  \"b\": [\n    1.0e+15,\n    1.0e-05,\n    2.5\n  ]\n}\n";
        assert_eq!(to_pretty_json(&value).unwrap(), pretty);
        assert_eq!(to_yaml(&value), "---\na: {}\nb:\n- 1.0e+15\n- 1.0e-05\n- 2.5\n");
        assert!(to_json(&Value::Float(f64::NAN)).is_err());
    }

    #[test]
    fn json_data_is_formatted_as_yaml() {
        let data = serde_json::json!({ "a": [1, -0.5, null, true], "b": { "c": "yes" } });
        assert_eq!(data_to_yaml(&data), "---\na:\n- 1\n- -0.5\n-\n- true\nb:\n  c: 'yes'\n");
    }
}
