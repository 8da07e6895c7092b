//! Semantics of Puppet 3 that differ from the current language: dynamic scope, `+=`, empty strings as false, strings
//! equal to numbers. A deprecation is reported wherever the difference matters.

use syntax::Diagnostic;
use syntax::ast::{Expression, ExpressionKind, Name};
use value::{EvalError, Language, Value};

use super::Evaluator;
use super::arithmetic::parse_number;
use super::comparison::equals;
use crate::issue;
use crate::scope::VariableLookup;

impl<'a> Evaluator<'a> {
    /// Returns whether the manifests are written in the Puppet 3 language.
    pub(crate) fn is_puppet3(&self) -> bool {
        self.settings().language == Language::Three
    }

    /// Logs a deprecation warning, once per location.
    pub(crate) fn deprecate(&mut self, diagnostic: Diagnostic) {
        if self.warned.insert(format!("{:?} {}", diagnostic.span, diagnostic.message)) {
            self.log_diagnostic(diagnostic);
        }
    }

    /// Returns the truth value of a condition.
    pub(super) fn counts_as_true(&mut self, value: &Value, tested: &'a Expression) -> bool {
        if self.is_puppet3() && matches!(value, Value::String(text) if text.is_empty()) {
            self.deprecate(issue::deprecated_empty_string(tested.position()));
            return false;
        }
        value.is_true()
    }

    /// Returns whether unequal values are equal in Puppet 3, which stores numbers as strings.
    pub(super) fn equals_loosely(&mut self, left: &Value, right: &Value, expression: &'a Expression) -> bool {
        let is_equal = match (left, right) {
            (Value::String(text), Value::Undef) | (Value::Undef, Value::String(text)) => text.is_empty(),
            (Value::String(_), Value::String(_) | Value::Integer(_) | Value::Float(_))
            | (Value::Integer(_) | Value::Float(_), Value::String(_)) => {
                equals(&numeric(left.clone()), &numeric(right.clone()))
            }
            _ => false,
        };
        if is_equal {
            let (left, right) = (issue::value_label(left), issue::value_label(right));
            self.deprecate(issue::deprecated_equality(&left, &right, expression.position()));
        }
        is_equal
    }

    /// Returns whether a value matches an option only in Puppet 3. There, the strings `'1'` and `'01'` don't match.
    pub(super) fn matches_loosely(&mut self, value: &Value, option: &Value, expression: &'a Expression) -> bool {
        let are_strings = matches!((value, option), (Value::String(_), Value::String(_)));
        !are_strings && self.equals_loosely(value, option, expression)
    }

    /// Warns about a variable that is only found by dynamic scope.
    pub(super) fn warn_of_dynamic_lookup(&mut self, name: &str, expression: &'a Expression) {
        if name.contains("::") {
            return;
        }
        let is_same = match (self.scopes.find(name), self.scopes.find_dynamically(name)) {
            (VariableLookup::Value(today), VariableLookup::Value(then)) => std::ptr::eq(today, then),
            (_, VariableLookup::Value(_)) => false,
            _ => true,
        };
        if !is_same {
            self.deprecate(issue::deprecated_dynamic_lookup(name, expression.position()));
        }
    }

    /// Returns a hint for a missing variable that Puppet 3 would find by dynamic scope.
    pub(super) fn dynamic_scope_hint(&self, name: &str) -> Option<&'static str> {
        let is_there = !self.is_puppet3() && matches!(self.scopes.find_dynamically(name), VariableLookup::Value(_));
        is_there.then_some(issue::LANGUAGE_3)
    }

    /// Returns undef for an unknown variable, with a warning if the variable belongs to another class.
    pub(super) fn unknown_old_variable(
        &mut self,
        name: &'a str,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        if self.settings().strict_variables {
            return self.unknown_variable(name, expression);
        }
        if let Some((class, _)) = name.rsplit_once("::") {
            let class = class.strip_prefix("::").unwrap_or(class).to_lowercase();
            let reason = match self.find_class(&class)? {
                _ if class.is_empty() => return Ok(Value::Undef),
                None => format!("class {class} could not be found"),
                Some(found) if self.definitions.get_class(found).scope.is_none() => {
                    format!("class {class} has not been evaluated")
                }
                Some(_) => return Ok(Value::Undef),
            };
            self.deprecate(issue::unknown_qualified_variable(name, &reason, expression.position()));
        }
        Ok(Value::Undef)
    }

    /// Splits a variable name in a string that doesn't exist as a whole, such as `"$name-conf"`. Returns the value of
    /// the variable and the rest of the text.
    pub(super) fn cut_variable(&self, expression: &'a Expression) -> Option<(Value, &'a str)> {
        let ExpressionKind::Variable(name) = &expression.kind else { return None };
        if !self.is_puppet3() || !name.contains('-') || self.variable(name).is_some() {
            return None;
        }
        let shorter = name.match_indices('-').map(|(at, _)| name.split_at(at));
        shorter.rev().find_map(|(name, rest)| Some((self.variable(name)?, rest)))
    }

    /// Converts an attribute value. Puppet 3 accepts a number as the mode of a file.
    pub(crate) fn old_attribute(&mut self, name: &Name, value: Value) -> Value {
        match value {
            Value::Integer(number) if &*name.text == "mode" => {
                self.deprecate(issue::deprecated_mode(number, name.span));
                Value::from(number.to_string())
            }
            value => value,
        }
    }

    /// Evaluates `$x += value`: defines a new variable with the outer value plus `value`.
    pub(super) fn append(
        &mut self,
        target: &'a Expression,
        value: Value,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        let ExpressionKind::Variable(name) = &target.kind else {
            return Err(issue::illegal_assignment(&issue::expression_label(target), target.position()).into());
        };
        if self.scopes.is_bound(name) {
            return Err(issue::append_in_scope(name, expression.position()).into());
        }
        let value = match self.find_variable(name)?.unwrap_or(Value::Undef) {
            Value::Undef => value,
            current => appended(&current, &value).ok_or_else(|| {
                let (value, current) = (issue::value_label(&value), issue::value_label(&current));
                EvalError::from(issue::append_mismatch(&value, &current, expression.position()))
            })?,
        };
        self.assign_variable(name, value.clone(), target, expression)?;
        Ok(value)
    }
}

/// Converts a numeric string to a number; returns other values unchanged.
pub(super) fn numeric(value: Value) -> Value {
    match &value {
        Value::String(text) => parse_number(text).unwrap_or(value),
        _ => value,
    }
}

fn appended(current: &Value, value: &Value) -> Option<Value> {
    match (current, value) {
        (Value::Array(current), Value::Array(value)) => Some(current.iter().chain(value.iter()).cloned().collect()),
        (Value::Hash(current), Value::Hash(value)) => {
            let mut merged = current.as_ref().clone();
            value.iter().for_each(|(key, value)| drop(merged.insert(key.clone(), value.clone())));
            Some(Value::hash(merged))
        }
        (Value::String(current), Value::String(value)) => Some(Value::from(format!("{current}{value}"))),
        _ => None,
    }
}
