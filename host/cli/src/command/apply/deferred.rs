//! The deferred calls of a catalog that is applied: the compiler makes them, with the facts of this node.

use catalog::Value;
use compiler::EvaluationSession;
use transaction::FunctionError;

use crate::render;

/// Makes deferred calls.
pub(super) struct Calls<'c, 's, 'a> {
    pub(super) session: &'c mut EvaluationSession<'s, 'a>,
}

impl transaction::DeferredFunctions for Calls<'_, '_, '_> {
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, FunctionError> {
        let called = self.session.call(name, arguments);
        called.map_err(|diagnostic| FunctionError::Failed(render::headline(&diagnostic, self.session.sources())))
    }
}
