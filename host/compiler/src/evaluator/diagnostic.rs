//! Conversion of errors to diagnostics: location, and suggestions for unknown names.

use syntax::ast::Expression;
use syntax::nearest;
use value::{EvalError, UnplacedError};

use super::Evaluator;
use crate::issue;

impl Evaluator<'_> {
    /// Adds the location of an expression to an error, and Puppet's prefix for the kind of expression.
    pub(crate) fn place(&self, fault: EvalError, expression: &Expression) -> EvalError {
        match fault.unplaced() {
            Ok(UnplacedError { message, hints, missing_ruby }) => {
                let label = issue::expression_label(expression);
                let mut diagnostic = issue::runtime(&label, &message, expression.position());
                (diagnostic.hints, diagnostic.missing_ruby) = (hints, missing_ruby);
                diagnostic.into()
            }
            Err(fault) => fault,
        }
    }

    /// Adds the most similar known name to the error for an unknown name.
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

/// Returns a hint with the most similar name, if there is one.
pub(super) fn nearest_hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    nearest(name, known).map(|known| format!("did you mean '{known}'?"))
}
