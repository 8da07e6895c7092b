//! Messages about Puppetfiles that cannot be read as data.

use syntax::{Diagnostic, SourceFile, Span};

use super::DeclaredModule;

const HINT: &str = "a Puppetfile is read as data: forge, moduledir and mod, with strings, symbols, true, false and nil";

/// Ruby code that would have to be evaluated.
pub(super) fn not_data(source: &SourceFile, at: Span) -> Box<Diagnostic> {
    let text = source.slice(at).trim();
    let message = match text {
        "" => "A statement of the Puppetfile is incomplete".to_owned(),
        text => format!("'{text}' is Ruby code, which is not evaluated in a Puppetfile"),
    };
    Box::new(Diagnostic::error("PUPPETFILE_RUBY", message, at).with_hint(HINT))
}

/// A string that is not terminated.
pub(super) fn unterminated_string(at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_UNCLOSED", "Unterminated string", at))
}

/// A statement whose value is not a single string.
pub(super) fn string_expected(word: &str, at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_STRING", format!("'{word}' requires a string"), at))
}

/// A version that is not valid.
pub(super) fn version_expected(at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_VERSION", "The version of a module must be a string or :latest", at))
}

/// A module with an unknown key.
pub(super) fn unknown_key(key: &str, at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_KEY", format!("Unknown key '{key}' of a module"), at))
}

/// A name that is not valid for a module.
pub(super) fn invalid_name(name: &str, at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_NAME", format!("'{name}' is not a module name"), at))
}

/// Two modules with the same directory.
pub(super) fn duplicate_module(second: &DeclaredModule, first: &DeclaredModule) -> Box<Diagnostic> {
    let message = format!("The module '{}' is already declared", second.directory());
    Box::new(Diagnostic::error("PUPPETFILE_TWICE", message, second.span).with_label(first.span, "first declared here"))
}
