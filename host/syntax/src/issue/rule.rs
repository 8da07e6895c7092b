//! Messages about violations of rules beyond the grammar.

use crate::ast::{BinaryOperator, Expression, ExpressionKind};
use crate::diagnostic::Diagnostic;
use crate::label::{a_an, a_an_capitalized, label, with_article};
use crate::source::SourceFile;
use crate::span::Span;

pub(crate) fn not_top_level(at: Span) -> Diagnostic {
    let message = "Classes, definitions, and nodes may only appear at toplevel or inside other classes";
    Diagnostic::error("NOT_TOP_LEVEL", message, at)
        .with_hint("move it out of the block it is in, to the top of the file or directly into a class")
}

pub(crate) fn not_absolute_top_level(definition: &Expression) -> Diagnostic {
    let message = format!("{} may only appear at toplevel", a_an_capitalized(definition));
    Diagnostic::error("NOT_ABSOLUTE_TOP_LEVEL", message, definition.position())
}

pub(crate) fn cross_scope_assignment(name: &str, at: Span) -> Diagnostic {
    let message = format!("Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces");
    Diagnostic::error("CROSS_SCOPE_ASSIGNMENT", message, at)
        .with_hint("assign the variable without a namespace, in the class that it belongs to")
}

pub(crate) fn illegal_assignment(target: &Expression) -> Diagnostic {
    let message = format!("Illegal attempt to assign to '{}'. Not an assignable reference", a_an(target));
    let diagnostic = Diagnostic::error("ILLEGAL_ASSIGNMENT", message, target.position());
    // `$foo-bar = 1`
    let has_hyphen = matches!(&target.kind, ExpressionKind::Binary(binary)
        if binary.operator == BinaryOperator::Subtract && matches!(binary.left.kind, ExpressionKind::Variable(_)));
    if has_hyphen {
        diagnostic.with_hint("the name of a variable cannot contain '-'; use '_'").with_old_language()
    } else {
        diagnostic.with_hint("only a variable can be on the left of '='; compare with '=='")
    }
}

pub(crate) fn illegal_numeric_assignment(name: &str, at: Span) -> Diagnostic {
    let message = format!(
        "Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables are not assignable"
    );
    Diagnostic::error("ILLEGAL_NUMERIC_ASSIGNMENT", message, at)
}

pub(crate) fn illegal_indexed_assignment(at: Span) -> Diagnostic {
    let message = "Illegal attempt to assign via [index/key]. Not an assignable reference";
    Diagnostic::error("ILLEGAL_INDEXED_ASSIGNMENT", message, at)
        .with_hint("values are immutable; create a new one with '+', for example $new = $old + { key => value }")
}

pub(crate) fn illegal_assignment_context(at: Span) -> Diagnostic {
    Diagnostic::error("ILLEGAL_ASSIGNMENT_CONTEXT", "Assignment not allowed here", at)
}

pub(crate) fn appends_deletes_no_longer_supported(operator: &str, at: Span) -> Diagnostic {
    let message =
        format!("The operator '{operator}' is no longer supported. See http://links.puppet.com/remove-plus-equals");
    let diagnostic = Diagnostic::error("APPENDS_DELETES_NO_LONGER_SUPPORTED", message, at)
        .with_hint(format!("set a new variable: $new = $old {} …", operator.trim_end_matches('=')));
    if operator == "+=" { diagnostic.with_old_language() } else { diagnostic }
}

pub(crate) fn illegal_numeric_parameter(name: &str, at: Span) -> Diagnostic {
    let message =
        format!("The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)");
    Diagnostic::error("ILLEGAL_NUMERIC_PARAMETER", message, at)
}

pub(crate) fn illegal_param_name(name: &str, at: Span) -> Diagnostic {
    let message =
        format!("Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/");
    Diagnostic::error("ILLEGAL_PARAM_NAME", message, at)
}

pub(crate) fn illegal_var_name(name: &str, at: Span) -> Diagnostic {
    let message = format!(
        "Illegal variable name, The given name '{name}' does not conform to the naming rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/"
    );
    let diagnostic = Diagnostic::error("ILLEGAL_VAR_NAME", message, at);
    if name.is_empty() {
        diagnostic.with_hint("for a literal '$', write '\\$' or use single quotes")
    } else {
        diagnostic.with_hint("variable names start with a lowercase letter")
    }
}

pub(crate) fn illegal_numeric_var_name(name: &str, at: Span) -> Diagnostic {
    let message = format!(
        "Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with a digit 0-9"
    );
    Diagnostic::error("ILLEGAL_NUMERIC_VAR_NAME", message, at)
}

pub(crate) fn not_rvalue(expression: &Expression) -> Diagnostic {
    let message = format!("Invalid use of expression. {} does not produce a value", a_an_capitalized(expression));
    Diagnostic::error("NOT_RVALUE", message, expression.position())
}

