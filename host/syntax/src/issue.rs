//! Messages of this crate, one function each, named after the issue code. Puppet's text is used where it
//! exists; labels and hints are Marotte's. The checks themselves are elsewhere.

mod grammar;
mod lexical;
mod puppet3;
mod rule;

pub(crate) use grammar::*;
pub(crate) use lexical::*;
pub(crate) use puppet3::*;
pub(crate) use rule::*;

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;

/// Issues that abort Puppet's lexer or parser. Puppet stops at the first; this parser continues and reports
/// more.
const UNREADABLE: &[&str] = &[
    "EPP_UNBALANCED_COMMENT",
    "EPP_UNBALANCED_EXPRESSION",
    "EPP_UNBALANCED_TAG",
    "HEREDOC_EMPTY_ENDTAG",
    "HEREDOC_INVALID_ESCAPE",
    "HEREDOC_INVALID_SYNTAX",
    "HEREDOC_IN_HEREDOC",
    "HEREDOC_MULTIPLE_AT_ESCAPES",
    "HEREDOC_UNCLOSED_PARENTHESIS",
    "HEREDOC_WITHOUT_END_TAGGED_LINE",
    "HEREDOC_WITHOUT_TEXT",
    "ILLEGAL_ARGUMENT_LIST",
    "ILLEGAL_BOM",
    "ILLEGAL_CLASS_REFERENCE",
    "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE",
    "ILLEGAL_FULLY_QUALIFIED_NAME",
    "ILLEGAL_NUMBER",
    "ILLEGAL_REGEX",
    "ILLEGAL_RESOURCE_EXPRESSION",
    "ILLEGAL_UNICODE_ESCAPE",
    "ILLEGAL_VIRTUALIZATION",
    "INVALID_DECIMAL_NUMBER",
    "INVALID_HEX_NUMBER",
    "INVALID_OCTAL_NUMBER",
    "NESTING_TOO_DEEP",
    "SOURCE_TOO_LARGE",
    "SYNTAX_ERROR",
    "UNCLOSED_MLCOMMENT",
    "UNCLOSED_QUOTE",
];

/// Summarises several errors, as Puppet does when it logs more than one: `Language validation logged 2
/// errors. Giving up`.
///
/// Returns `None` for fewer than two errors, and if there is a syntax error: Puppet then reports only the
/// first error.
pub fn giving_up(diagnostics: &[Diagnostic]) -> Option<Diagnostic> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    if errors.clone().any(|diagnostic| UNREADABLE.contains(&diagnostic.issue)) {
        return None;
    }
    let warnings = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning).count();
    let first: Option<Span> = errors.clone().next().and_then(|diagnostic| diagnostic.span);
    let errors = errors.count();
    let message = match (errors, warnings) {
        (0 | 1, _) => return None,
        (_, 0) => format!("Language validation logged {errors} errors. Giving up"),
        _ => format!("Language validation logged {errors} errors, and {warnings} warnings. Giving up"),
    };
    Some(Diagnostic::error("GIVING_UP", message, first))
}

#[cfg(test)]
mod tests {
    use super::giving_up;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn giving_up_needs_at_least_two_errors() {
        let error = || Diagnostic::error("A", "a", None);
        let warning = || Diagnostic::warning("B", "b", None);
        let message = |diagnostics: &[Diagnostic]| giving_up(diagnostics).map(|diagnostic| diagnostic.message);
        assert_eq!(message(&[error(), warning()]), None);
        let unreadable = Diagnostic::error("SYNTAX_ERROR", "s", None);
        assert_eq!(message(&[unreadable.clone(), unreadable]), None);
        assert_eq!(message(&[error(), error()]).as_deref(), Some("Language validation logged 2 errors. Giving up"));
        assert_eq!(
            message(&[error(), warning(), error()]).as_deref(),
            Some("Language validation logged 2 errors, and 1 warnings. Giving up")
        );
    }
}
