//! Lookups of data: the evaluator as the host of Hiera.

use datatype::{Type, TypeIssue};
use hiera::{ClassState, Hiera, Lookup, LookupCall, LookupHost};
use syntax::{Diagnostic, SourceMap, Span};
use value::{CompilerSettings, EvalError, Value, World};

use super::{Evaluator, LambdaBlock};

impl<'a> Evaluator<'a> {
    /// Looks up a value. The block supplies a default.
    ///
    /// # Errors
    /// Returns an error if no value is found, the value has the wrong type, or the data is invalid.
    pub(crate) fn lookup(&mut self, call: &LookupCall, block: Option<&LambdaBlock<'a>>) -> Result<Value, EvalError> {
        let Some(block) = block else { return Lookup::new(self).value(call) };
        let outer = self.hiera.begin(call);
        let found = self.lookup_or_block(call, block);
        self.hiera.end(outer, found)
    }

    fn lookup_or_block(&mut self, call: &LookupCall, block: &LambdaBlock<'a>) -> Result<Value, EvalError> {
        if let Some(value) = Lookup::new(self).given_or_found(call)? {
            return Ok(value);
        }
        let value = self.call_block(block, &[call.given_names()])?;
        call.assert("Value returned from default block", value)
    }
}

impl LookupHost for Evaluator<'_> {
    fn hiera(&mut self) -> &mut Hiera {
        &mut self.hiera
    }

    fn world(&self) -> &dyn World {
        self.environment()
    }

    fn settings(&self) -> &CompilerSettings {
        &self.request.settings
    }

    fn sources(&mut self) -> &mut SourceMap {
        &mut self.sources
    }

    fn log_diagnostic(&mut self, diagnostic: Diagnostic) {
        Evaluator::log_diagnostic(self, diagnostic);
    }

    fn warn_once(&mut self, key: &str, warning: Diagnostic) {
        self.log_once(key, warning);
    }

    fn variable(&self, name: &str, element: Option<&str>) -> Option<Value> {
        self.variable_with_element(name, element)
    }

    fn with_variable(&mut self, name: &str, value: Value, inner: &mut dyn FnMut(&mut dyn LookupHost)) {
        let name = self.name_of(name);
        let mark = self.scopes.mark();
        self.scopes.push_local();
        self.scopes.bind(name, value);
        inner(self);
        self.scopes.restore(mark);
    }

    fn class_state(&mut self, name: &str) -> Result<ClassState, EvalError> {
        Ok(match self.find_class(name)? {
            None => ClassState::Unknown,
            Some(id) if self.definitions.get_class(id).scope.is_none() => ClassState::NotEvaluated,
            Some(_) => ClassState::Evaluated,
        })
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, TypeIssue> {
        Type::parse(text, &mut self.resolver())
    }

    fn has_function(&mut self, name: &str) -> Result<bool, EvalError> {
        Evaluator::has_function(self, name)
    }

    fn call_function(&mut self, name: &str, arguments: &[Value]) -> Result<Value, EvalError> {
        Evaluator::call_function(self, name, arguments, None, Span::default())
    }

    fn with_known_function(&self, error: EvalError, name: &str) -> EvalError {
        self.unknown_function(error, name)
    }

    fn enter(&mut self) -> Result<(), EvalError> {
        Evaluator::enter(self)
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}
