//! Deep merge of hashes and arrays, by the rules of the Ruby library `deep_merge`, which Puppet uses.

use std::cmp::Ordering;

use datatype::Regex;
use value::{EvalError, Hash, Value, class_name};

use crate::issue;

/// Merges `source` over `target`; if the values cannot be merged, `source` wins.
///
/// # Errors
/// Returns an error if an option is invalid or array elements cannot be sorted.
pub(super) fn merge(source: &Value, target: Value, options: &Hash) -> Result<Value, EvalError> {
    let is_set = |name: &str| options.text(name).is_some_and(Value::is_true);
    let knockout = match options.text("knockout_prefix").filter(|prefix| prefix.is_true()) {
        Some(prefix) => Some(Knockout::new(prefix)?),
        None => None,
    };
    let rules = Rules { knockout, sorts: is_set("sort_merged_arrays"), merges_hashes: is_set("merge_hash_arrays") };
    rules.merge(source, target, 0)
}

struct Rules {
    knockout: Option<Knockout>,
    sorts: bool,
    /// Whether hashes in two arrays are merged index by index.
    merges_hashes: bool,
}

/// A prefix that marks elements to be removed.
struct Knockout {
    prefix: Value,
    pattern: Regex,
}

impl Knockout {
    fn new(prefix: &Value) -> Result<Self, EvalError> {
        let text = prefix.text();
        if text.is_empty() {
            return Err(issue::empty_knockout_prefix());
        }
        let pattern = Regex::new(&format!("^{text}")).map_err(|error| EvalError::new(error.reason().to_owned()))?;
        Ok(Self { prefix: prefix.clone(), pattern })
    }

    /// Returns the text without the prefix, or `None` if it doesn't have the prefix.
    fn stripped(&self, value: &Value) -> Option<Value> {
        let text = value.as_str()?;
        let (start, end) = self.pattern.find_at(text, 0).ok().flatten()?;
        (end > start).then(|| format!("{}{}", &text[..start], &text[end..]).into())
    }
}

impl Rules {
    fn merge(&self, source: &Value, target: Value, depth: usize) -> Result<Value, EvalError> {
        if depth > datatype::MAX_DEPTH {
            return Err(EvalError::new("the data to merge is nested too deeply"));
        }
        if source.is_undef() {
            return Ok(target);
        }
        if !target.is_true() {
            return Ok(source.clone());
        }
        match (source, target) {
            (Value::Hash(source), Value::Hash(target)) => self.hashes(source, Hash::clone(&target), depth),
            // An empty hash replaces nothing.
            (Value::Hash(source), target) if source.is_empty() => Ok(target),
            (Value::Array(elements), target) => self.array(elements, target, depth),
            (source, _) => Ok(self.overwritten(source)),
        }
    }

    fn hashes(&self, source: &Hash, mut target: Hash, depth: usize) -> Result<Value, EvalError> {
        for (key, value) in source {
            let existing = match target.get(key) {
                Some(existing) if existing.is_true() => existing.clone(),
                // Puppet: a single value is merged with itself, which applies the knockout prefix.
                _ => value.clone(),
            };
            let merged = self.merge(value, existing, depth + 1)?;
            target.insert(key.clone(), merged);
        }
        Ok(target.into())
    }

    fn array(&self, elements: &[Value], target: Value, depth: usize) -> Result<Value, EvalError> {
        let mut source = elements.to_vec();
        let mut target = target;
        if let Some(knockout) = &self.knockout
            && source.contains(&knockout.prefix)
        {
            target = cleared(&target);
            source.retain(|element| *element != knockout.prefix);
        }
        let Value::Array(existing) = &target else {
            return Ok(source.into_iter().filter(|element| self.stays(element)).collect());
        };
        let mut existing = existing.to_vec();
        if let Some(knockout) = &self.knockout {
            source.retain(|element| {
                let Some(stripped) = knockout.stripped(element) else { return true };
                existing.retain(|other| *other != stripped && other != element);
                false
            });
        }
        let is_hash = |value: &Value| matches!(value, Value::Hash(_));
        let mut merged = if self.merges_hashes && source.iter().all(is_hash) && existing.iter().all(is_hash) {
            self.by_position(&source, existing, depth)?
        } else {
            let all: Hash = existing.into_iter().chain(source).map(|value| (value, Value::Undef)).collect();
            all.keys().cloned().collect()
        };
        if self.sorts {
            sort(&mut merged)?;
        }
        Ok(merged.into())
    }

