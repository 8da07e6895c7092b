//! Merging of fragment values: hashes are merged by key; arrays are concatenated without duplicates.

use marotte_sdk::{Value, json};

/// Merges two values. If both contain a value for the same key and `force` is set, the first is used.
///
/// # Errors
/// Returns an error if the values differ for the same key without `force`, or if their kinds cannot be
/// merged.
pub(crate) fn merge(first: Value, second: Value, force: bool, note: &dyn Fn(&str)) -> Result<Value, String> {
    match (first, second) {
        (first, second) if is_empty(&second) => Ok(first),
        (first, second) if is_empty(&first) => Ok(second),
        (Value::Array(first), Value::Array(second)) => Ok(Value::Array(unique(first.into_iter().chain(second)))),
        (Value::Hash(mut first), Value::Hash(second)) => {
            for (key, value) in second {
                match first.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, known)) => {
                        let before = std::mem::take(known);
                        *known = merge_values(&shown(&key), before, value, force, note)?;
                    }
                    None => first.push((key, value)),
                }
            }
            Ok(Value::Hash(first))
        }
        (first, second) => Err(format!("{} can't be merged with {}", shown(&first), shown(&second))),
    }
}

fn merge_values(key: &str, first: Value, second: Value, force: bool, note: &dyn Fn(&str)) -> Result<Value, String> {
    match (&first, &second) {
        (Value::Hash(_), Value::Hash(_)) | (Value::Array(_), Value::Array(_)) => merge(first, second, force, note),
        _ if first == second => Ok(first),
        _ if force => {
            note(&format!("Key '{key}': replacing '{}' with '{}'.", shown(&second), shown(&first)));
            Ok(first)
        }
        _ => Err(format!(
            "Duplicate key '{key}' found with values '{}' and {}'. Use 'force' attribute to merge keys.",
            shown(&first),
            shown(&second)
        )),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::Array(elements) => elements.is_empty(),
        Value::Hash(entries) => entries.is_empty(),
        _ => false,
    }
}

fn unique(values: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    for value in values {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}

/// Formats a text without quotes, any other value as JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => json::compact(other).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(first: &str, second: &str, force: bool) -> Result<String, String> {
        let parse = |text| json::parse(text).unwrap();
        merge(parse(first), parse(second), force, &|_| ()).map(|merged| json::compact(&merged).unwrap())
    }

    #[test]
    fn hashes_are_merged_by_key() {
        let together = merged(r#"{"a":{"x":1},"b":[1,2]}"#, r#"{"a":{"y":2},"b":[2,3],"c":null}"#, false);
        assert_eq!(together.unwrap(), r#"{"a":{"x":1,"y":2},"b":[1,2,3],"c":null}"#);
    }

    #[test]
    fn different_values_for_a_key_require_force() {
        let (one, other) = (r#"{"a":"x"}"#, r#"{"a":["y"]}"#);
        let message = "Duplicate key 'a' found with values 'x' and [\"y\"]'. Use 'force' attribute to merge keys.";
        assert_eq!(merged(one, other, false).unwrap_err(), message);
        assert_eq!(merged(one, other, true).unwrap(), one);
        assert_eq!(merged(one, one, false).unwrap(), one);
    }

    #[test]
    fn values_of_different_types_are_not_merged() {
        assert_eq!(merged("{\"a\":1}", "[1]", true).unwrap_err(), "{\"a\":1} can't be merged with [1]");
        assert_eq!(merged("{}", "[1]", false).unwrap(), "[1]");
        assert_eq!(merged("{\"a\":1}", "null", false).unwrap(), "{\"a\":1}");
    }
}
