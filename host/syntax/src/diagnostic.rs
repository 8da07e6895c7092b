//! Diagnostics for authors of manifests. Data only: the wording is in `issue.rs` of the crate that finds the fault, the caller
//! prints them.

use crate::SourceMap;
use crate::span::Span;

/// How grave a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing stops.
    Warning,
    /// The work at hand can not be done.
    Error,
}

/// A remark about one place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The message.
    pub message: String,
}

/// One step on the way to the place of a fault: a call, a declaration, a file that was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry {
    /// The activity, for example `in function 'a::b'`.
    pub message: String,
    /// Where it was asked for.
    pub span: Option<Span>,
}

/// A fault of the user's, with all that is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// The issue code, Puppet's own where Puppet has one: `SYNTAX_ERROR`, `DUPLICATE_PARAMETER`.
    pub issue: &'static str,
    /// The message without its location.
    pub message: String,
    /// The place. Its start is the line and column that Puppet reports for the same fault.
    pub span: Option<Span>,
    /// Whether the first line of the output includes the column; Puppet does not know it for every fault.
    pub tells_column: bool,
    /// Other places that explain the fault, and remarks about the place itself.
    pub labels: Vec<Label>,
    /// Sentences that say what to do about it.
    pub hints: Vec<String>,
    /// How evaluation came to the place, innermost first.
    pub trace: Vec<TraceEntry>,
}

impl Diagnostic {
    /// Returns the message with its position, as Puppet prints it: `MESSAGE (file: F, line: L, column: C)`.
    #[must_use]
    pub fn headline(&self, sources: &SourceMap) -> String {
        match self.span.and_then(|span| sources.locate(span)) {
            Some((file, at)) if !file.is_empty() && !self.tells_column => {
                format!("{} (file: {file}, line: {})", self.message, at.line)
            }
            Some((file, at)) if !file.is_empty() => {
                format!("{} (file: {file}, line: {}, column: {})", self.message, at.line, at.column)
            }
            Some((_, at)) => format!("{} (line: {}, column: {})", self.message, at.line, at.column),
            None => self.message.clone(),
        }
    }

    /// Returns an error with only a code, a message and a place.
    pub fn error(issue: &'static str, message: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Self {
            severity: Severity::Error,
            issue,
            message: message.into(),
            span: span.into(),
            tells_column: true,
            labels: Vec::new(),
            hints: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// Returns a warning with only a code, a message and a place.
    pub fn warning(issue: &'static str, message: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(issue, message, span) }
    }

    /// Adds a remark about a place.
    #[must_use]
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds a sentence that says what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds the next outer step on the way to the fault.
    #[must_use]
    pub fn with_trace(mut self, message: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        self.trace.push(TraceEntry { message: message.into(), span: span.into() });
        self
    }

    /// Returns whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