    fn by_position(&self, source: &[Value], existing: Vec<Value>, depth: usize) -> Result<Vec<Value>, EvalError> {
        let empty = Value::from(Hash::default());
        let count = existing.len();
        let mut merged = Vec::with_capacity(count.max(source.len()));
        for (index, value) in existing.into_iter().enumerate() {
            merged.push(self.merge(source.get(index).unwrap_or(&empty), value, depth + 1)?);
        }
        merged.extend(source.iter().skip(count).cloned());
        Ok(merged)
    }

    /// Returns the value that replaces a target.
    fn overwritten(&self, source: &Value) -> Value {
        match source {
            text @ Value::String(_) if !self.stays(text) => "".into(),
            other => other.clone(),
        }
    }

    fn stays(&self, value: &Value) -> bool {
        self.knockout.as_ref().is_none_or(|knockout| knockout.stripped(value).is_none())
    }
}

fn cleared(value: &Value) -> Value {
    match value {
        Value::Array(_) => Value::array([]),
        Value::Hash(_) => Hash::default().into(),
        Value::String(_) => "".into(),
        _ => Value::Undef,
    }
}

/// Sorts as Ruby does: values of different kinds cannot be compared.
fn sort(values: &mut [Value]) -> Result<(), EvalError> {
    let mut fault = None;
    values.sort_by(|left, right| {
        compare(left, right).unwrap_or_else(|| {
            let (left, right) = (class_name(left), right.inspect());
            fault.get_or_insert_with(|| EvalError::new(format!("comparison of {left} with {right} failed")));
            Ordering::Equal
        })
    });
    fault.map_or(Ok(()), Err)
}

fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    #[expect(clippy::cast_precision_loss, reason = "close to Ruby's comparison of integers with floats")]
    let number = |value: &Value| match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    };
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        (Value::Array(left), Value::Array(right)) => {
            for (left, right) in left.iter().zip(right.iter()) {
                match compare(left, right)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(left.len().cmp(&right.len()))
        }
        _ => match (number(left), number(right)) {
            (Some(left), Some(right)) => left.partial_cmp(&right),
            _ => (left == right).then_some(Ordering::Equal),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(entries: &[(&str, Value)]) -> Value {
        entries.iter().cloned().collect::<Hash>().into()
    }

    fn list(elements: &[&str]) -> Value {
        elements.iter().map(|element| Value::from(*element)).collect()
    }

    fn merged(source: &Value, target: Value, options: &[(&str, Value)]) -> String {
        merge(source, target, &options.iter().cloned().collect()).unwrap().inspect()
    }

    #[test]
    fn hashes_and_arrays_are_merged() {
        let source = hash(&[("new", 1_i64.into()), ("list", list(&["x", "b"])), ("kind", list(&[]))]);
        let target = hash(&[("list", list(&["a", "b"])), ("kind", "text".into())]);
        assert_eq!(merged(&source, target, &[]), r#"{"list"=>["a", "b", "x"], "kind"=>[], "new"=>1}"#);
    }

    #[test]
    fn knockout_prefix_removes_elements() {
        let options = [("knockout_prefix", Value::from("--"))];
        assert_eq!(merged(&list(&["--b", "d"]), list(&["a", "b"]), &options), r#"["a", "d"]"#);
        assert_eq!(merged(&list(&["--", "d"]), list(&["a", "b"]), &options), r#"["d"]"#);
        let source = hash(&[("k", "--v".into()), ("alone", list(&["--x", "y"])), ("--gone", "".into())]);
        let target = hash(&[("k", "v".into()), ("gone", 1_i64.into())]);
        assert_eq!(merged(&source, target, &options), r#"{"k"=>"", "gone"=>1, "alone"=>["y"], "--gone"=>""}"#);
    }

    #[test]
    fn merge_hash_arrays_merges_by_position() {
        let (source, target) =
            (Value::array([hash(&[("y", 1_i64.into())])]), Value::array([hash(&[("z", 2_i64.into())])]));
        assert_eq!(merged(&source, target.clone(), &[("merge_hash_arrays", true.into())]), r#"[{"z"=>2, "y"=>1}]"#);
        assert_eq!(merged(&source, target, &[]), r#"[{"z"=>2}, {"y"=>1}]"#);
    }

    #[test]
    fn sort_merged_arrays_rejects_incomparable_elements() {
        let options = [("sort_merged_arrays", Value::from(true))];
        assert_eq!(merged(&list(&["c"]), list(&["b", "a"]), &options), r#"["a", "b", "c"]"#);
        let options = options.into_iter().collect();
        assert!(merge(&list(&["c"]), Value::array([1_i64.into()]), &options).is_err());
    }
}
