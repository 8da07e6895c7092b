//! Errors of templates.

use std::fmt;

/// An error of a template with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// The line of the template, starting at 1.
    pub line: u32,
    /// The message.
    pub message: String,
    /// Whether the error is a syntax error.
    pub is_syntax: bool,
    /// Whether the template is valid, but uses a feature of Ruby that this interpreter does not have.
    pub is_unsupported: bool,
}

impl TemplateError {
    /// Creates an error of a template whose evaluation failed elsewhere.
    #[must_use]
    pub fn of_evaluation(line: u32, message: impl Into<String>) -> Self {
        Self::new(line, message)
    }

    /// Returns the error as one of an unsupported feature.
    pub(crate) fn unsupported(self) -> Self {
        Self { is_unsupported: true, ..self }
    }

    pub(crate) fn syntax(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), is_syntax: true, is_unsupported: false }
    }

    pub(crate) fn new(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), is_syntax: false, is_unsupported: false }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TemplateError {}
