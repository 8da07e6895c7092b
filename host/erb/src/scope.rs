//! Interface between a template and the manifest: variables and functions.

use thiserror::Error;

use ruby::Data;

/// Error of reading or setting a variable or of a function call. The template raises it as Puppet's exception with
/// this message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ScopeError(pub String);

/// The variables and functions available to a template.
pub trait TemplateScope {
    /// Returns a variable by its name without `$`, qualified or not; `None` if it does not exist. Called for each
    /// `@name`.
    ///
    /// # Errors
    /// Returns an error if the variable cannot be passed to a template.
    fn variable(&mut self, name: &str) -> Result<Option<Data>, ScopeError>;

    /// Returns a variable that the template looks up with `scope['name']`. Implementations may log missing variables.
    ///
    /// # Errors
    /// Returns an error if the variable does not exist and this is an error, or if it cannot be passed to a template.
    fn lookup(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        self.variable(name)
    }

    /// Returns the names of all variables accessible by their unqualified names.
    fn names(&mut self) -> Vec<String>;

    /// Sets a variable, or updates the value of a variable that the template has set before. The variable is visible
    /// to other templates of the same scope.
    ///
    /// # Errors
    /// Returns an error if the variable is new but already exists, or if variables cannot be set.
    fn assign(&mut self, name: &str, value: Data, is_new: bool) -> Result<(), ScopeError> {
        let _ = (value, is_new);
        Err(ScopeError(format!("variable '{name}' cannot be set here")))
    }

    /// Receives the changed values that were passed as [`Data::Shared`], by number, once the template has finished.
    /// Values nested in others appear as empty `Shared` references.
    fn change(&mut self, values: Vec<(usize, Data)>) {
        let _ = values;
    }

    /// Calls a function.
    ///
    /// # Errors
    /// Returns an error if the function does not exist or fails.
    fn call(&mut self, function: &str, arguments: Vec<Data>) -> Result<Data, ScopeError>;

    /// Calls a function with the legacy interface, as `scope.function_name([…])`.
    ///
    /// # Errors
    /// Returns the same errors as [`TemplateScope::call`].
    fn call_old(&mut self, function: &str, arguments: Vec<Data>) -> Result<Data, ScopeError> {
        self.call(function, arguments)
    }

    /// Returns the names of the classes that have been evaluated.
    fn classes(&mut self) -> Vec<String>;

    /// Returns the tags of the catalog.
    fn tags(&mut self) -> Vec<String>;

    /// Returns the path of the template, if it is a file.
    fn file(&self) -> Option<String>;

    /// Returns the text of the scope: `TemplateScope(Class[main])`.
    fn text(&self) -> String;
}
