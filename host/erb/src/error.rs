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
}

impl TemplateError {
    pub(crate) fn syntax(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), is_syntax: true }
    }

    pub(crate) fn new(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), is_syntax: false }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TemplateError {}
