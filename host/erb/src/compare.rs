//! Comparison of values: `==`, `<=>` and `===`.

use std::cmp::Ordering;

pub(crate) use ruby::number::to_float as float;

use crate::class;
use crate::hash::HashKey;
use crate::interpreter::{Arguments, Interpreter, Unwind};
use crate::value::Value;

impl Interpreter<'_> {
    /// Returns whether two values are equal, like `==`.
    pub(crate) fn equal(&mut self, left: Value, right: Value) -> Result<bool, Unwind> {
        self.work(1)?;
        Ok(match (left, right) {
            (Value::Integer(left), Value::Float(right)) => float(left) == right,
            (Value::Float(left), Value::Integer(right)) => left == float(right),
            (Value::String(left), Value::String(right)) => self.heap.strings[left] == self.heap.strings[right],
            (Value::Version(left), Value::Version(right)) => {
                compare_gem_versions(&self.heap.strings[left], &self.heap.strings[right]).is_eq()
            }
            (Value::Address(left), Value::Address(right)) => {
                self.heap.addresses[left].is_at(&self.heap.addresses[right])
            }
            (Value::Array(left), Value::Array(right)) => {
                if left == right {
                    return Ok(true);
                }
                let (left, right) = (self.heap.arrays[left].clone(), self.heap.arrays[right].clone());
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (left, right) in left.into_iter().zip(right) {
                    if !self.nested(|interpreter| interpreter.equal(left, right))? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Hash(left), Value::Hash(right)) => {
                if left == right {
                    return Ok(true);
                }
                let (left, right) = (self.heap.hashes[left].table.clone(), self.heap.hashes[right].table.clone());
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (key, (_, value)) in left.iter() {
                    let Some(other) = right.get(key) else { return Ok(false) };
                    if !self.nested(|interpreter| interpreter.equal(*value, other))? {
                        return Ok(false);
                    }
                }
                true
            }
            (Value::Range(left), Value::Range(right)) => {
                let (left, right) = (self.heap.ranges[left], self.heap.ranges[right]);
                left.excludes_end == right.excludes_end
                    && self.nested(|interpreter| interpreter.equal(left.begin, right.begin))?
                    && self.nested(|interpreter| interpreter.equal(left.end, right.end))?
            }
            (Value::Regexp(left), Value::Regexp(right)) => self.heap.regexps[left] == self.heap.regexps[right],
            (Value::Sensitive(left), Value::Sensitive(right)) => {
                let (left, right) = (self.heap.secrets[left], self.heap.secrets[right]);
                self.nested(|interpreter| interpreter.equal(left, right))?
            }
            (Value::Set(_), Value::Set(_)) | (Value::Foreign(_), Value::Foreign(_)) => {
                HashKey::of(left, &self.heap) == HashKey::of(right, &self.heap)
            }
            (left, right) => left == right,
        })
    }

    /// Compares two values like `<=>`; `None` if they cannot be compared.
    pub(crate) fn order(&mut self, left: Value, right: Value) -> Result<Option<Ordering>, Unwind> {
        self.work(1)?;
        Ok(match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(&right)),
            (Value::Integer(left), Value::Float(right)) => float(left).partial_cmp(&right),
            (Value::Float(left), Value::Integer(right)) => left.partial_cmp(&float(right)),
            (Value::Float(left), Value::Float(right)) => left.partial_cmp(&right),
            (Value::String(left), Value::String(right)) => {
                Some(self.heap.strings[left].as_bytes().cmp(self.heap.strings[right].as_bytes()))
            }
            (Value::Symbol(left), Value::Symbol(right)) => Some(self.name(left).cmp(&self.name(right))),
            (Value::Version(left), Value::Version(right)) => {
                Some(compare_gem_versions(&self.heap.strings[left], &self.heap.strings[right]))
            }
            (Value::Array(left), Value::Array(right)) => {
                let (left, right) = (self.heap.arrays[left].clone(), self.heap.arrays[right].clone());
                for (left, right) in left.iter().zip(&right) {
                    match self.nested(|interpreter| interpreter.order(*left, *right))? {
                        Some(Ordering::Equal) => {}
                        decided => return Ok(decided),
                    }
                }
                Some(left.len().cmp(&right.len()))
            }
            (left, right) => self.equal(left, right)?.then_some(Ordering::Equal),
        })
    }

    /// Compares two values; raises an exception if they cannot be compared.
    pub(crate) fn must_order(&mut self, left: Value, right: Value) -> Result<Ordering, Unwind> {
        match self.order(left, right)? {
            Some(order) => Ok(order),
            None => Err(self.incomparable(left, right)?),
        }
    }

    /// Returns the error of two values that cannot be compared.
    pub(crate) fn incomparable(&mut self, left: Value, right: Value) -> Result<Unwind, Unwind> {
        let right = match right {
            Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => self.inspect(right)?,
            other => class::of(other, &self.heap),
        };
        let left = class::of(left, &self.heap);
        Ok(self.fault("ArgumentError", format!("comparison of {left} with {right} failed")))
    }

    /// Returns whether a value matches a pattern of `case`, like `===`.
    pub(crate) fn matches(&mut self, pattern: Value, value: Value) -> Result<bool, Unwind> {
        match pattern {
            Value::Class(class) => {
                let class = self.name(class);
                Ok(class::is_kind_of(&class::of(value, &self.heap), &class))
            }
            Value::Regexp(_) => match value {
                Value::String(_) | Value::Symbol(_) => Ok(self.match_at(pattern, value, 0)? != Value::Nil),
                _ => Ok(false),
            },
            Value::Range(_) | Value::Set(_) | Value::Address(_) => {
                Ok(self.send(pattern, "include?", &Arguments::new(vec![value])).map_or_else(
                    |stop| if matches!(stop, Unwind::Raise(_)) { Ok(false) } else { Err(stop) },
                    |value| Ok(value.is_true()),
                )?)
            }
            Value::Proc(_) => Ok(self.send(pattern, "call", &Arguments::new(vec![value]))?.is_true()),
            _ => self.equal(pattern, value),
        }
    }

    /// Sorts values by a comparison function; fails if values cannot be compared.
    pub(crate) fn sorted(
        &mut self,
        mut list: Vec<Value>,
        mut order: impl FnMut(&mut Self, Value, Value) -> Result<Ordering, Unwind>,
    ) -> Result<Vec<Value>, Unwind> {
        // Sorted input is returned unchanged, and incomparable elements are reported from left to right.
        let mut is_sorted = true;
        for pair in list.windows(2) {
            is_sorted &= order(self, pair[0], pair[1])?.is_le();
        }
        if is_sorted {
            return Ok(list);
        }
        let mut failure = None;
        // Ruby's sort is not stable, so either order of equal values is valid.
        list.sort_by(|left, right| {
            if failure.is_some() {
                return Ordering::Equal;
            }
            order(self, *left, *right).unwrap_or_else(|stop| {
                failure = Some(stop);
                Ordering::Equal
            })
        });
        failure.map_or(Ok(list), Err)
    }
}

