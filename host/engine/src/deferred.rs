//! Deferred calls of a catalog being applied, evaluated by the compiler with the facts of this node.

use catalog::Value;
use compiler::EvaluationSession;
use transaction::FunctionError;

/// Evaluator of deferred calls.
pub(crate) struct Calls<'c, 's, 'a> {
    pub session: &'c mut EvaluationSession<'s, 'a>,
}

impl transaction::DeferredFunctions for Calls<'_, '_, '_> {
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, FunctionError> {
        let called = self.session.call(name, arguments);
        called.map_err(|diagnostic| FunctionError::Failed(diagnostic.headline(self.session.sources())))
    }
}
