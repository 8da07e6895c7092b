//! Messages of errors that values themselves cause. The messages of the evaluator and of Hiera are in their own crates.

use syntax::{Diagnostic, Span};

/// The code of errors of the data of Hiera that have no code of their own.
pub const LOOKUP_ERROR: &str = "LOOKUP_ERROR";

/// Hint for a value that is too big.
pub(crate) const SHARED_VALUES: &str = "do arrays or hashes hold the same ones again and again?";

/// Hint for a value that is nested too deeply.
pub(crate) const NESTED_BY_LOOP: &str = "does a loop repeatedly nest its own result in a new value?";

pub(crate) fn too_many_elements(elements: usize, limit: usize) -> String {
    format!("An array of {elements} elements is too big; the maximum is {limit}")
}

pub(crate) fn text_too_long(limit: usize) -> String {
    format!("A string of more than {limit} bytes is too long")
}

pub(crate) fn value_too_big(limit: usize) -> String {
    format!("A value of more than {limit} bytes is too big")
}

pub(crate) fn nested_too_deeply(limit: usize) -> String {
    format!("A value with more than {limit} levels of arrays or hashes is nested too deeply")
}

pub(crate) fn illegal_jump(name: &str, span: Span) -> Diagnostic {
    let places =
        if name == "return" { "functions, classes, defined types and blocks" } else { "blocks of iterating functions" };
    Diagnostic::error("RUNTIME_ERROR", format!("{name}() from context where this is illegal"), span)
        .with_hint(format!("{name}() is allowed in {places}"))
}

pub(crate) fn illegal_not_found() -> Diagnostic {
    Diagnostic::error(LOOKUP_ERROR, "not_found() from context where this is illegal", None)
}
