//! Abnormal ends of an evaluation: errors, with or without location, and the jumps of `next`, `return` and `break`.

use syntax::{Diagnostic, MissingRuby, Span};

use crate::issue;
use crate::value::{AttributeError, Value};

/// An error or jump that ends the evaluation of an expression.
#[derive(Debug)]
pub struct EvalError(Box<Kind>);

/// An error without location.
#[derive(Debug)]
pub struct UnplacedError {
    /// The message.
    pub message: String,
    /// Sentences that describe a possible correction.
    pub hints: Vec<String>,
    /// The code in Ruby that is missing; `None` for an error of the manifest.
    pub missing_ruby: Option<MissingRuby>,
}

#[derive(Debug)]
enum Kind {
    /// An error without location; the expression under evaluation adds it.
    Message(UnplacedError),
    /// An error with its location.
    Diagnostic(Diagnostic),
    /// A parameter was used before it had a value. The code that evaluates defaults adds the name of the parameter
    /// whose default used it.
    Unevaluated(Box<str>),
    /// `next(value)`: value of the block. Like the other jumps, with the location of the call.
    Next(Value, Span),
    /// `return(value)`: value of the function; ends the evaluation of a class or defined type.
    Return(Value, Span),
    /// `break()`: ends the iteration.
    Break(Span),
    /// A data function reports that the key does not exist.
    NotFound,
}

impl EvalError {
    /// Creates an error to which the expression under evaluation adds the location and Puppet's prefix ("Error while
    /// evaluating a Function Call, ").
    pub fn new(message: impl Into<String>) -> Self {
        let error = UnplacedError { message: message.into(), hints: Vec::new(), missing_ruby: None };
        Self(Box::new(Kind::Message(error)))
    }

