//! Messages about variables, assignments, operators, control and calls.

use std::fmt;

use syntax::{Diagnostic, Span};
use value::{EvalError, Value};

use syntax::ast::BinaryOperator;

use super::{a_an, a_an_uc, evaluation, value_label};

pub(crate) fn runtime(expression: &str, message: impl fmt::Display, span: Span) -> Diagnostic {
    let expression = a_an(expression);
    evaluation("RUNTIME_ERROR", format_args!("Error while evaluating {expression}, {message}"), span)
}

pub(crate) fn attribute_with_arguments(type_name: &str, name: &str, count: usize) -> EvalError {
    EvalError::new(format!("'attribute {type_name}[{name}]' expects no arguments, got {count}"))
}

pub(crate) fn function_without_code(type_name: &str, name: &str) -> EvalError {
    EvalError::new(format!("no method is implemented for function {type_name}[{name}]"))
}

/// A timestamp or timespan is combined with an unsupported operand.
pub(crate) fn time_operand(operator: BinaryOperator, time: &Value, operand: &Value) -> EvalError {
    let label = |value: &Value| match value {
        Value::SemVer(_) => "Version".to_owned(),
        other => value_label(other),
    };
    let (kind, label) = (label(time), label(operand));
    EvalError::new(match operator {
        BinaryOperator::Add => format!("{} cannot be added to a {kind}", a_an_uc(&label)),
        BinaryOperator::Subtract => format!("{} cannot be subtracted from a {kind}", a_an_uc(&label)),
        // Puppet names the wrong type here.
        BinaryOperator::Multiply => format!("A Timestamp cannot be multiplied by {}", a_an(&label)),
        BinaryOperator::Modulo => format!("Can not do modulus on a Timespan using a {}", a_an(&label)),
        _ => format!("A Timespan cannot be divided by {}", a_an(&label)),
    })
}

pub(crate) fn too_deep(limit: usize) -> EvalError {
    EvalError::new(format!("stack level too deep: more than {limit} nested calls"))
        .with_hint("does a function or class call itself endlessly?")
}

pub(crate) const VERSION_IS_NO_FLOAT: &str = "can't convert SemanticPuppet::Version into Float";

pub(crate) fn undefined_variable(name: &str) -> String {
    format!("Undefined variable '{name}'; ")
}

pub(crate) fn unknown_variable(name: &str, span: Span) -> Diagnostic {
    evaluation("UNKNOWN_VARIABLE", format_args!("Unknown variable: '{name}'."), span)
}

pub(crate) fn unknown_variable_warning(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning("UNKNOWN_VARIABLE", format!("Unknown variable: '{name}'."), span)
}

pub(crate) fn unknown_function(name: &str, span: Span) -> Diagnostic {
    evaluation("UNKNOWN_FUNCTION", format_args!("Unknown function: '{name}'."), span)
}

pub(crate) fn discontinued_import(span: Span) -> Diagnostic {
    evaluation(
        "DISCONTINUED_IMPORT",
        "Use of 'import' has been discontinued in favor of a manifest directory. See \
         http://links.puppet.com/puppet-import-deprecation",
        span,
    )
    .with_hint("make the main manifest a directory, whose manifests are all read, and put classes into modules")
    .with_hint(super::LANGUAGE_3)
}

pub(crate) fn illegal_assignment(label: &str, span: Span) -> Diagnostic {
    let label = a_an(label);
    evaluation(
        "ILLEGAL_ASSIGNMENT",
        format_args!("Illegal attempt to assign to '{label}'. Not an assignable reference"),
        span,
    )
}

pub(crate) fn cross_scope_assignment(name: &str, span: Span) -> Diagnostic {
    evaluation(
        "CROSS_SCOPE_ASSIGNMENT",
        format_args!("Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"),
        span,
    )
}

pub(crate) fn numeric_assignment(name: &str, span: Span) -> Diagnostic {
    evaluation(
        "ILLEGAL_NUMERIC_ASSIGNMENT",
        format_args!(
            "Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not \
             assignable"
        ),
        span,
    )
}

pub(crate) fn reserved_assignment(name: &str, span: Span) -> Diagnostic {
    evaluation(
        "ILLEGAL_RESERVED_ASSIGNMENT",
        format_args!("Attempt to assign to a reserved variable name: '${name}'"),
        span,
    )
}

pub(crate) fn reserved_name(name: &str) -> EvalError {
    EvalError::new(format!("Attempt to assign to a reserved variable name: '{name}'"))
}

pub(crate) fn reassignment(name: &str, span: Span) -> Diagnostic {
    let built_in = if matches!(name, "name" | "title") { "built in (or already assigned) " } else { "" };
    evaluation("ILLEGAL_REASSIGNMENT", format_args!("Cannot reassign {built_in}variable '${name}'"), span)
        .with_hint("a variable cannot change its value; use another name for the new value")
}

pub(crate) fn unsupported_operator(operator: &str, span: Span) -> Diagnostic {
    evaluation("UNSUPPORTED_OPERATOR", format_args!("The operator '{operator}' is not supported."), span)
}

pub(crate) fn assignment_size(expected: usize, actual: usize, span: Span) -> Diagnostic {
    evaluation(
        "ILLEGAL_MULTI_ASSIGNMENT_SIZE",
        format_args!("Mismatched number of assignable entries and values, expected {expected}, got {actual}"),
        span,
    )
}

