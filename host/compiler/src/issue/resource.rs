//! Messages about resources: their titles, attributes, overrides, collectors and relationships.

use ruby::escape::append_quoted;
use syntax::{Diagnostic, Span};
use value::{EvalError, UnplacedError, Value, class_noun};

use super::{a_an, evaluation};

pub(crate) fn export_ignored(span: Span) -> Diagnostic {
    let message = "You cannot collect exported resources without storeconfigs being set; the export is ignored";
    Diagnostic::warning("RT_NO_STORECONFIGS_EXPORT", message, span)
}

pub(crate) fn collection_ignored(span: Span) -> Diagnostic {
    let message =
        "You cannot collect exported resources without storeconfigs being set; the collection will be ignored";
    Diagnostic::warning("RT_NO_STORECONFIGS", message, span)
}

pub(crate) fn exported_twice(reference: &catalog::ResourceRef) -> Diagnostic {
    let message = format!(
        "A duplicate resource was found while collecting exported resources, with the type and title {reference}"
    );
    Diagnostic::error("RUNTIME_ERROR", message, None)
}

pub(crate) fn class_not_virtualizable(span: Span) -> Diagnostic {
    evaluation("CLASS_NOT_VIRTUALIZABLE", "Classes are not virtualizable", span)
}

pub(crate) fn duplicate_title(title: Option<&str>, span: Span) -> Diagnostic {
    let title = title.unwrap_or("default");
    evaluation(
        "DUPLICATE_TITLE",
        format_args!("The title '{title}' has already been used in this resource expression"),
        span,
    )
}

pub(crate) fn duplicate_attribute(name: &str, span: Span) -> Diagnostic {
    // The code is misspelled in Puppet too.
    evaluation("DUPLICATE_ATTRIBUE", format_args!("The attribute '{name}' has already been set"), span)
}

pub(crate) fn illegal_resource_type(actual: &str, span: Span) -> Diagnostic {
    let expected = "Illegal Resource Type expression, expected result to be a type name, or untitled Resource";
    evaluation("ILLEGAL_RESOURCE_TYPE", format_args!("{expected}, got {actual}"), span)
}

pub(crate) fn missing_title(span: Span) -> Diagnostic {
    evaluation("MISSING_TITLE", "Missing title. The title expression resulted in undef", span)
}

pub(crate) fn missing_title_at(index: usize, span: Span) -> Diagnostic {
    evaluation(
        "MISSING_TITLE_AT",
        format_args!("Missing title at index {index}. The title expression resulted in an undef title"),
        span,
    )
}

pub(crate) fn empty_title_at(index: usize, span: Span) -> Diagnostic {
    evaluation(
        "EMPTY_STRING_TITLE_AT",
        format_args!("Empty string title at {index}. Title strings must have a length greater than zero."),
        span,
    )
}

pub(crate) fn illegal_title_at(index: usize, actual: &str, span: Span) -> Diagnostic {
    evaluation(
        "ILLEGAL_TITLE_TYPE_AT",
        format_args!("Illegal title type at index {index}. Expected String, got {actual}"),
        span,
    )
}

pub(crate) fn illegal_overridden_type(actual: &str, span: Span) -> Diagnostic {
    evaluation(
        "ILLEGAL_OVERRIDDEN_TYPE",
        format_args!("Resource Override can only operate on resources, got: {actual}"),
        span,
    )
}

pub(crate) fn duplicate_declaration(
    reference: &str,
    place: &str,
    span: Option<Span>,
    first: Option<Span>,
) -> Diagnostic {
    let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
    let message = format!(
        "Evaluation Error: Error while evaluating a Resource Statement, Duplicate declaration: {reference} is already \
         declared{place}; cannot redeclare"
    );
    let mut diagnostic = Diagnostic::error("RUNTIME_ERROR", message, span);
    diagnostic = diagnostic.with_hint(match reference.starts_with("Class[") {
        true => "put 'class { … }' before every 'include' of it, or use only 'include' and set the parameters in Hiera",
        false => {
            "remove one of the declarations, or move it to a class and 'include' that where the resource is needed"
        }
    });
    match first {
        Some(first) => diagnostic.with_label(first, "it is declared here first"),
        None => diagnostic,
    }
}

pub(crate) fn default_redefined(type_name: &str, name: &str, span: Option<Span>) -> Diagnostic {
    let message = format!("Default already defined for {type_name} {{ {name} }}; cannot redefine");
    Diagnostic::error("RUNTIME_ERROR", message, span)
}

pub(crate) fn untitled_override(type_name: &str) -> EvalError {
    EvalError::new(format!("No title provided and :{} is not a valid resource reference", type_name.to_lowercase()))
}

