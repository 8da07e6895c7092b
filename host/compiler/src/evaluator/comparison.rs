//! Comparison of values: `==` ignores the case of ASCII letters; `<` compares numbers, strings, times and versions;
//! `in` searches strings, arrays and hashes; `case` options match types, patterns and structures.

use std::cmp::Ordering;
use std::sync::Arc;

use datatype::{Regex, RegexError, SemVer, Type};
use syntax::ast::{Binary, BinaryOperator, Expression};
use value::{EvalError, Value, class_noun};

use super::{Evaluator, puppet3};
use crate::issue;
use crate::scope::Captures;

/// How many regular expressions in strings are kept, so that code with ever new ones does not collect them.
const MAXIMUM_TEXT_PATTERNS: usize = 256;

/// Returns whether two values are equal in the sense of `==`.
#[must_use]
pub fn equals(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::String(a), Value::String(b)) => a.eq_ignore_ascii_case(b),
        (Value::Integer(a), Value::Float(b)) | (Value::Float(b), Value::Integer(a)) => *a as f64 == *b,
        // Puppet: timestamps and timespans compare as numbers of seconds.
        (Value::Timespan(a), b @ (Value::Integer(_) | Value::Float(_)))
        | (b @ (Value::Integer(_) | Value::Float(_)), Value::Timespan(a)) => a.to_float() == number(b),
        (Value::Timestamp(a), b @ (Value::Integer(_) | Value::Float(_)))
        | (b @ (Value::Integer(_) | Value::Float(_)), Value::Timestamp(a)) => a.to_float() == number(b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equals(a, b)),
        (Value::Hash(a), Value::Hash(b)) => {
            let same = |(key, value): (&Value, &Value)| equals(b.get(key).unwrap_or(&Value::Undef), value);
            a.len() == b.len() && a.iter().all(same)
        }
        _ => left == right,
    }
}

/// Returns whether two operands are equal. Two types are equal if each is assignable to the other; inside arrays and
/// hashes Puppet requires identical types.
fn is_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Type(a), Value::Type(b)) => a == b || (a.is_assignable(b) && b.is_assignable(a)),
        _ => equals(left, right),
    }
}

/// Compares two values as `<` does.
///
/// # Errors
/// Returns the reason if the values cannot be compared.
pub fn compare(left: &Value, right: &Value) -> Result<Ordering, &'static str> {
    let undefined = "comparison of Float with Float failed";
    match (left, right) {
        (Value::String(a), Value::String(b)) => {
            let lower = |text: &Arc<str>| text.bytes().map(|byte| byte.to_ascii_lowercase()).collect::<Vec<u8>>();
            Ok(lower(a).cmp(&lower(b)))
        }
        (Value::String(_), _) => Err("A String is not comparable to a non String"),
        (Value::Integer(a), Value::Integer(b)) => Ok(a.cmp(b)),
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => {
            number(left).partial_cmp(&number(right)).ok_or(undefined)
        }
        (Value::Integer(_) | Value::Float(_), Value::Timespan(_) | Value::Timestamp(_)) => {
            compare(right, left).map(Ordering::reverse)
        }
        (Value::Integer(_) | Value::Float(_), _) => Err("A Numeric is not comparable to non Numeric"),
        (Value::Timespan(a), Value::Timespan(b)) => Ok(a.cmp(b)),
        (Value::Timespan(a), Value::Integer(_) | Value::Float(_)) => {
            a.to_float().partial_cmp(&number(right)).ok_or(undefined)
        }
        (Value::Timespan(_), _) => Err("Timespans are only comparable to Timespans, Integers, and Floats"),
        (Value::Timestamp(a), Value::Timestamp(b)) => Ok(a.cmp(b)),
        (Value::Timestamp(a), Value::Integer(_) | Value::Float(_)) => {
            a.to_float().partial_cmp(&number(right)).ok_or(undefined)
        }
        (Value::Timestamp(_), _) => Err("Timestamps are only comparable to Timestamps, Integers, and Floats"),
        (Value::SemVer(a), Value::SemVer(b)) => Ok(a.precedence(b)),
        (Value::SemVer(_), _) => Err("Versions not comparable to non Versions"),
        (Value::Default, Value::Default) => Ok(Ordering::Equal),
        (Value::Default, _) => Err("Symbol not comparable to non Symbol"),
        _ => Err("Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable"),
    }
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Integer(value) => *value as f64,
        Value::Float(value) => *value,
        _ => f64::NAN,
    }
}

/// Returns whether a collection contains an item, as `in` does.
///
/// # Errors
/// Returns an error if a regular expression search takes too long.
pub fn includes(collection: &Value, item: &Value) -> Result<bool, EvalError> {
    includes_with(collection, item, &mut |_| {})
}

