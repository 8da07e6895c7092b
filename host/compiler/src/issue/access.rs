//! Messages about `x[y]`.

use syntax::{Diagnostic, Span};

use super::{a_an, a_an_uc, evaluation};

pub(crate) fn not_accessible(label: &str, span: Span) -> Diagnostic {
    let message = format!("Operator '[]' is not applicable to {}.", a_an(label));
    let diagnostic = evaluation("OPERATOR_NOT_APPLICABLE", message, span);
    if label == "Undef Value" {
        return diagnostic.with_hint("there is no such value; $hash.dig('a', 'b') returns undef for missing keys");
    }
    diagnostic
}

pub(crate) fn slice_arity(kind: &str, counts: &str, actual: usize, span: Span) -> Diagnostic {
    let issue = match kind {
        "String" => "BAD_STRING_SLICE_ARITY",
        "Array" => "BAD_ARRAY_SLICE_ARITY",
        _ => "BAD_HASH_SLICE_ARITY",
    };
    evaluation(issue, format_args!("{kind} supports [] with {counts}. Got {actual}"), span)
}

pub(crate) fn slice_key(label: &str, actual: &str, expected: &str, span: Span) -> Diagnostic {
    let label = a_an_uc(label);
    evaluation("BAD_SLICE_KEY_TYPE", format_args!("{label}[] cannot use {actual} where {expected} is expected"), span)
}

pub(crate) fn string_index(actual: &str, span: Span) -> Diagnostic {
    let actual = a_an(actual);
    evaluation(
        "BAD_STRING_SLICE_KEY_TYPE",
        format_args!("A substring operation does not accept {actual} as a character index. Expected an Integer"),
        span,
    )
}

pub(crate) fn unknown_resource(type_name: &str, title: &str, span: Span) -> Diagnostic {
    evaluation("UNKNOWN_RESOURCE", format_args!("Resource not found: {type_name}['{title}']"), span)
}

pub(crate) fn unknown_resource_parameter(type_name: &str, title: &str, name: &str, span: Span) -> Diagnostic {
    evaluation(
        "UNKNOWN_RESOURCE_PARAMETER",
        format_args!("The resource {type_name}['{title}'] does not have a parameter called '{name}'"),
        span,
    )
}

pub(crate) fn data_type(issue: &datatype::TypeIssue, span: Span) -> Diagnostic {
    let code = if issue.code.is_empty() { "RUNTIME_ERROR" } else { issue.code };
    evaluation(code, &issue.message, span)
}

pub(crate) fn alias_without_type(name: &str) -> String {
    format!("Type alias '{name}' cannot be resolved to a real type")
}

pub(crate) fn unknown_type(name: &str, span: Span) -> Diagnostic {
    evaluation("UNKNOWN_RESOURCE_TYPE", format_args!("Resource type not found: {name}"), span)
}
