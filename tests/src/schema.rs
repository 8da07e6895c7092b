//! Validation of data against a JSON schema. Supports only the keywords used by the schemas of these tests; unknown
//! keywords are reported as violations.

use regex::Regex;
use serde_json::Value;

/// Returns the violations of the schema in a value, each with its position.
#[must_use]
pub fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, value, "", &mut faults);
    faults
}

fn check(schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
    let Some(rules) = schema.as_object() else { return faults.push(format!("{place}: the schema is not an object")) };
    let mut fault = |message: String| faults.push(format!("{}: {message}", if place.is_empty() { "/" } else { place }));
    let number = |rule: &Value| rule.as_f64().unwrap_or(f64::NAN);
    for (word, rule) in rules {
        match word.as_str() {
            "$schema" | "title" | "properties" => {}
            "type" if !is_of_type(rule, value) => fault(format!("{value} is not of type {rule}")),
            "enum" if !rule.as_array().is_some_and(|known| known.contains(value)) => {
                fault(format!("{value} is not one of {rule}"))
            }
            "minimum" if value.as_f64().is_some_and(|it| it < number(rule)) => {
                fault(format!("{value} is less than {rule}"))
            }
            "minItems" if value.as_array().is_some_and(|it| (it.len() as f64) < number(rule)) => {
                fault("too short".into())
            }
            "maxItems" if value.as_array().is_some_and(|it| it.len() as f64 > number(rule)) => fault("too long".into()),
            "minLength" if value.as_str().is_some_and(|it| (it.len() as f64) < number(rule)) => {
                fault("too short".into())
            }
            "pattern" => match (Regex::new(rule.as_str().unwrap_or_default()), value.as_str()) {
                (Err(error), _) => fault(format!("the schema is wrong: {error}")),
                (Ok(pattern), Some(text)) if !pattern.is_match(text) => fault(format!("{value} does not match {rule}")),
                _ => {}
            },
            "required" => {
                let names = rule.as_array().into_iter().flatten().filter_map(Value::as_str);
                names.filter(|name| value.get(name).is_none()).for_each(|name| fault(format!("no '{name}'")));
            }
            "type" | "enum" | "minimum" | "minItems" | "maxItems" | "minLength" | "items" | "additionalProperties" => {}
            other => fault(format!("the schema contains the unknown keyword '{other}'")),
        }
    }
    if let (Some(items), Some(elements)) = (rules.get("items"), value.as_array()) {
        elements.iter().enumerate().for_each(|(at, element)| check(items, element, &format!("{place}/{at}"), faults));
    }
    for (name, element) in value.as_object().into_iter().flatten() {
        let place = format!("{place}/{name}");
        match (rules.get("properties").and_then(|known| known.get(name)), rules.get("additionalProperties")) {
            (Some(known), _) => check(known, element, &place, faults),
            (None, Some(Value::Bool(false))) => faults.push(format!("{place}: not in the schema")),
            (None, Some(other)) => check(other, element, &place, faults),
            (None, None) => {}
        }
    }
}

fn is_of_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn violations_are_reported_with_their_position() {
        let schema = json!({
            "type": "object",
            "required": ["a", "b"],
            "additionalProperties": false,
            "properties": { "a": { "type": ["integer", "null"], "minimum": 1 }, "c": { "items": { "enum": ["x"] } } },
        });
        assert_eq!(faults(&schema, &json!({ "a": null, "c": [] })), ["/: no 'b'"]);
        let found = faults(&schema, &json!({ "a": 0, "b": 1, "c": ["x", "y"] }));
        assert_eq!(found, ["/a: 0 is less than 1", "/b: not in the schema", "/c/1: \"y\" is not one of [\"x\"]"]);
        assert_eq!(faults(&json!({ "typ": "x" }), &json!(1)), ["/: the schema contains the unknown keyword 'typ'"]);
    }
}
