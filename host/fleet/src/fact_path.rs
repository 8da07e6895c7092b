//! Paths of the values in structured facts, and their encoding as one text.

use fancy_regex::Regex;
use serde_json::Value as Json;

/// Separates the parts of an encoded path.
const DELIMITER: &str = "#~";

/// The value at a path of a fact.
pub(crate) struct Leaf<'a> {
    /// Names and indices, without the name of the fact.
    pub(crate) path: Vec<Json>,
    pub(crate) value: &'a Json,
}

/// Calls a function for each value of a fact that is neither an array nor an object.
pub(crate) fn leaves<'a>(value: &'a Json, found: &mut impl FnMut(Leaf<'a>)) {
    // An own stack: facts can nest deeply.
    let mut open: Vec<(Vec<Json>, &Json)> = vec![(Vec::new(), value)];
    while let Some((path, value)) = open.pop() {
        let below = |step: Json| path.iter().cloned().chain([step]).collect();
        match value {
            Json::Array(values) => {
                open.extend(values.iter().enumerate().rev().map(|(index, value)| (below(index.into()), value)));
            }
            Json::Object(members) => {
                open.extend(members.iter().rev().map(|(name, value)| (below(name.as_str().into()), value)));
            }
            _ => found(Leaf { path, value }),
        }
    }
}

/// Returns the name of the type of a value that is neither an array nor an object.
pub(crate) fn type_name(value: &Json) -> &'static str {
    match value {
        Json::String(_) => "string",
        Json::Number(number) if number.is_f64() => "float",
        Json::Number(_) => "integer",
        Json::Bool(_) => "boolean",
        _ => "null",
    }
}

/// Returns a path as one text: names that are digits are in quotes, indices are not.
pub(crate) fn encode(path: &[Json]) -> String {
    let parts: Vec<String> = path.iter().map(encode_part).collect();
    parts.join(DELIMITER)
}

fn encode_part(part: &Json) -> String {
    match part {
        Json::String(name) if name.bytes().all(|byte| byte.is_ascii_digit()) => format!("\"{name}\""),
        Json::String(name) => name.replace(DELIMITER, "\\#\\~"),
        other => other.to_string(),
    }
}

/// Returns the parts of an encoded path.
pub(crate) fn decode(path: &str) -> Vec<Json> {
    path.split(DELIMITER).map(decode_part).collect()
}

fn decode_part(part: &str) -> Json {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if part.starts_with(|letter: char| letter.is_ascii_digit())
        && let Ok(index) = part.parse::<i64>()
    {
        return index.into();
    }
    match part.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(name) if is_digits(name) => name.into(),
        _ => part.replace("\\#\\~", DELIMITER).into(),
    }
}

/// Returns the pattern for encoded paths that corresponds to patterns for the parts of a path: `.*` and the like stay
/// within one part.
pub(crate) fn pattern(parts: &[Json]) -> String {
    let converted: Vec<Json> = parts
        .iter()
        .map(|part| match part {
            Json::String(text) => bounded(text).into(),
            other => other.clone(),
        })
        .collect();
    format!("^{}$", encode(&converted))
}

fn bounded(text: &str) -> String {
    let text = text.replace(".*", "(?:((?!#~).)+|.?)");
    let mut found = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('.') {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        found.push_str(before);
        let quantifier = match after.chars().next() {
            Some('+') => 1,
            Some('{') => after.rfind('}').map_or(0, |end| end + 1),
            _ => 0,
        };
        if quantifier == 0 {
            found.push('.');
        } else {
            found.push_str("(?:(?!#~).)");
            found.push_str(&after[..quantifier]);
        }
        rest = &after[quantifier..];
    }
    found + rest
}

/// Returns whether each part of a path matches its pattern. A pattern of digits matches indices and names.
pub(crate) fn matches(path: &[Json], patterns: &[(Json, Regex)]) -> Result<bool, fancy_regex::Error> {
    if path.len() != patterns.len() {
        return Ok(false);
    }
    for (part, (source, regex)) in path.iter().zip(patterns) {
        let (text, is_index) = match part {
            Json::String(name) => (name.clone(), false),
            other => (other.to_string(), true),
        };
        let is_possible = match source {
            Json::String(source) if source.bytes().all(|byte| byte.is_ascii_digit()) => !is_index,
            Json::String(_) => true,
            _ => is_index,
        };
        if !is_possible || !regex.is_match(&text)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fact_path_is_restored_after_encoding() {
        for (path, encoded) in [
            (json!(["os", "family"]), "os#~family"),
            (json!(["a", 1, "1", "2x"]), "a#~1#~\"1\"#~2x"),
            (json!(["a#~b", "c.d"]), "a\\#\\~b#~c.d"),
        ] {
            let path = path.as_array().unwrap();
            assert_eq!(encode(path), encoded);
            assert_eq!(decode(encoded), *path);
        }
    }

    #[test]
    fn fact_path_patterns_stay_within_parts() {
        let matches =
            |parts: Json, path: &str| Regex::new(&pattern(parts.as_array().unwrap())).unwrap().is_match(path).unwrap();
        assert!(matches(json!(["os", ".*"]), "os#~family"));
        assert!(!matches(json!(["os", ".*"]), "os#~release#~major"));
        assert!(matches(json!(["a", "b.+"]), "a#~bcd"));
        assert!(!matches(json!(["a", "b.+"]), "a#~b#~d"));
        assert!(matches(json!(["a", 1]), "a#~1"));
        assert!(!matches(json!(["a", "1"]), "a#~1"));
    }

    #[test]
    fn fact_leaves_have_their_paths_in_order() {
        let mut found = Vec::new();
        let value = json!({"a": [1, {"b": null}], "c": "x", "empty": {}});
        leaves(&value, &mut |leaf| found.push(format!("{} {}", Json::from(leaf.path.clone()), type_name(leaf.value))));
        assert_eq!(found, ["[\"a\",0] integer", "[\"a\",1,\"b\"] null", "[\"c\"] string"]);
    }
}
