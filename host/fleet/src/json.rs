//! JSON values as PuppetDB compares and hashes them: ordering and containment of PostgreSQL's `jsonb`, and hashes of
//! canonical texts.

use serde_json::{Map, Number, Value as Json};
use sha1::{Digest as _, Sha1};

/// Ranks of the kinds of value in the order of `jsonb`.
const RANKS: [u8; 6] = [1, 2, 3, 4, 5, 6];

/// Returns the name of the kind of a value.
pub(crate) fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}

/// Returns bytes that compare as the values do. Values are equal if and only if their keys are equal.
pub(crate) fn key(value: &Json) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_key(value, &mut bytes);
    bytes
}

fn push_key(value: &Json, bytes: &mut Vec<u8>) {
    match value {
        Json::Null => bytes.push(RANKS[0]),
        Json::String(text) => {
            bytes.push(RANKS[1]);
            push_text(text, bytes);
        }
        Json::Number(number) => {
            bytes.push(RANKS[2]);
            push_number(number, bytes);
        }
        Json::Bool(value) => bytes.extend([RANKS[3], u8::from(*value)]),
        Json::Array(values) => {
            bytes.push(RANKS[4]);
            bytes.extend((values.len() as u64).to_be_bytes());
            values.iter().for_each(|value| push_key(value, bytes));
        }
        Json::Object(members) => {
            bytes.push(RANKS[5]);
            bytes.extend((members.len() as u64).to_be_bytes());
            // The members of `jsonb` are in the order of the length of their names.
            let mut members: Vec<(&String, &Json)> = members.iter().collect();
            members.sort_by_key(|(name, _)| (name.len(), name.as_str()));
            for (name, value) in members {
                push_text(name, bytes);
                push_key(value, bytes);
            }
        }
    }
}

/// Appends a text so that the end of a text compares less than any letter.
fn push_text(text: &str, bytes: &mut Vec<u8>) {
    for byte in text.bytes() {
        bytes.push(byte);
        if byte == 0 {
            bytes.push(1);
        }
    }
    bytes.extend([0, 0]);
}

/// Appends a number: the nearest floating point number, then the rest, so that large integers differ.
fn push_number(number: &Number, bytes: &mut Vec<u8>) {
    let float = number.as_f64().unwrap_or(0.0) + 0.0;
    let bits = float.to_bits();
    let ordered = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
    bytes.extend(ordered.to_be_bytes());
    let integer = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
    let rest = integer.map_or(0, |integer| integer - float as i128);
    bytes.extend((rest as i64 ^ i64::MIN).to_be_bytes());
}

/// Returns whether a value contains another one, as the operator `@>` of PostgreSQL.
pub(crate) fn contains(outer: &Json, inner: &Json) -> bool {
    match (outer, inner) {
        (Json::Object(outer), Json::Object(inner)) => {
            inner.iter().all(|(name, value)| outer.get(name).is_some_and(|found| contains_member(found, value)))
        }
        (Json::Array(outer), Json::Array(inner)) => {
            inner.iter().all(|value| outer.iter().any(|found| contains_member(found, value)))
        }
        (Json::Array(outer), scalar) if !scalar.is_object() => outer.iter().any(|found| key(found) == key(scalar)),
        _ => !outer.is_object() && !inner.is_object() && key(outer) == key(inner),
    }
}

/// As [`contains`], without the exception that an array contains a scalar, which holds for whole documents.
pub(crate) fn contains_member(outer: &Json, inner: &Json) -> bool {
    match (outer, inner) {
        (Json::Array(_), Json::Array(_)) | (Json::Object(_), Json::Object(_)) => contains(outer, inner),
        (Json::Array(_), _) | (_, Json::Array(_)) => false,
        _ => contains(outer, inner),
    }
}

/// Returns the member of a value at a path of names and indices.
pub(crate) fn at<'a>(value: &'a Json, path: &[Json]) -> Option<&'a Json> {
    path.iter().try_fold(value, |value, step| match (value, step) {
        (Json::Object(members), Json::String(name)) => members.get(name),
        (Json::Array(values), Json::Number(index)) => values.get(usize::try_from(index.as_u64()?).ok()?),
        _ => None,
    })
}

