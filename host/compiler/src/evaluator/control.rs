//! Conditions: `if`, `unless`, `case`, selectors. The match variables of a condition are visible only in the selected
//! branch.

use syntax::ast::{Case, Expression, ExpressionKind, If, Selector, Unary, UnaryOperator, Unless};
use value::{EvalError, LazySequence, Value};

use super::Evaluator;
use crate::issue;

impl<'a> Evaluator<'a> {
    /// Evaluates `inner` and restores the match variables afterwards.
    fn guarded(&mut self, inner: impl FnOnce(&mut Self) -> Result<Value, EvalError>) -> Result<Value, EvalError> {
        let mark = self.scopes.mark();
        let result = inner(self);
        self.scopes.restore(mark);
        result
    }

    /// Evaluates an `if`. As in Puppet, match variables of a failed condition remain visible afterwards.
    pub(super) fn evaluate_if(&mut self, conditional: &'a If) -> Result<Value, EvalError> {
        self.guarded(|evaluator| {
            for clause in &conditional.clauses {
                let test = evaluator.evaluate(&clause.test)?;
                if evaluator.counts_as_true(&test, &clause.test) {
                    return evaluator.evaluate_block(&clause.body);
                }
            }
            match &conditional.otherwise {
                Some(otherwise) => evaluator.evaluate_block(otherwise),
                None => Ok(Value::Undef),
            }
        })
    }

    /// Evaluates an `unless`.
    pub(super) fn evaluate_unless(&mut self, unless: &'a Unless) -> Result<Value, EvalError> {
        self.guarded(|evaluator| {
            let test = evaluator.evaluate(&unless.test)?;
            match (evaluator.counts_as_true(&test, &unless.test), &unless.otherwise) {
                (false, _) => evaluator.evaluate_block(&unless.body),
                (true, Some(otherwise)) => evaluator.evaluate_block(otherwise),
                (true, None) => Ok(Value::Undef),
            }
        })
    }

    /// Evaluates a `case`: the first matching option, otherwise the default, wherever it is.
    pub(super) fn evaluate_case(&mut self, case: &'a Case) -> Result<Value, EvalError> {
        self.guarded(|evaluator| {
            let test = evaluator.evaluate(&case.test)?;
            let mut default = None;
            for option in &case.options {
                for value in &option.values {
                    if matches!(unparenthesized(value).kind, ExpressionKind::Default) {
                        default = Some(&option.body);
                    } else if evaluator.option_matches(&test, value)? {
                        return evaluator.evaluate_block(&option.body);
                    }
                }
            }
            default.map_or(Ok(Value::Undef), |body| evaluator.evaluate_block(body))
        })
    }

    /// Evaluates a selector.
    pub(super) fn evaluate_selector(&mut self, selector: &'a Selector) -> Result<Value, EvalError> {
        self.guarded(|evaluator| {
            let test = evaluator.evaluate(&selector.operand)?;
            let mut default = None;
            for entry in &selector.entries {
                if matches!(unparenthesized(&entry.pattern).kind, ExpressionKind::Default) {
                    default = Some(&entry.value);
                } else if evaluator.option_matches(&test, &entry.pattern)? {
                    return evaluator.evaluate(&entry.value);
                }
            }
            match default {
                Some(default) => evaluator.evaluate(default),
                None => Err(issue::unmatched_selector(&test.ruby(), selector.operand.position()).into()),
            }
        })
    }

    /// Returns whether a value matches an option; for `*$list`, whether it matches any element.
    fn option_matches(&mut self, test: &Value, option: &'a Expression) -> Result<bool, EvalError> {
        let option = unparenthesized(option);
        let value = self.evaluate(option)?;
        match &option.kind {
            ExpressionKind::Unary(unary) if unary.operator == UnaryOperator::Splat => {
                for candidate in value.as_array().unwrap_or_default() {
                    if self.match_value(test, candidate)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(self.match_value(test, &value)? || self.is_puppet3() && self.matches_loosely(test, &value, option)),
        }
    }

    /// Evaluates a unary operator.
    pub(super) fn evaluate_unary(&mut self, unary: &'a Unary, expression: &'a Expression) -> Result<Value, EvalError> {
        let value = self.evaluate(&unary.operand)?;
        match unary.operator {
            UnaryOperator::Not => Ok(Value::Boolean(!self.counts_as_true(&value, &unary.operand))),
            UnaryOperator::Minus => self.negate(&value, &unary.operand, expression),
            UnaryOperator::Splat => Ok(Value::from(unfolded(value)?)),
        }
    }

    /// Evaluates a list of expressions; `*$x` adds each element of `$x`.
    pub(crate) fn evaluate_list(
        &mut self,
        expressions: &'a [Expression],
        mut values: Vec<Value>,
    ) -> Result<Vec<Value>, EvalError> {
        values.reserve(expressions.len());
        for expression in expressions {
            let inner = unparenthesized(expression);
            let value = self.evaluate(inner)?;
            match (&inner.kind, value) {
                (ExpressionKind::Unary(unary), Value::Array(elements)) if unary.operator == UnaryOperator::Splat => {
                    values.extend(elements.iter().cloned());
                }
                (_, value) => values.push(value),
            }
        }
        Ok(values)
    }
}

/// Returns the expression inside parentheses.
pub(super) fn unparenthesized(expression: &Expression) -> &Expression {
    let mut inner = expression;
    while let ExpressionKind::Parenthesized(next) = &inner.kind {
        inner = next;
    }
    inner
}

/// Returns the elements that `*$x` expands to; a value without elements expands to itself.
fn unfolded(value: Value) -> Result<Vec<Value>, EvalError> {
    match value {
        Value::Undef => Ok(Vec::new()),
        Value::Array(elements) => Ok(elements.to_vec()),
        Value::Hash(_) | Value::Iterator(_) => {
            LazySequence::over(&value).map_or_else(|| Ok(Vec::new()), |lazy| lazy.to_vec())
        }
        other => Ok(vec![other]),
    }
}