/// Returns the text of a version as in RubyGems: without surrounding space, and `0` if it is empty. `None` if it is malformed.
#[must_use]
pub fn gem_version(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_part =
        |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    match text {
        "" => Some("0"),
        _ => (text.starts_with(|letter: char| letter.is_ascii_digit()) && text.split('.').all(is_part)).then_some(text),
    }
}

/// Compares two versions like RubyGems: by parts, words before numbers, missing parts as 0.
#[must_use]
pub fn compare_gem_versions(left: &str, right: &str) -> Ordering {
    let (left, right) = (segments(left), segments(right));
    for index in 0..left.len().max(right.len()) {
        let zero = Segment::Number(0);
        let order = left.get(index).unwrap_or(&zero).cmp(right.get(index).unwrap_or(&zero));
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Word(String),
    Number(u64),
}

fn segments(version: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let version = version.replace('-', ".pre.");
    let mut rest = version.as_str();
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        if !first.is_ascii_alphanumeric() {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let fits = |letter: char| if is_digit { letter.is_ascii_digit() } else { letter.is_ascii_alphabetic() };
        let length = rest.find(|letter| !fits(letter)).unwrap_or(rest.len());
        let part = &rest[..length];
        segments.push(if is_digit {
            Segment::Number(part.parse().unwrap_or(u64::MAX))
        } else {
            Segment::Word(part.to_owned())
        });
        rest = &rest[length..];
    }
    segments
}
