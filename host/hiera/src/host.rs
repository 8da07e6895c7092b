//! The interface of the evaluator for lookups.

use datatype::{Type, TypeIssue};
use syntax::{Diagnostic, SourceMap};
use value::{CompilerSettings, EvalError, Value, World};

use crate::state::Hiera;

/// The evaluation that a lookup is part of.
pub trait LookupHost {
    /// Returns the state of the lookups of this compilation.
    fn hiera(&mut self) -> &mut Hiera;

    /// Returns the access to files and modules.
    fn world(&self) -> &dyn World;

    /// Returns the settings of the compilation.
    fn settings(&self) -> &CompilerSettings;

    /// Returns the texts to which the locations of errors refer.
    fn sources(&mut self) -> &mut SourceMap;

    /// Logs a warning.
    fn log_diagnostic(&mut self, diagnostic: Diagnostic);

    /// Logs a warning the first time that the key is used.
    fn warn_once(&mut self, key: &str, warning: Diagnostic);

    /// Returns a variable of the current scope. If only one element of it is needed, a hash may contain that element
    /// alone: a single fact can be read without collecting all of them.
    fn variable(&self, name: &str, element: Option<&str>) -> Option<Value>;

    /// Sets a variable during a call of `inner`.
    fn with_variable(&mut self, name: &str, value: Value, inner: &mut dyn FnMut(&mut dyn LookupHost));

    /// Returns whether a class exists and has been evaluated.
    ///
    /// # Errors
    /// Returns an error if the file of the class cannot be read or parsed.
    fn class_state(&mut self, name: &str) -> Result<ClassState, EvalError>;

    /// Parses a data type.
    ///
    /// # Errors
    /// Returns an error if the text is not a data type.
    fn parse_type(&mut self, text: &str) -> Result<Type, TypeIssue>;

    /// Returns whether a function exists.
    ///
    /// # Errors
    /// Returns an error if the file of the function cannot be read or parsed.
    fn has_function(&mut self, name: &str) -> Result<bool, EvalError>;

    /// Calls a function.
    ///
    /// # Errors
    /// Returns an error if the function does not exist or fails.
    fn call_function(&mut self, name: &str, arguments: &[Value]) -> Result<Value, EvalError>;

    /// Adds a hint to the error of an unknown function: the file that defines it in Ruby, or the most similar name.
    fn with_known_function(&self, error: EvalError, name: &str) -> EvalError;

    /// Begins a nested call.
    ///
    /// # Errors
    /// Returns an error if the nesting is too deep.
    fn enter(&mut self) -> Result<(), EvalError>;

    /// Ends the call that [`LookupHost::enter`] began.
    fn leave(&mut self);
}

/// Whether a class exists and has been evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassState {
    /// It does not exist.
    Unknown,
    /// It is not evaluated yet.
    NotEvaluated,
    /// It is evaluated.
    Evaluated,
}
