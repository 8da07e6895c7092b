//! What a template sees of the manifest that it is rendered for: variables and functions, nothing else.

use thiserror::Error;

use crate::data::Data;

/// A variable cannot be read or set, or a function fails. The template raises it as Puppet's error with this message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ScopeError(pub String);

/// The variables and functions that a template can use.
pub trait TemplateScope {
    /// Returns a variable by its name without `$`, qualified or not; `None` if it does not exist. Called for each `@name`.
    ///
    /// # Errors
    /// The variable can not be given to a template.
    fn variable(&mut self, name: &str) -> Result<Option<Data>, ScopeError>;

    /// Returns a variable that the template looks up with `scope['name']`, which may complain about a missing one.
    ///
    /// # Errors
    /// The variable does not exist and that is an error, or it cannot be passed to a template.
    fn lookup(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        self.variable(name)
    }

    /// Returns the names of all variables that can be seen by their simple names.
    fn names(&mut self) -> Vec<String>;

    /// Sets a variable, or, where the template has set it before, what became of its value. Templates of the same scope see it.
    ///
    /// # Errors
    /// It is new and there is one of that name, or nothing can be set.
    fn assign(&mut self, name: &str, value: Data, is_new: bool) -> Result<(), ScopeError> {
        let _ = (value, is_new);
        Err(ScopeError(format!("variable '{name}' can not be set here")))
    }

    /// Receives the changed values that were passed as [`Data::Shared`], by number, once the template has finished. Those within
    /// others appear as empty `Shared` references.
    fn change(&mut self, values: Vec<(usize, Data)>) {
        let _ = values;
    }

    /// Calls a function.
    ///
    /// # Errors
    /// There is no such function, or it fails.
    fn call(&mut self, function: &str, arguments: Vec<Data>) -> Result<Data, ScopeError>;

    /// Calls a function with the legacy interface, as `scope.function_name([…])`.
    ///
    /// # Errors
    /// As [`TemplateScope::call`].
    fn call_old(&mut self, function: &str, arguments: Vec<Data>) -> Result<Data, ScopeError> {
        self.call(function, arguments)
    }

    /// Returns the names of the classes that have been evaluated.
    fn classes(&mut self) -> Vec<String>;

    /// Returns the tags of the catalog.
    fn tags(&mut self) -> Vec<String>;

    /// Returns the path of the template, if it is a file.
    fn file(&self) -> Option<String>;

    /// Returns how the scope prints: `TemplateScope(Class[main])`.
    fn text(&self) -> String;
}
