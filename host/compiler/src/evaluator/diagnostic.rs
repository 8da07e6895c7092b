//! From an error to a diagnostic: its position, and similar names for unknown ones.

use syntax::ast::Expression;
use syntax::nearest;

use super::Evaluator;
use crate::eval_error::EvalError;
use crate::issue;

impl Evaluator<'_> {
    /// Adds to an error the position of an expression and Puppet's prefix that names the expression being
    /// evaluated.
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