/// Returns whether a value matches an option of a `case`.
///
/// # Errors
/// Returns an error if a regular expression search takes too long.
pub fn matches(value: &Value, pattern: &Value) -> Result<bool, EvalError> {
    matches_with(value, pattern, &mut |_| {})
}

fn search(regex: &Regex, text: &Arc<str>, matched: &mut dyn FnMut(Captures)) -> Result<bool, EvalError> {
    match regex.captures_at(text, 0).map_err(|error| EvalError::new(error.to_string()))? {
        Some(groups) => {
            matched(Captures { text: Arc::clone(text), groups });
            Ok(true)
        }
        None => Ok(false),
    }
}

fn includes_with(collection: &Value, item: &Value, matched: &mut dyn FnMut(Captures)) -> Result<bool, EvalError> {
    match (collection, item) {
        (Value::String(text), Value::String(part)) => Ok(text.to_lowercase().contains(&part.to_lowercase())),
        (Value::String(text), Value::Regexp(regex)) => search(regex, text, matched),
        (Value::Array(elements), _) => includes_element(elements.iter(), item, matched),
        (Value::Hash(hash), _) => includes_element(hash.keys(), item, matched),
        (Value::Binary(bytes), Value::Binary(part)) => Ok(holds(bytes, part)),
        (Value::Binary(bytes), Value::String(part)) => Ok(holds(bytes, part.as_bytes())),
        (Value::Binary(bytes), Value::Integer(byte)) => Ok(bytes.iter().any(|known| i64::from(*known) == *byte)),
        (Value::SemVerRange(range), _) => Ok(semver(item).is_some_and(|version| range.includes(&version))),
        _ => Ok(false),
    }
}