pub(crate) fn illegal_attribute_append(name: &str, container: &str, at: Span) -> Diagnostic {
    let message = format!(
        "Illegal +> operation on attribute {name}. This operator can not be used in {}",
        with_article(container)
    );
    Diagnostic::error("ILLEGAL_ATTRIBUTE_APPEND", message, at)
        .with_hint("'+>' adds to an attribute of a resource declared elsewhere; here write '=>'")
}

pub(crate) fn illegal_expression(expression: &Expression, feature: &str, container: &str) -> Diagnostic {
    let message = format!(
        "Illegal expression. {} is unacceptable as {feature} in {}",
        a_an_capitalized(expression),
        with_article(container)
    );
    Diagnostic::error("ILLEGAL_EXPRESSION", message, expression.position())
}

pub(crate) fn illegal_query_expression(expression: &Expression) -> Diagnostic {
    let message = format!("Illegal query expression. {} cannot be used in a query", a_an_capitalized(expression));
    Diagnostic::error("ILLEGAL_QUERY_EXPRESSION", message, expression.position())
        .with_hint("a query supports '==', '!=', 'and', 'or' and parentheses")
}

pub(crate) fn illegal_epp_parameters(at: Span) -> Diagnostic {
    let message =
        "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove leading whitespace";
    Diagnostic::error("ILLEGAL_EPP_PARAMETERS", message, at)
}

pub(crate) fn illegal_hostname_chars(name: &str, at: Span) -> Diagnostic {
    let message = format!(
        "The hostname '{name}' contains illegal characters (only letters, digits, '_', '-', and '.' are allowed)"
    );
    Diagnostic::error("ILLEGAL_HOSTNAME_CHARS", message, at).with_hint("to match many nodes use a regex: /^web/")
}

pub(crate) fn illegal_hostname_interpolation(at: Span) -> Diagnostic {
    let message = "An interpolated expression is not allowed in a hostname of a node";
    Diagnostic::error("ILLEGAL_HOSTNAME_INTERPOLATION", message, at)
}

pub(crate) fn illegal_node_inheritance(at: Span) -> Diagnostic {
    let message = "Node inheritance is not supported in Puppet >= 4.0.0. \
                   See http://links.puppet.com/puppet-node-inheritance-deprecation";
    Diagnostic::error("ILLEGAL_NODE_INHERITANCE", message, at)
        .with_hint("put what the nodes share into a class and include it in each")
        .with_old_language()
}

pub(crate) fn not_virtualizeable(at: Span) -> Diagnostic {
    Diagnostic::error("NOT_VIRTUALIZEABLE", "Resource Defaults are not virtualizable", at)
}

pub(crate) fn class_not_virtualizable(at: Span) -> Diagnostic {
    Diagnostic::error("CLASS_NOT_VIRTUALIZABLE", "Classes are not virtualizable", at)
}

pub(crate) fn unsupported_expression(expression: &Expression) -> Diagnostic {
    let message = format!("Expressions of type {} are not supported in this version of Puppet", a_an(expression));
    Diagnostic::error("UNSUPPORTED_EXPRESSION", message, expression.position())
}

pub(crate) fn illegal_type_mapping(expression: &Expression, expected: &str) -> Diagnostic {
    let message =
        format!("Illegal type mapping. Expected a {expected} on the left side, got {}", a_an_capitalized(expression));
    Diagnostic::error("ILLEGAL_TYPE_MAPPING", message, expression.position())
}

pub(crate) fn illegal_definition_name(name: &str, definition: &Expression) -> Diagnostic {
    let message = format!("Unacceptable name. The name '{name}' is unacceptable as the name of {}", a_an(definition));
    Diagnostic::error("ILLEGAL_DEFINITION_NAME", message, definition.position()).with_hint(
        "a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'",
    )
}

pub(crate) fn illegal_alias_name(name: &str, definition: &Expression) -> Diagnostic {
    let message = format!("Unacceptable name. The name '{name}' is unacceptable as the name of {}", a_an(definition));
    Diagnostic::error("ILLEGAL_DEFINITION_NAME", message, definition.position())
}

pub(crate) fn reserved_type_name(name: &str, definition: &Expression) -> Diagnostic {
    let message = format!(
        "The name: '{name}' is already defined by Puppet and can not be used as the name of {}.",
        a_an(definition)
    );
    Diagnostic::error("RESERVED_TYPE_NAME", message, definition.position())
}

pub(crate) fn illegal_definition_location(name: &str, file: &str, at: Span) -> Diagnostic {
    let message = format!("Unacceptable location. The name '{name}' is unacceptable in file '{file}'");
    Diagnostic::error("ILLEGAL_DEFINITION_LOCATION", message, at)
        .with_hint("the class a::b::c belongs in the file 'manifests/b/c.pp' of module 'a'")
}

pub(crate) fn illegal_top_construct_location(construct: &Expression) -> Diagnostic {
    let message = format!("This {} is unacceptable as a top level construct in this location", label(construct));
    Diagnostic::error("ILLEGAL_TOP_CONSTRUCT_LOCATION", message, construct.position())
        .with_hint("a module's manifest can only contain definitions")
}

