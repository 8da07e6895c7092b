//! Messages about the Puppet 3 language: deprecations, imports and appends.

use syntax::{Diagnostic, Span};

use super::{a_an, a_an_uc, evaluation};

/// Hint for a manifest written for Puppet 3.
pub(crate) const LANGUAGE_3: &str = "a manifest written for Puppet 3 is read with '--language 3'";

fn deprecated(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::warning("DEPRECATED", message, span)
}

pub(crate) fn nothing_to_import(pattern: &str, span: Span) -> Diagnostic {
    Diagnostic::error("IMPORT", format!("No file(s) found for import of '{pattern}'"), span)
        .with_hint("a path is relative to the directory of the importing file, or starts with the name of a module")
}

pub(crate) fn import_failed(reason: &str, span: Span) -> Diagnostic {
    Diagnostic::error("IMPORT", reason, span)
}

pub(crate) fn append_in_scope(name: &str, span: Span) -> Diagnostic {
    evaluation("ILLEGAL_REASSIGNMENT", format_args!("Cannot append, variable {name} is defined in this scope"), span)
        .with_hint("'+=' creates a new variable here from one in an outer scope")
}

pub(crate) fn append_mismatch(value: &str, current: &str, span: Span) -> Diagnostic {
    evaluation("ILLEGAL_APPEND", format_args!("Cannot append {} to {}", a_an(value), a_an(current)), span)
        .with_hint("'+=' appends arrays to arrays, hashes to hashes and strings to strings")
}

pub(crate) fn deprecated_dynamic_lookup(name: &str, span: Span) -> Diagnostic {
    let message = format!(
        "Dynamic lookup of ${name} is deprecated. Use a fully-qualified variable name (e.g., $classname::variable) or \
         parameterized classes."
    );
    deprecated(message, span)
}

pub(crate) fn unknown_qualified_variable(name: &str, reason: &str, span: Span) -> Diagnostic {
    let message = format!("Could not look up qualified variable '{name}'; {reason}");
    Diagnostic::warning("UNKNOWN_VARIABLE", message, span)
}

pub(crate) fn deprecated_empty_string(span: Span) -> Diagnostic {
    deprecated("An empty string that counts as false is deprecated", span).with_hint("compare it: $x == ''")
}

pub(crate) fn deprecated_equality(left: &str, right: &str, span: Span) -> Diagnostic {
    deprecated(format!("{} that equals {} is deprecated", a_an_uc(left), a_an(right)), span)
        .with_hint("convert one of them: Integer($x), String($y)")
}

pub(crate) fn deprecated_relative_name(name: &str, whole: &str) -> Diagnostic {
    let message = format!("The relative name '{name}' for '{whole}' is deprecated");
    Diagnostic::warning("DEPRECATED", message, None)
        .with_hint(format!("write the full name, or '::{name}' for the top-level one"))
}

pub(crate) fn deprecated_mode(number: i64, span: Span) -> Diagnostic {
    deprecated("A number as a mode is deprecated", span).with_hint(format!("put it in quotes: '{number}'"))
}

pub(crate) fn deprecated_short_node_name(name: &str, node: &str, span: Span) -> Diagnostic {
    deprecated(format!("The short name '{name}' for the node '{node}' is deprecated"), span)
        .with_hint("write the full name, or a regex: /^www\\./")
}

pub(crate) fn unknown_parent_node(name: &str, environment: &str, node: Span, parent: Span) -> Diagnostic {
    let message = format!("Could not find parent resource type '{name}' of type node in {environment}");
    Diagnostic::error("RUNTIME_ERROR", message, node).with_label(parent, "it is named here")
}

pub(crate) fn cyclic_node_inheritance(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("CYCLIC_NODE_INHERITANCE", format!("Node '{name}' inherits from itself"), span)
}
