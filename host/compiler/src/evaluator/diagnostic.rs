//! From a fault to what the user is told: its place, and the nearest known name for one that is unknown.

use syntax::ast::Expression;
use syntax::nearest;

use super::Evaluator;
use crate::eval_error::EvalError;
use crate::issue;

impl Evaluator<'_> {
    /// Gives a fault the place of an expression, and Puppet's lead-in that says what was being evaluated.
    pub(crate) fn place(&self, fault: EvalError, expression: &Expression) -> EvalError {
        match fault.unplaced() {
            Ok((message, hints)) => {
                let label = issue::expression_label(expression);
                let mut diagnostic = issue::runtime(&label, &message, expression.position());
                diagnostic.hints = hints;
                diagnostic.into()
            }
            Err(fault) => fault,
        }
    }

    /// Adds the nearest known name to the fault of an unknown one.
    pub(crate) fn with_nearest<'n>(
        &self,
        fault: EvalError,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) -> EvalError {
        match nearest_hint(name, known) {
            Some(hint) => fault.with_hint(hint),
            None => fault,
        }
    }
}

/// Returns the sentence that names the nearest known name, if one is near.
pub(super) fn nearest_hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    nearest(name, known).map(|known| format!("did you mean '{known}'?"))
}