pub(crate) fn captures_rest_not_last(name: &str, at: Span) -> Diagnostic {
    let message = format!("Parameter ${name} is not last, and has 'captures rest'");
    Diagnostic::error("CAPTURES_REST_NOT_LAST", message, at)
}

pub(crate) fn captures_rest_not_supported(name: &str, container: &str, at: Span) -> Diagnostic {
    let message = format!("Parameter ${name} has 'captures rest' - not supported in {}", with_article(container));
    Diagnostic::error("CAPTURES_REST_NOT_SUPPORTED", message, at)
}

pub(crate) fn duplicate_parameter(name: &str, at: Span, first: Span) -> Diagnostic {
    let message = format!("The parameter '{name}' is declared more than once in the parameter list");
    Diagnostic::error("DUPLICATE_PARAMETER", message, at).with_label(first, "first declared here")
}

pub(crate) fn reserved_parameter(name: &str, container: &str, at: Span) -> Diagnostic {
    let message = format!("The parameter ${name} redefines a built in parameter in the {container}");
    Diagnostic::error("RESERVED_PARAMETER", message, at).with_hint(format!("${name} is already set; use another name"))
}

pub(crate) fn duplicate_key(key: &str, at: Span) -> Diagnostic {
    Diagnostic::warning("DUPLICATE_KEY", format!("The key '{key}' is declared more than once"), at)
}

pub(crate) fn duplicate_default(container: &str, at: Span) -> Diagnostic {
    let message = format!("This {container} already has a 'default' entry - this is a duplicate");
    Diagnostic::error("DUPLICATE_DEFAULT", message, at)
}

pub(crate) fn multiple_attributes_unfold(at: Span) -> Diagnostic {
    let message = "Unfolding of attributes from Hash can only be used once per resource body";
    Diagnostic::error("MULTIPLE_ATTRIBUTES_UNFOLD", message, at).with_hint("merge the hashes: * => $first + $second")
}

pub(crate) fn idem_expression_not_last(expression: &Expression, source: &SourceFile) -> Diagnostic {
    let message = format!(
        "This {} has no effect. A value was produced and then forgotten \
         (one or more preceding expressions may have the wrong form)",
        label(expression)
    );
    let diagnostic = Diagnostic::error("IDEM_EXPRESSION_NOT_LAST", message, expression.position());
    match source.text()[..expression.span.lo as usize].trim_end().strip_suffix("not") {
        Some(before) if before.ends_with(|last: char| !last.is_alphanumeric() && last != '_') => {
            diagnostic.with_hint("the operator is '!'").with_old_language()
        }
        _ if is_type(expression) && follows_variable(expression, source) => {
            diagnostic.with_hint("a variable is set without a type: $x = …; assert_type() checks a value")
        }
        _ => diagnostic,
    }
}

fn is_type(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::TypeName(_) => true,
        ExpressionKind::Access(access) => is_type(&access.target),
        _ => false,
    }
}

/// Returns whether a variable follows an expression on its line.
fn follows_variable(expression: &Expression, source: &SourceFile) -> bool {
    source.text()[expression.span.hi as usize..].trim_start_matches(' ').starts_with('$')
}

pub(crate) fn idem_not_allowed_last(expression: &Expression, container: &Expression) -> Diagnostic {
    let message = format!(
        "This {} has no effect. {} can not end with a value-producing expression without other effect",
        label(expression),
        a_an_capitalized(container)
    );
    Diagnostic::error("IDEM_NOT_ALLOWED_LAST", message, expression.position())
}

pub(crate) fn resource_without_title(name: &str, at: Span) -> Diagnostic {
    let message = format!("This expression is invalid. Did you try declaring a '{name}' resource without a title?");
    Diagnostic::error("RESOURCE_WITHOUT_TITLE", message, at)
        .with_hint(format!("a resource needs a title: {name} {{ 'title': … }}"))
}

pub(crate) fn reserved_word(word: &str, at: Span) -> Diagnostic {
    let message = format!("Use of reserved word: {word}, must be quoted if intended to be a String value");
    Diagnostic::error("RESERVED_WORD", message, at)
}

pub(crate) fn future_reserved_word(word: &str, at: Span) -> Diagnostic {
    Diagnostic::warning("FUTURE_RESERVED_WORD", format!("Use of future reserved word: '{word}'"), at)
}

pub(crate) fn numeric_overflow(value: &str, at: Span) -> Diagnostic {
    let message =
        format!("A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x{value}'");
    Diagnostic::error("NUMERIC_OVERFLOW", message, at)
        .with_hint("integers go up to 9223372036854775807; quote it if it is meant as text")
}

pub(crate) fn invalid_produced_text(syntax: &str, issue: &'static str, fault: &str, at: Span) -> Diagnostic {
    Diagnostic::error(issue, format!("Invalid produced text having syntax: '{syntax}'. {fault}"), at)
}