pub(crate) fn assignment_key(key: &str, span: Span) -> Diagnostic {
    evaluation(
        "MISSING_MULTI_ASSIGNMENT_KEY",
        format_args!("No value for required key '{key}' in assignment to variables from hash"),
        span,
    )
}

pub(crate) fn assignment_variable(name: &str, span: Span) -> Diagnostic {
    evaluation(
        "MISSING_MULTI_ASSIGNMENT_VARIABLE",
        format_args!("No value for required variable '${name}' in assignment to variables from class reference"),
        span,
    )
}

pub(crate) fn operator_not_applicable(operator: &str, left: &str, span: Span) -> Diagnostic {
    let left = a_an(left);
    evaluation("OPERATOR_NOT_APPLICABLE", format_args!("Operator '{operator}' is not applicable to {left}."), span)
}

pub(crate) fn operator_not_applicable_when(operator: &str, left: &str, right: &str, span: Span) -> Diagnostic {
    let (left, right) = (a_an(left), a_an(right));
    evaluation(
        "OPERATOR_NOT_APPLICABLE_WHEN",
        format_args!("Operator '{operator}' is not applicable to {left} when right side is {right}."),
        span,
    )
}

pub(crate) fn not_numeric(text: &str, span: Span) -> Diagnostic {
    evaluation("NOT_NUMERIC", format_args!("The value '{text}' cannot be converted to Numeric."), span)
        .with_hint("strings are joined by interpolation: \"${a}${b}\"")
}

pub(crate) fn numeric_coercion(before: &str, after: &str, span: Span) -> Diagnostic {
    let message = format!("The string '{before}' was automatically coerced to the numerical value {after}");
    Diagnostic::warning("NUMERIC_COERCION", message, span)
}

pub(crate) fn as_error(warning: Diagnostic) -> Diagnostic {
    evaluation(warning.issue, &warning.message, warning.span)
}

pub(crate) fn division_by_zero(span: Span) -> Diagnostic {
    evaluation("DIV_BY_ZERO", "Division by 0", span)
        .with_hint("divide only if the divisor is not 0: if $divisor != 0 { … }")
}

pub(crate) fn infinite(operator: &str, span: Span) -> Diagnostic {
    evaluation("RESULT_IS_INFINITY", format_args!("The result of the {operator} expression is Infinity"), span)
}

pub(crate) fn overflow(label: &str, value: i128, span: Span) -> Diagnostic {
    let (label, bound, sign) =
        (a_an_uc(label), if value > 0 { "max" } else { "min" }, if value < 0 { '-' } else { '+' });
    evaluation(
        "NUMERIC_OVERFLOW",
        format_args!(
            "{label} resulted in a value outside of Puppet Integer {bound} range, got '{sign}{:#x}'",
            value.unsigned_abs()
        ),
        span,
    )
}

pub(crate) fn not_comparable(left: &str, operator: &str, right: &str, detail: &str, span: Span) -> Diagnostic {
    let message = format!("Comparison of: {left} {operator} {right}, is not possible. Caused by '{detail}'.");
    let diagnostic = evaluation("COMPARISON_NOT_POSSIBLE", message, span);
    if (left == "String") != (right == "String") {
        return diagnostic.with_hint("convert the string to a number first: Integer($text)");
    }
    diagnostic
}

pub(crate) fn not_regexp(detail: &str, span: Span) -> Diagnostic {
    evaluation(
        "MATCH_NOT_REGEXP",
        format_args!("Can not convert right match operand to a regular expression. Caused by '{detail}'."),
        span,
    )
}

pub(crate) fn not_string(label: &str, span: Span) -> Diagnostic {
    let label = a_an(label);
    evaluation("MATCH_NOT_STRING", format_args!("Left match operand must result in a String value. Got {label}."), span)
}

pub(crate) fn unmatched_selector(value: &str, span: Span) -> Diagnostic {
    evaluation(
        "UNMATCHED_SELECTOR",
        format_args!("No matching entry for selector parameter with value '{value}'"),
        span,
    )
    .with_hint("add an entry 'default => …' for all other values")
}

pub(crate) fn type_mismatch(expected: &str, actual: &str, span: Span) -> Diagnostic {
    evaluation("TYPE_MISMATCH", format_args!("Expected value of type {expected}, got {actual}"), span)
}

pub(crate) fn illegal_expression(label: &str, feature: &str, container: &str, span: Span) -> Diagnostic {
    let (label, container) = (a_an_uc(label), a_an(container));
    evaluation(
        "ILLEGAL_EXPRESSION",
        format_args!("Illegal expression. {label} is unacceptable as {feature} in {container}"),
        span,
    )
}

pub(crate) fn reserved_word(word: &str, span: Span) -> Diagnostic {
    evaluation(
        "RESERVED_WORD",
        format_args!("Use of reserved word: {word}, must be quoted if intended to be a String value"),
        span,
    )
}

pub(crate) fn unsupported_expression(label: &str, span: Span) -> Diagnostic {
    let label = a_an(label);
    evaluation(
        "UNSUPPORTED_EXPRESSION",
        format_args!("Expressions of type {label} are not supported in this version of Puppet"),
        span,
    )
}