fn includes_element<'v>(
    mut elements: impl Iterator<Item = &'v Value>,
    item: &Value,
    matched: &mut dyn FnMut(Captures),
) -> Result<bool, EvalError> {
    match item {
        Value::Regexp(regex) => {
            for element in elements {
                if let Value::String(text) = element
                    && search(regex, text, matched)?
                {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        // Puppet swaps the roles: the element is the pattern.
        Value::String(_) | Value::SemVer(_) => {
            for element in elements {
                if matches_with(item, element, matched)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Type(data_type) => Ok(elements.any(|element| data_type.is_instance(element))),
        _ => Ok(elements.any(|element| equals(element, item))),
    }
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

fn semver(value: &Value) -> Option<SemVer> {
    match value {
        Value::SemVer(version) => Some(SemVer::clone(version)),
        Value::String(text) => SemVer::parse(text),
        _ => None,
    }
}

fn matches_with(value: &Value, pattern: &Value, matched: &mut dyn FnMut(Captures)) -> Result<bool, EvalError> {
    match pattern {
        Value::Regexp(regex) => match value {
            Value::String(text) => search(regex, text, matched),
            _ => Ok(false),
        },
        Value::Default => Ok(true),
        Value::Type(data_type) => Ok(data_type.is_instance(value)),
        Value::SemVer(version) => Ok(semver(value).is_some_and(|found| found.precedence(version) == Ordering::Equal)),
        Value::SemVerRange(range) => Ok(semver(value).is_some_and(|version| range.includes(&version))),
        Value::Array(patterns) => {
            let Some(values) = value.as_array().filter(|values| values.len() == patterns.len()) else {
                return Ok(false);
            };
            for (value, pattern) in values.iter().zip(patterns.iter()) {
                if !matches_with(value, pattern, matched)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Value::Hash(patterns) => {
            let Some(values) = value.as_hash() else { return Ok(false) };
            for (key, pattern) in patterns.iter() {
                if !matches_with(values.get(key).unwrap_or(&Value::Undef), pattern, matched)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        _ => Ok(equals(value, pattern)),
    }
}

impl<'a> Evaluator<'a> {
    /// Returns whether a value matches an option. Sets the match variables if a regular expression matches.
    pub(super) fn match_value(&mut self, value: &Value, pattern: &Value) -> Result<bool, EvalError> {
        let scopes = &mut self.scopes;
        matches_with(value, pattern, &mut |captures| scopes.set_match(captures))
    }

    /// Evaluates a binary operator.
    pub(super) fn evaluate_binary(
        &mut self,
        binary: &'a Binary,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        let left = self.evaluate(&binary.left)?;
        match binary.operator {
            BinaryOperator::And if !self.counts_as_true(&left, &binary.left) => return Ok(Value::Boolean(false)),
            BinaryOperator::Or if self.counts_as_true(&left, &binary.left) => return Ok(Value::Boolean(true)),
            _ => {}
        }
        let right = self.evaluate(&binary.right)?;
        let holds = match binary.operator {
            BinaryOperator::And | BinaryOperator::Or => self.counts_as_true(&right, &binary.right),
            BinaryOperator::Equal => self.are_equal(&left, &right, expression),
            BinaryOperator::NotEqual => !self.are_equal(&left, &right, expression),
            BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
                if self.is_puppet3() =>
            {
                compared(binary.operator, &puppet3::numeric(left), &puppet3::numeric(right), expression)?
            }
            BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => compared(binary.operator, &left, &right, expression)?,
            BinaryOperator::Match => self.matches_operand(&left, &right, binary)?,
            BinaryOperator::NotMatch => !self.matches_operand(&left, &right, binary)?,
            BinaryOperator::In => {
                let scopes = &mut self.scopes;
                includes_with(&right, &left, &mut |captures| scopes.set_match(captures))?
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo
            | BinaryOperator::LeftShift
            | BinaryOperator::RightShift => return self.calculate(left, right, binary, expression),
        };
        Ok(Value::Boolean(holds))
    }

    fn are_equal(&mut self, left: &Value, right: &Value, expression: &'a Expression) -> bool {
        is_equal(left, right) || self.is_puppet3() && self.equals_loosely(left, right, expression)
    }

    fn matches_operand(&mut self, left: &Value, right: &Value, binary: &'a Binary) -> Result<bool, EvalError> {
        let regex = match right {
            Value::Type(data_type) => return Ok(data_type.is_instance(left)),
            Value::SemVerRange(range) => return Ok(semver(left).is_some_and(|version| range.includes(&version))),
            Value::Regexp(regex) => Regex::clone(regex),
            Value::String(source) => self
                .text_pattern(source)
                .map_err(|error| EvalError::from(issue::not_regexp(&error.to_string(), binary.right.position())))?,
            other => {
                let detail = format!("no implicit conversion of {} into String", class_noun(other));
                return Err(issue::not_regexp(&detail, binary.right.position()).into());
            }
        };
        let Value::String(text) = left else {
            return Err(issue::not_string(&issue::value_label(left), binary.left.position()).into());
        };
        let scopes = &mut self.scopes;
        search(&regex, text, &mut |captures| scopes.set_match(captures))
    }

    /// Returns the regular expression in a string.
    ///
    /// # Errors
    /// Returns an error if the pattern is invalid.
    pub(crate) fn text_pattern(&mut self, source: &str) -> Result<Regex, RegexError> {
        if let Some(known) = self.text_patterns.get(source) {
            return Ok(known.clone());
        }
        let regex = Regex::new(source)?;
        if self.text_patterns.len() < MAXIMUM_TEXT_PATTERNS {
            self.text_patterns.insert(source.into(), regex.clone());
        }
        Ok(regex)
    }

    /// Evaluates `/x/`.
    pub(super) fn evaluate_regex(&mut self, source: &'a str) -> Result<Value, EvalError> {
        let key = source.as_ptr() as usize;
        if let Some(regex) = self.regexes.get(&key) {
            return Ok(Value::Regexp(Arc::clone(regex)));
        }
        let regex = Arc::new(Regex::new(source).map_err(|error| EvalError::new(error.to_string()))?);
        self.regexes.insert(key, Arc::clone(&regex));
        Ok(Value::Regexp(regex))
    }
}

/// Returns whether a type is greater than a value that isn't a type. Puppet: an untyped `Optional` is, and so is a
/// variant that contains one.
fn takes_anything(data_type: &Type) -> bool {
    match data_type {
        Type::Optional(inner) => inner.as_ref().is_none_or(|inner| takes_anything(inner)),
        Type::Variant(types) => types.iter().any(takes_anything),
        _ => false,
    }
}

fn compared(operator: BinaryOperator, left: &Value, right: &Value, expression: &Expression) -> Result<bool, EvalError> {
    if let Value::Type(left) = left {
        let Value::Type(right) = right else {
            let is_above = matches!(operator, BinaryOperator::Greater | BinaryOperator::GreaterEqual);
            return Ok(is_above && takes_anything(left));
        };
        return Ok(match operator {
            BinaryOperator::Less => right.is_assignable(left) && !left.is_assignable(right),
            BinaryOperator::LessEqual => right.is_assignable(left),
            BinaryOperator::Greater => left.is_assignable(right) && !right.is_assignable(left),
            _ => left.is_assignable(right),
        });
    }
    if let (Value::Integer(_) | Value::Float(_), Value::SemVer(_)) = (left, right) {
        return Err(EvalError::new(issue::VERSION_IS_NO_FLOAT));
    }
    let ordering = compare(left, right).map_err(|detail| {
        let (left, right) = (issue::value_label(left), issue::value_label(right));
        EvalError::from(issue::not_comparable(&left, operator.symbol(), &right, detail, expression.position()))
    })?;
    Ok(match operator {
        BinaryOperator::Less => ordering.is_lt(),
        BinaryOperator::LessEqual => ordering.is_le(),
        BinaryOperator::Greater => ordering.is_gt(),
        _ => ordering.is_ge(),
    })
}
