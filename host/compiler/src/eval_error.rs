//! What stops an evaluation on its way: faults, placed or not yet, and the jumps of `next`, `return` and `break`.

use syntax::{Diagnostic, Span};

use crate::value::Value;

/// Why there is no value.
#[derive(Debug)]
pub struct EvalError(Box<Kind>);

#[derive(Debug)]
enum Kind {
    /// A fault that does not know its place; the expression that is being evaluated gives it one.
    Message { message: String, hints: Vec<String> },
    /// A fault with its place.
    Diagnostic(Diagnostic),
    /// A parameter was used before it had a value; the code that evaluates defaults adds the name of the parameter whose default
    /// used it.
    Unevaluated(Box<str>),
    /// `next(value)`: the value of the block. With the place of the call, as the other jumps.
    Next(Value, Span),
    /// `return(value)`: the value of the function; a class or define goes no further.
    Return(Value, Span),
    /// `break()`: no more elements.
    Break(Span),
    /// A function that reads data says that there is no such key.
    NotFound,
}

impl EvalError {
    /// Returns a fault that the expression under evaluation gives a place and Puppet's lead-in
    /// ("Error while evaluating a Function Call, ").
    pub fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Kind::Message { message: message.into(), hints: Vec::new() }))
    }

    /// Adds a sentence that says what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        match &mut *self.0 {
            Kind::Message { hints, .. } => hints.push(hint.into()),
            Kind::Diagnostic(diagnostic) => diagnostic.hints.push(hint.into()),
            Kind::Unevaluated(_) | Kind::Next(..) | Kind::Return(..) | Kind::Break(_) | Kind::NotFound => {}
        }
        self
    }

    /// Returns the fault of a parameter that is used before it has a value.
    pub(crate) fn unevaluated(name: &str) -> Self {
        Self(Box::new(Kind::Unevaluated(name.into())))
    }

    /// Says of a parameter that was used before it had a value whose default did so.
    pub(crate) fn named_parameter(self, owner: &str, user: &str, parameters: &[syntax::ast::Parameter]) -> Self {
        let Kind::Unevaluated(used) = &*self.0 else { return self };
        let place = |name: &str| parameters.iter().position(|parameter| *parameter.name == *name);
        if place(used) < place(user) {
            return Self::new(format!("{owner}: expects a value for parameter ${used}"));
        }
        let what = "tries to illegally access not yet evaluated";
        Self::new(format!("{owner}: default expression for ${user} {what} ${used}"))
    }

    /// Returns the jump of `next`.
    #[must_use]
    pub fn next(value: Value, span: Span) -> Self {
        Self(Box::new(Kind::Next(value, span)))
    }

    /// Returns the jump of `return`.
    #[must_use]
    pub fn return_with(value: Value, span: Span) -> Self {
        Self(Box::new(Kind::Return(value, span)))
    }

    /// Returns the jump of `break`.
    #[must_use]
    pub fn break_at(span: Span) -> Self {
        Self(Box::new(Kind::Break(span)))
    }

    /// Returns whether this is the jump of `break`.
    #[must_use]
    pub fn is_break(&self) -> bool {
        matches!(*self.0, Kind::Break(_))
    }

    /// Returns the jump of a function that reads data and has no such key.
    pub(crate) fn not_found() -> Self {
        Self(Box::new(Kind::NotFound))
    }

    /// Returns whether this is the jump of a function that has no such key.
    pub(crate) fn is_not_found(&self) -> bool {
        matches!(*self.0, Kind::NotFound)
    }

    /// Takes the value of a `next`; everything else stays a fault.
    pub(crate) fn caught_next(self) -> Result<Value, Self> {
        match *self.0 {
            Kind::Next(value, _) => Ok(value),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Takes the value of a `next` or `return`; everything else stays a fault.
    pub(crate) fn caught_return(self) -> Result<Value, Self> {
        match *self.0 {
            Kind::Next(value, _) | Kind::Return(value, _) => Ok(value),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Returns the message and hints of a fault without a place.
    pub(crate) fn unplaced(self) -> Result<(String, Vec<String>), Self> {
        match *self.0 {
            Kind::Message { message, hints } => Ok((message, hints)),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Returns the diagnostic of a fault that has its place, or needs none.
    pub(crate) fn into_placed(self) -> Result<Diagnostic, Self> {
        match *self.0 {
            Kind::Diagnostic(diagnostic) => Ok(diagnostic),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Returns the message of a fault with a certain issue code; everything else stays a fault.
    pub(crate) fn into_message_of(self, issue: &str) -> Result<String, Self> {
        match *self.0 {
            Kind::Diagnostic(diagnostic) if diagnostic.issue == issue => Ok(diagnostic.message),
            other => Err(Self(Box::new(other))),
        }
    }

    /// Returns the message, to be quoted in another.
    pub(crate) fn into_message(self) -> String {
        self.into_diagnostic().message
    }

    /// Returns whether the fault has no place yet.
    pub(crate) fn is_unplaced(&self) -> bool {
        matches!(*self.0, Kind::Message { .. })
    }

    /// Adds the next outer step on the way to a fault that has its place.
    pub(crate) fn traced(mut self, message: impl FnOnce() -> String, span: Option<Span>) -> Self {
        if let Kind::Diagnostic(diagnostic) = &mut *self.0 {
            // A recursion that went too deep would fill pages.
            if diagnostic.trace.len() < MAXIMUM_TRACE {
                diagnostic.trace.push(syntax::TraceEntry { message: message(), span });
            }
        }
        self
    }

    /// Returns the error as a diagnostic for the user, after all handlers have let it pass.
    pub(crate) fn into_diagnostic(self) -> Diagnostic {
        match *self.0 {
            Kind::Message { message, hints } => {
                let mut diagnostic = Diagnostic::error("RUNTIME_ERROR", message, None);
                diagnostic.hints = hints;
                diagnostic
            }
            Kind::Diagnostic(diagnostic) => diagnostic,
            Kind::Unevaluated(name) => Diagnostic::error("RUNTIME_ERROR", format!("${name} has no value yet"), None),
            Kind::Next(_, span) => crate::issue::illegal_jump("next", span),
            Kind::Return(_, span) => crate::issue::illegal_jump("return", span),
            Kind::Break(span) => crate::issue::illegal_jump("break", span),
            Kind::NotFound => crate::issue::illegal_not_found(),
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
