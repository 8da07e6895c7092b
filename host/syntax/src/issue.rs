//! Every message of this crate, one function each, named after the issue code. Where Puppet has a message its text is
//! used; labels and hints are ours. Nothing here decides whether something is a fault.

mod grammar;
mod lexical;
mod rule;

pub(crate) use grammar::*;
pub(crate) use lexical::*;
pub(crate) use rule::*;

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;

/// Sums up several errors, as Puppet does when it logs more than one: `Language validation logged 2 errors. Giving up`.
///
/// Returns nothing for fewer than two errors: a single one is reported itself.
pub fn giving_up(diagnostics: &[Diagnostic]) -> Option<Diagnostic> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
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
    fn only_several_errors_are_summed_up() {
        let error = || Diagnostic::error("A", "a", None);
        let warning = || Diagnostic::warning("B", "b", None);
        let message = |diagnostics: &[Diagnostic]| giving_up(diagnostics).map(|diagnostic| diagnostic.message);
        assert_eq!(message(&[error(), warning()]), None);
        assert_eq!(message(&[error(), error()]).as_deref(), Some("Language validation logged 2 errors. Giving up"));
        assert_eq!(
            message(&[error(), warning(), error()]).as_deref(),
            Some("Language validation logged 2 errors, and 1 warnings. Giving up")
        );
    }
}