    /// Adds a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        match &mut *self.0 {
            Kind::Message(error) => error.hints.push(hint.into()),
            Kind::Diagnostic(diagnostic) => diagnostic.hints.push(hint.into()),
            Kind::Unevaluated(_) | Kind::Next(..) | Kind::Return(..) | Kind::Break(_) | Kind::NotFound => {}
        }
        self
    }

    /// Sets the code in Ruby that is missing.
    #[must_use]
    pub fn with_missing_ruby(mut self, missing: MissingRuby) -> Self {
        match &mut *self.0 {
            Kind::Message(error) => error.missing_ruby = Some(missing),
            Kind::Diagnostic(diagnostic) => diagnostic.missing_ruby = Some(missing),
            Kind::Unevaluated(_) | Kind::Next(..) | Kind::Return(..) | Kind::Break(_) | Kind::NotFound => {}
        }
        self
    }

    /// Returns the code in Ruby that is missing; `None` for an error of the manifest.
    #[must_use]
    pub fn missing_ruby(&self) -> Option<&MissingRuby> {
        match &*self.0 {
            Kind::Message(error) => error.missing_ruby.as_ref(),
            Kind::Diagnostic(diagnostic) => diagnostic.missing_ruby.as_ref(),
            Kind::Unevaluated(_) | Kind::Next(..) | Kind::Return(..) | Kind::Break(_) | Kind::NotFound => None,
        }
    }

    /// Creates the error for a parameter used before it has a value.
    pub fn unevaluated(name: &str) -> Self {
        Self(Box::new(Kind::Unevaluated(name.into())))
    }

    /// Adds the name of the parameter whose default used a parameter without a value.
    pub fn named_parameter(self, owner: &str, user: &str, parameters: &[syntax::ast::Parameter]) -> Self {
        let Kind::Unevaluated(used) = &*self.0 else { return self };
        let place = |name: &str| parameters.iter().position(|parameter| *parameter.name == *name);
        if place(used) < place(user) {
            return Self::new(format!("{owner}: expects a value for parameter ${used}"));
        }
        let what = "tries to illegally access not yet evaluated";
        Self::new(format!("{owner}: default expression for ${user} {what} ${used}"))
    }

    /// Creates the jump of `next`.
    #[must_use]
    pub fn next(value: Value, span: Span) -> Self {
        Self(Box::new(Kind::Next(value, span)))
    }

    /// Creates the jump of `return`.
    #[must_use]
    pub fn return_with(value: Value, span: Span) -> Self {
        Self(Box::new(Kind::Return(value, span)))
    }

    /// Creates the jump of `break`.
    #[must_use]
    pub fn break_at(span: Span) -> Self {
        Self(Box::new(Kind::Break(span)))
    }

    /// Returns whether this is the jump of `break`.
    #[must_use]
    pub fn is_break(&self) -> bool {
        matches!(*self.0, Kind::Break(_))
    }

    /// Creates the jump of a data function that does not find the key.
    pub fn not_found() -> Self {
        Self(Box::new(Kind::NotFound))
    }

    /// Returns whether this is the jump of a data function that did not find the key.
    pub fn is_not_found(&self) -> bool {
        matches!(*self.0, Kind::NotFound)
    }

    /// Returns whether this is a jump and not an error.
    #[must_use]
    pub fn is_jump(&self) -> bool {
        matches!(*self.0, Kind::Next(..) | Kind::Return(..) | Kind::Break(_) | Kind::NotFound)
    }

    /// Returns the message of an error; empty for a jump.
    #[must_use]
    pub fn message(&self) -> &str {
        match &*self.0 {
            Kind::Message(error) => &error.message,
            Kind::Diagnostic(diagnostic) => &diagnostic.message,
            Kind::Unevaluated(_) | Kind::Next(..) | Kind::Return(..) | Kind::Break(_) | Kind::NotFound => "",
        }
    }

    /// Returns the value of a `next`; other errors are returned unchanged.
    pub fn caught_next(self) -> Result<Value, Self> {
        match *self.0 {
            Kind::Next(value, _) => Ok(value),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Returns the value of a `next` or `return`; other errors are returned unchanged.
    pub fn caught_return(self) -> Result<Value, Self> {
        match *self.0 {
            Kind::Next(value, _) | Kind::Return(value, _) => Ok(value),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Returns an error without location; other errors are returned unchanged.
    pub fn unplaced(self) -> Result<UnplacedError, Self> {
        match *self.0 {
            Kind::Message(error) => Ok(error),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Returns the diagnostic of an error that has a location or needs none.
    pub fn into_placed(self) -> Result<Diagnostic, Self> {
        match *self.0 {
            Kind::Diagnostic(diagnostic) => Ok(diagnostic),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Replaces an error with the given issue code with the error that `wrap` makes of its message, which keeps the hints; other
    /// errors are returned unchanged.
    #[must_use]
    pub fn wrapped_if(self, issue: &str, wrap: impl FnOnce(String) -> Self) -> Self {
        match *self.0 {
            Kind::Diagnostic(diagnostic) if diagnostic.issue == issue => Self::from(diagnostic).wrapped(wrap),
            other => Self(Box::new(other)),
        }
    }

    /// Replaces an error with the error that `wrap` makes of its message, which keeps the hints.
    #[must_use]
    pub fn wrapped(self, wrap: impl FnOnce(String) -> Self) -> Self {
        let Diagnostic { message, hints, missing_ruby, .. } = self.into_diagnostic();
        let wrapped = hints.into_iter().fold(wrap(message), Self::with_hint);
        match missing_ruby {
            Some(missing) => wrapped.with_missing_ruby(missing),
            None => wrapped,
        }
    }

    /// Returns the message, to be quoted in another message.
    pub fn into_message(self) -> String {
        self.into_diagnostic().message
    }

    /// Returns whether the error has no location yet.
    pub fn is_unplaced(&self) -> bool {
        matches!(*self.0, Kind::Message(_))
    }

    /// Adds the next outer stack frame to an error that has a location.
    pub fn traced(mut self, message: impl FnOnce() -> String, span: Option<Span>) -> Self {
        if let Kind::Diagnostic(diagnostic) = &mut *self.0 {
            // Excessive recursion would otherwise print a very long trace.
            if diagnostic.trace.len() < MAXIMUM_TRACE {
                diagnostic.trace.push(syntax::TraceEntry { message: message(), span });
            }
        }
        self
    }

    /// Converts an error that no handler caught to a diagnostic for the user.
    pub fn into_diagnostic(self) -> Diagnostic {
        match *self.0 {
            Kind::Message(UnplacedError { message, hints, missing_ruby }) => {
                Diagnostic { hints, missing_ruby, ..Diagnostic::error("RUNTIME_ERROR", message, None) }
            }
            Kind::Diagnostic(diagnostic) => diagnostic,
            Kind::Unevaluated(name) => Diagnostic::error("RUNTIME_ERROR", format!("${name} has no value yet"), None),
            Kind::Next(_, span) => issue::illegal_jump("next", span),
            Kind::Return(_, span) => issue::illegal_jump("return", span),
            Kind::Break(span) => issue::illegal_jump("break", span),
            Kind::NotFound => issue::illegal_not_found(),
        }
    }
}

/// Maximum number of entries of a stack trace.
const MAXIMUM_TRACE: usize = 30;

impl From<Diagnostic> for EvalError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(Box::new(Kind::Diagnostic(diagnostic)))
    }
}

impl From<AttributeError> for EvalError {
    fn from(error: AttributeError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<ruby::json::JsonError> for EvalError {
    fn from(error: ruby::json::JsonError) -> Self {
        Self::new(error.to_string())
    }
}
