//! Messages about Puppetfiles that cannot be read as data.

use syntax::{Diagnostic, SourceFile, Span};

use super::DeclaredModule;

const HINT: &str =
    "a Puppetfile is read here as data: forge, moduledir and mod, with strings, symbols, true, false and nil";

/// Ruby code that would have to be evaluated.
pub(super) fn not_data(source: &SourceFile, at: Span) -> Box<Diagnostic> {
    let text = source.slice(at).trim();
    let message = match text {
        "" => "A statement of the Puppetfile ends too early".to_owned(),
        text => format!("'{text}' is Ruby, which is not evaluated in a Puppetfile"),
    };
    Box::new(Diagnostic::error("PUPPETFILE_RUBY", message, at).with_hint(HINT))
}

/// A string that is not terminated.
pub(super) fn no_end(at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_UNCLOSED", "A string has no end", at))
}

/// A word that is not followed by a single string.
pub(super) fn wants_text(word: &str, at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_STRING", format!("'{word}' wants a string"), at))
}

/// A version that is not valid.
pub(super) fn wants_version(at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_VERSION", "A module wants a version as a string, or :latest", at))
}

/// A module with an unknown key.
pub(super) fn unknown_key(key: &str, at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_KEY", format!("A module has no '{key}' in a Puppetfile"), at))
}

/// A name that is not valid for a module.
pub(super) fn no_module_name(name: &str, at: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("PUPPETFILE_NAME", format!("'{name}' is not a module name"), at))
}

/// Two modules with the same directory.
pub(super) fn declared_twice(second: &DeclaredModule, first: &DeclaredModule) -> Box<Diagnostic> {
    let message = format!("A module '{}' is declared before", second.directory());
    Box::new(Diagnostic::error("PUPPETFILE_TWICE", message, second.span).with_label(first.span, "here"))
}
