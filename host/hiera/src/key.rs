//! Keys of lookups: `a::b.c.0` consists of the root key `a::b` and the segments `c` and `0`, a path into its value.
//! This file parses keys and follows such paths.

use std::sync::Arc;

use value::{EvalError, Value, class_name};

use crate::explain::LookupStep;
use crate::issue;
use crate::lookup::Lookup;

/// A parsed lookup key.
#[derive(Clone, Debug)]
pub(crate) struct LookupKey {
    /// The key as it was written.
    pub(crate) text: Arc<str>,
    /// The root key, which is looked up in the data.
    pub(crate) root: Arc<str>,
    /// The path into the value: strings, and integers for array indexes.
    pub(crate) segments: Vec<Value>,
}

impl LookupKey {
    /// Parses a key.
    ///
    /// # Errors
    /// Returns an error if a dot or quote is misplaced.
    pub(crate) fn new(text: &str) -> Result<Self, EvalError> {
        let mut segments = split(text).ok_or_else(|| issue::lookup_key_syntax("key", &format!("'{text}'")))?;
        let root = segments.remove(0);
        Ok(Self { text: text.into(), root: root.text(), segments })
    }

    /// Returns the key `lookup_options`, which is looked up like any other.
    pub(crate) fn lookup_options() -> Self {
        Self { text: LOOKUP_OPTIONS.into(), root: LOOKUP_OPTIONS.into(), segments: Vec::new() }
    }

    /// Returns the module whose data is searched: the part before the first `::`.
    pub(crate) fn module(&self) -> Option<&str> {
        self.root.find("::").map(|end| &self.root[..end])
    }

    /// Returns all segments, beginning with the root key.
    pub(crate) fn all_segments(&self) -> Value {
        std::iter::once(Value::String(Arc::clone(&self.root))).chain(self.segments.iter().cloned()).collect()
    }

    /// Wraps a value in hashes and arrays so that the segments of this key lead to it.
    pub(crate) fn wrap(&self, value: Value) -> Value {
        self.segments.iter().rev().fold(value, |inner, segment| match segment {
            Value::Integer(index) => {
                let before = usize::try_from(*index).unwrap_or_default();
                std::iter::repeat_n(Value::Undef, before).chain([inner]).collect()
            }
            _ => Value::hash([(segment.clone(), inner)].into_iter().collect()),
        })
    }
}

/// The key that contains the lookup options of other keys.
pub(crate) const LOOKUP_OPTIONS: &str = "lookup_options";

impl Lookup<'_> {
    /// Follows the segments of a key into a value; `None` if an element does not exist.
    ///
    /// # Errors
    /// Returns an error that names the whole key if a segment is applied to a value without elements.
    pub(crate) fn dig(&mut self, key: &str, segments: &[Value], value: Value) -> Result<Option<Value>, EvalError> {
        if segments.is_empty() {
            return Ok(Some(value));
        }
        let step = || LookupStep::SubKey(segments.iter().map(|segment| segment.text().to_string()).collect());
        self.explained(step, |lookup| {
            let mut value = value;
            for segment in segments {
                let step = || LookupStep::Segment;
                let found = lookup.explained(step, |lookup| {
                    let found = element(key, segment, &value)?;
                    match &found {
                        Some(value) => lookup.explain_found(&segment.text(), value),
                        None => lookup.explain_not_found(&segment.text()),
                    }
                    Ok(found)
                })?;
                match found {
                    Some(inner) => value = inner,
                    None => return Ok(None),
                }
            }
            Ok(Some(value))
        })
    }
}

fn element(key: &str, segment: &Value, value: &Value) -> Result<Option<Value>, EvalError> {
    match (value, segment) {
        (Value::Undef, _) => Ok(None),
        (Value::Array(elements), Value::Integer(index)) => {
            Ok(usize::try_from(*index).ok().and_then(|index| elements.get(index)).cloned())
        }
        (Value::Hash(hash), _) => Ok(hash.get(segment).cloned()),
        _ => Err(issue::lookup_not_a_hash(&class_name(value), &segment.text(), key)),
    }
}

/// Splits a key at its dots. White space around a segment is ignored; dots in quotes don't separate. A segment of
/// digits is an integer. `None` if the key is malformed.
pub(crate) fn split(text: &str) -> Option<Vec<Value>> {
    if !text.contains(['\'', '"', '.']) {
        return Some(vec![text.into()]);
    }
    let mut segments = Vec::new();
    let mut rest = text;
    loop {
        let (segment, after) = segment(rest)?;
        segments.push(segment);
        match after.strip_prefix('.') {
            Some(after) => rest = after,
            None if after.is_empty() => return Some(segments),
            None => return None,
        }
    }
}

/// Parses the first segment of a text. Returns it with the rest.
fn segment(text: &str) -> Option<(Value, &str)> {
    let inner = text.trim_start();
    if let Some(quote) = inner.chars().next().filter(|letter| matches!(letter, '\'' | '"')) {
        let (quoted, after) = inner[1..].split_once(quote).filter(|(quoted, _)| !quoted.is_empty())?;
        return Some((quoted.into(), after.trim_start()));
    }
    let end = text.find(['\'', '"', '.']).unwrap_or(text.len());
    let (plain, after) = text.split_at(end);
    if plain.is_empty() {
        return None;
    }
    let plain = plain.trim();
    Some((number(plain).map_or_else(|| plain.into(), Value::Integer), after))
}

/// Returns the value of a segment of digits.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        split(text).map(|segments| Value::from(segments).inspect())
    }

    #[test]
    fn dots_split_keys() {
        assert_eq!(shown("a::b").unwrap(), r#"["a::b"]"#);
        assert_eq!(shown("a.b.0.-1").unwrap(), r#"["a", "b", 0, -1]"#);
        assert_eq!(shown(r#"'a.b' . " c ".d e "#).unwrap(), r#"["a.b", " c ", "d e"]"#);
    }

    #[test]
    fn key_with_misplaced_dot_or_quote_is_rejected() {
        for text in ["a.", ".a", "a..b", "'a", "a'b'", "'a'b", "''"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn wrap_nests_value_under_the_segments() {
        let key = LookupKey::new("a.b.1").unwrap();
        assert_eq!(key.wrap("x".into()).inspect(), r#"{"b"=>[nil, "x"]}"#);
        assert_eq!((key.module(), LookupKey::new("m::n::a.b").unwrap().module()), (None, Some("m")));
    }
}