/// As [`at`], with indices as digits: the operator `#>` of PostgreSQL.
pub(crate) fn at_texts<'a, 'p>(value: &'a Json, mut path: impl Iterator<Item = &'p str>) -> Option<&'a Json> {
    path.try_fold(value, |value, step| match value {
        Json::Object(members) => members.get(step),
        Json::Array(values) => values.get(step.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Returns a value as text: strings without quotes, `None` for `null`.
pub(crate) fn text(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Returns the text of a value with sorted members and Java's floating point numbers.
pub(crate) fn canonical(value: &Json) -> String {
    let mut text = String::new();
    push_canonical(value, &mut text);
    text
}

fn push_canonical(value: &Json, text: &mut String) {
    match value {
        Json::Array(values) => {
            text.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                push_canonical(value, text);
            }
            text.push(']');
        }
        Json::Object(members) => {
            let mut members: Vec<(&String, &Json)> = members.iter().collect();
            members.sort_by_key(|(name, _)| name.as_str());
            text.push('{');
            for (index, (name, value)) in members.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                text.push_str(&Json::from(name.as_str()).to_string());
                text.push(':');
                push_canonical(value, text);
            }
            text.push('}');
        }
        Json::Number(number) if number.is_f64() => text.push_str(&java(number.as_f64().unwrap_or(0.0))),
        other => text.push_str(&other.to_string()),
    }
}

/// Returns a floating point number as Java prints it.
fn java(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || (1e-3..1e7).contains(&size) {
        return format!("{number:?}");
    }
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}E{exponent}"),
        Some((digits, exponent)) => format!("{digits}.0E{exponent}"),
        None => text,
    }
}

/// Returns the text of a value with sorted members, which other programs read as well.
pub(crate) fn canonical_json(value: &Json) -> String {
    match value {
        Json::Number(_) => value.to_string(),
        other => canonical(other),
    }
}

/// Returns the SHA-1 of the canonical text of a value, in hexadecimal.
pub(crate) fn hash(value: &Json) -> String {
    hex::encode(Sha1::digest(canonical(value)))
}

/// Returns an object of the given members. Unlike the macro `json!`, it moves the values: large ones take long to copy.
pub(crate) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_key_orders_values_as_jsonb() {
        let ordered = [
            json!(null),
            json!(""),
            json!("a"),
            json!("a\u{0}"),
            json!("ab"),
            json!("b"),
            json!(-1e30),
            json!(-2),
            json!(-1.5),
            json!(0),
            json!(1),
            json!(1.5),
            json!(9_007_199_254_740_992_i64),
            json!(9_007_199_254_740_993_i64),
            json!(1e300),
            json!(false),
            json!(true),
            json!([]),
            json!(["z"]),
            json!([1, 2]),
            json!({}),
            json!({"aa": 1}),
            json!({"b": 1}),
            json!({"a": 1, "b": 1}),
        ];
        for pair in ordered.windows(2) {
            assert!(key(&pair[0]) < key(&pair[1]), "{} < {}", pair[0], pair[1]);
        }
        assert_eq!(key(&json!(1)), key(&json!(1.0)));
        assert_eq!(key(&json!(0)), key(&json!(-0.0)));
    }

    #[test]
    fn json_contains_is_that_of_jsonb() {
        for (outer, inner, expected) in [
            (json!({"a": {"b": 1, "c": 2}}), json!({"a": {"b": 1.0}}), true),
            (json!({"a": [1, [2]]}), json!({"a": [1]}), true),
            (json!({"a": [1, 2]}), json!({"a": 1}), false),
            (json!([1, 2]), json!(1), true),
            (json!([1, [2]]), json!([2]), false),
            (json!("a"), json!("a"), true),
            (json!({"a": null}), json!({"a": null}), true),
            (json!({}), json!({"a": null}), false),
        ] {
            assert_eq!(contains(&outer, &inner), expected, "{outer} {inner}");
        }
    }

    #[test]
    fn json_canonical_text_is_that_of_java() {
        let value = json!({"b": [1.5e-7, 1e10, 0.25, 100.0, 12], "a": {"d": "grüße\n", "c": null}});
        assert_eq!(canonical(&value), r#"{"a":{"c":null,"d":"grüße\n"},"b":[1.5E-7,1.0E10,0.25,100.0,12]}"#);
    }
}
