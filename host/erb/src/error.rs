//! Why a template gave no text.

use std::fmt;

/// A fault of a template, with the line that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// The line of the template, from 1.
    pub line: u32,
    /// The message.
    pub message: String,
    /// Whether the template could not even be parsed.
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