pub(crate) fn override_forbidden(span: Option<Span>) -> Diagnostic {
    Diagnostic::error("RUNTIME_ERROR", "Only subclasses can override parameters", span)
}

pub(crate) fn override_evaluated(place: &str, span: Option<Span>) -> Diagnostic {
    let defined = if place.is_empty() { String::new() } else { format!(", defined at {place},") };
    let message = format!("Attempt to override an already evaluated resource{defined} with new values");
    Diagnostic::error("RUNTIME_ERROR", message, span)
}

pub(crate) fn already_set(text: String, span: Option<Span>, first: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::error("RUNTIME_ERROR", format!("{text}; cannot redefine"), span);
    let diagnostic = Diagnostic { shows_column: false, ..diagnostic };
    match first {
        Some(first) => diagnostic.with_label(first, "it is set here"),
        None => diagnostic,
    }
}

pub(crate) fn unmatched_overrides(references: &str) -> Diagnostic {
    Diagnostic::error("RUNTIME_ERROR", format!("Could not find resource(s) {references} for overriding"), None)
}

pub(crate) fn unrealized(references: &str) -> Diagnostic {
    Diagnostic::error("RUNTIME_ERROR", format!("Failed to realize virtual resources {references}"), None)
}

pub(crate) fn unknown_attribute(name: &str, reference: &str, place: &str, span: Option<Span>) -> Diagnostic {
    let place = if place.is_empty() { String::new() } else { format!(" {place}") };
    Diagnostic::error("RUNTIME_ERROR", format!("no parameter named '{name}'{place} on {reference}"), span)
}

pub(crate) fn in_resource(error: UnplacedError, span: Option<Span>) -> Diagnostic {
    let UnplacedError { message, hints, missing_ruby } = error;
    let message = format_args!("Error while evaluating a Resource Statement, {message}").to_string();
    Diagnostic { hints, missing_ruby, ..evaluation("RUNTIME_ERROR", message, span) }
}

pub(crate) fn no_reference(value: &Value, span: Option<Span>) -> Diagnostic {
    Diagnostic::error("RUNTIME_ERROR", no_reference_text(value), span)
}

/// In Puppet this error is raised by the compiler itself, not by the evaluation of an expression.
pub(crate) fn no_reference_to_realize(value: &Value) -> Diagnostic {
    let message = format!("Puppet::Parser::Compiler failed with error ArgumentError: {}", no_reference_text(value));
    Diagnostic::error("RUNTIME_ERROR", message, None)
}

fn no_reference_text(value: &Value) -> String {
    let mut quoted = String::new();
    append_quoted(&value.ruby(), &mut quoted);
    format!("No title provided and {quoted} is not a valid resource reference")
}

/// The condition of a collector is a plain value; Puppet fails when it evaluates the condition for the first resource.
pub(crate) fn no_condition(value: &Value) -> Diagnostic {
    let message = format!(
        "Puppet::Parser::Compiler failed with error NoMethodError: undefined method `call' for {}:{}",
        value.inspect(),
        class_noun(value)
    );
    Diagnostic::error("RUNTIME_ERROR", message, None)
}

pub(crate) fn duplicate_override(name: &str, reference: &str, span: Span) -> Diagnostic {
    let message = format!("Duplicate parameter '{name}' for on {reference}");
    Diagnostic::error("RUNTIME_ERROR", message, span)
}

pub(crate) fn unknown_relationship(reference: &str, name: &str, span: Option<Span>) -> Diagnostic {
    Diagnostic::error("RUNTIME_ERROR", format!("Could not find resource '{reference}' in parameter '{name}'"), span)
}

pub(crate) fn illegal_operand(label: &str, span: Span) -> Diagnostic {
    let operand = a_an(label);
    evaluation(
        "ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
        format_args!(
            "Illegal relationship operand, can not form a relationship with {operand}. A Catalog type is required."
        ),
        span,
    )
}

pub(crate) fn not_catalog_type(data_type: &str, span: Span) -> Diagnostic {
    evaluation(
        "NOT_CATALOG_TYPE",
        format_args!(
            "Illegal relationship operand, can not form a relationship with something of type {data_type}. A Catalog \
             type is required."
        ),
        span,
    )
}

pub(crate) fn unrelated(reference: &str, other: &str, is_source: bool) -> Diagnostic {
    let role = if is_source { "on" } else { "from" };
    Diagnostic::error(
        "RUNTIME_ERROR",
        format!("Could not find resource '{reference}' for relationship {role} '{other}'"),
        None,
    )
}
