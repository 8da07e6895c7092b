//! Assignments to one variable, or to several from an array, a hash or a class.

use datatype::Type;
use syntax::ast::{Assignment, AssignmentOperator, Expression, ExpressionKind};
use value::{EvalError, Value};

use super::Evaluator;
use crate::identity::TypeId;
use crate::issue;

impl<'a> Evaluator<'a> {
    /// Evaluates `$x = y`.
    pub(super) fn evaluate_assignment(
        &mut self,
        assignment: &'a Assignment,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        check_target(&assignment.target)?;
        let value = self.evaluate(&assignment.value)?;
        match assignment.operator {
            AssignmentOperator::Set => {
                self.assign(&assignment.target, value.clone(), expression)?;
                Ok(value)
            }
            AssignmentOperator::Append if self.is_puppet3() => self.append(&assignment.target, value, expression),
            operator @ (AssignmentOperator::Append | AssignmentOperator::Delete) => {
                Err(issue::unsupported_operator(operator.symbol(), expression.position()).into())
            }
        }
    }

    fn assign(&mut self, target: &'a Expression, value: Value, expression: &'a Expression) -> Result<(), EvalError> {
        match &target.kind {
            ExpressionKind::Variable(name) => self.assign_variable(name, value, target, expression),
            ExpressionKind::Array(targets) => self.assign_several(targets, value, target, expression),
            _ => Err(issue::illegal_assignment(&issue::expression_label(target), target.position()).into()),
        }
    }

    pub(super) fn assign_variable(
        &mut self,
        name: &'a str,
        value: Value,
        target: &'a Expression,
        expression: &'a Expression,
    ) -> Result<(), EvalError> {
        if name.contains("::") {
            return Err(issue::cross_scope_assignment(name, target.position()).into());
        }
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(issue::numeric_assignment(name, target.position()).into());
        }
        if name == "server_facts" {
            return Err(issue::reserved_assignment(name, expression.position()).into());
        }
        let is_reserved = matches!(name, "facts" | "trusted");
        if self.scopes.is_bound(name) || (self.scopes.is_top() && self.top_fact(name).is_some()) {
            let diagnostic =
                if is_reserved { issue::reserved_assignment } else { issue::reassignment }(name, expression.position());
            return Err(diagnostic.into());
        }
        if is_reserved {
            return Err(issue::reserved_name(name));
        }
        if self.scopes.is_locked() {
            return Err(EvalError::new(format!("Attempt to assign variable {name} when evaluating parameters")));
        }
        self.scopes.set(name, value);
        Ok(())
    }

    fn assign_several(
        &mut self,
        targets: &'a [Expression],
        value: Value,
        target: &'a Expression,
        expression: &'a Expression,
    ) -> Result<(), EvalError> {
        match &value {
            Value::Hash(hash) => {
                for target in targets {
                    let key = variable_name(target);
                    let Some(value) = hash.text(key) else {
                        return Err(issue::assignment_key(key, expression.position()).into());
                    };
                    self.assign(target, value.clone(), expression)?;
                }
                Ok(())
            }
            Value::Type(data_type) if matches!(**data_type, Type::Class(_)) => {
                let Type::Class(Some(class)) = &**data_type else { return Ok(()) };
                self.assign_from_class(targets, class, target, expression)
            }
            _ => {
                let values = value.as_array().unwrap_or(std::slice::from_ref(&value));
                if values.len() != targets.len() {
                    let (expected, actual) = (targets.len(), values.len());
                    return Err(issue::assignment_size(expected, actual, expression.position()).into());
                }
                targets
                    .iter()
                    .zip(values)
                    .try_for_each(|(target, value)| self.assign(target, value.clone(), expression))
            }
        }
    }

    fn assign_from_class(
        &mut self,
        targets: &'a [Expression],
        class: &str,
        target: &'a Expression,
        expression: &'a Expression,
    ) -> Result<(), EvalError> {
        if self.resources.find(TypeId::CLASS, class).is_none() {
            return Err(issue::unknown_resource("Class", class, target.position()).into());
        }
        for target in targets {
            let name = format!("{class}::{}", variable_name(target));
            let Some(value) = self.variable(&name) else {
                return Err(issue::assignment_variable(&name, target.position()).into());
            };
            self.assign(target, value, expression)?;
        }
        Ok(())
    }
}

/// Checks that the target is assignable, before the value is evaluated.
fn check_target(target: &Expression) -> Result<(), EvalError> {
    match &target.kind {
        ExpressionKind::Variable(_) => Ok(()),
        ExpressionKind::Array(targets) => targets.iter().try_for_each(check_target),
        _ => Err(issue::illegal_assignment(&issue::expression_label(target), target.position()).into()),
    }
}

fn variable_name(target: &Expression) -> &str {
    match &target.kind {
        ExpressionKind::Variable(name) => name,
        _ => "",
    }
}
