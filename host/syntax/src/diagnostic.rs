//! Diagnostics for authors of manifests. Data only: messages are built in `issue.rs` of the crate that
//! detects the error; the caller prints them.

use std::fmt;

use crate::SourceMap;
use crate::span::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A warning; processing continues.
    Warning,
    /// An error; the operation fails.
    Error,
}

/// A remark about a position in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The position.
    pub span: Span,
    /// The message.
    pub message: String,
}

/// One step of the path to an error: a call, a declaration, a loaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceEntry {
    /// The activity, for example `in function 'a::b'`.
    pub message: String,
    /// The position of the call, declaration or reference.
    pub span: Option<Span>,
}

/// Code in Ruby that a manifest needs and that cannot run here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MissingRuby {
    /// The function with this name.
    Function(Box<str>),
    /// The Hiera backend with this name.
    HieraBackend(Box<str>),
    /// The data type with this name.
    DataType(Box<str>),
    /// The resource type with this name.
    ResourceType(Box<str>),
    /// The ERB template in this file; empty for a text in a manifest.
    Template(Box<str>),
}

impl fmt::Display for MissingRuby {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Function(name) => write!(formatter, "function '{name}'"),
            Self::HieraBackend(name) => write!(formatter, "Hiera backend '{name}'"),
            Self::DataType(name) => write!(formatter, "data type '{name}'"),
            Self::ResourceType(name) => write!(formatter, "resource type '{name}'"),
            Self::Template(file) if file.is_empty() => write!(formatter, "inline ERB template"),
            Self::Template(file) => write!(formatter, "ERB template '{file}'"),
        }
    }
}

/// A user error or warning with its context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The issue code, which is Puppet's if Puppet has one: `SYNTAX_ERROR`, `DUPLICATE_PARAMETER`.
    pub issue: &'static str,
    /// The message without its location.
    pub message: String,
    /// The position. Its start is the line and column that Puppet reports for the same error.
    pub span: Option<Span>,
    /// Whether the first line of the output includes the column; Puppet does not report it for every error.
    pub shows_column: bool,
    /// Related positions, and remarks about the position itself.
    pub labels: Vec<Label>,
    /// Sentences that describe a possible correction.
    pub hints: Vec<String>,
    /// The evaluation trace, innermost step first.
    pub trace: Vec<TraceEntry>,
    /// The code in Ruby without which the manifest cannot be compiled; `None` for an error of the manifest.
    pub missing_ruby: Option<MissingRuby>,
}

impl Diagnostic {
    /// Returns the message with its position, as Puppet prints it: `MESSAGE (file: F, line: L, column: C)`.
    #[must_use]
    pub fn headline(&self, sources: &SourceMap) -> String {
        match self.span.and_then(|span| sources.locate(span)) {
            Some((file, at)) if !file.is_empty() && !self.shows_column => {
                format!("{} (file: {file}, line: {})", self.message, at.line)
            }
            Some((file, at)) if !file.is_empty() => {
                format!("{} (file: {file}, line: {}, column: {})", self.message, at.line, at.column)
            }
            Some((_, at)) => format!("{} (line: {}, column: {})", self.message, at.line, at.column),
            None => self.message.clone(),
        }
    }

    /// Returns an error with only a code, a message and a position.
    pub fn error(issue: &'static str, message: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Self {
            severity: Severity::Error,
            issue,
            message: message.into(),
            span: span.into(),
            shows_column: true,
            labels: Vec::new(),
            hints: Vec::new(),
            trace: Vec::new(),
            missing_ruby: None,
        }
    }

    /// Returns a warning with only a code, a message and a position.
    pub fn warning(issue: &'static str, message: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(issue, message, span) }
    }

    /// Adds a remark about a position.
    #[must_use]
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds the next outer step to the trace.
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
