//! Messages about classes, defined types, nodes, functions, and the files that define them.

use syntax::{Diagnostic, Span};

use super::evaluation;

const DEFINED_HERE: &str = "it is defined here first";

pub(crate) fn class_redefined(name: &str, span: Span, first: Span) -> Diagnostic {
    redefinition(format!("Class '{name}' is already defined; cannot redefine"), span, first)
}

pub(crate) fn define_redefined_as_class(name: &str, span: Span, first: Span) -> Diagnostic {
    redefinition(format!("Definition '{name}' is already defined; cannot be redefined as a class"), span, first)
}

pub(crate) fn class_redefined_as_define(name: &str, span: Span, first: Span) -> Diagnostic {
    redefinition(format!("'{name}' is already defined as a class; cannot redefine as a definition"), span, first)
}

pub(crate) fn node_redefined(name: &str, span: Span, first: Span) -> Diagnostic {
    redefinition(format!("Node '{name}' is already defined; cannot redefine"), span, first)
}

pub(crate) fn node_redefined_as_class(name: &str, span: Span, first: Span) -> Diagnostic {
    redefinition(format!("Node '{name}' is already defined; cannot be redefined as a class"), span, first)
}

/// Puppet treats top-level code as a class without a name.
pub(crate) fn node_without_name(span: Span) -> Diagnostic {
    Diagnostic::error("RUNTIME_ERROR", "Class '' is already defined; cannot be redefined as a node", span)
        .with_hint("give the node a name; 'default' matches all nodes without a block of their own")
}

pub(crate) fn class_redefined_as_node(name: &str, span: Span, first: Span) -> Diagnostic {
    redefinition(format!("Class '{name}' is already defined; cannot be redefined as a node"), span, first)
}

pub(crate) fn redefined(
    kind: &str,
    name: &str,
    place: Option<(&str, u32, u32)>,
    span: Span,
    first: Span,
) -> Diagnostic {
    let set = place.map_or_else(String::new, |(file, line, column)| {
        format!(" Originally set at file://{file}?line={line}&pos={column}.")
    });
    let message = format!("Attempt to redefine entity 'http://puppet.com/2016.1/runtime/{kind}/{name}'.{set}");
    Diagnostic::error("RUNTIME_ERROR", message, span).with_label(first, DEFINED_HERE)
}

/// A type alias has the name of a type of the language, or of one of Puppet's built-in resource types.
pub(crate) fn builtin_redefined(name: &str, is_resource_type: bool, span: Span) -> Diagnostic {
    let origin = if is_resource_type {
        "Set at unknown location"
    } else {
        "Originally set by Puppet-Type-System/Static-Loader."
    };
    let message = format!("Attempt to redefine entity 'http://puppet.com/2016.1/runtime/type/{name}'. {origin}");
    Diagnostic::error("RUNTIME_ERROR", message, span)
}

/// The file of a function or type does not contain exactly its definition.
pub(crate) fn wrong_content(file: &str, kind: &str, name: &str, content: &DefinitionKind<'_>) -> String {
    let code = format!("The code loaded from {file}");
    match content {
        DefinitionKind::Nothing => format!("{code} does not define the {kind} '{name}' - it is empty."),
        DefinitionKind::Several => {
            format!("{code} must contain only the {kind} '{name}' - it has additional definitions.")
        }
        DefinitionKind::Other if kind == "type" => {
            format!("{code} does not define the {kind} '{name}' - no type alias or type definition found.")
        }
        DefinitionKind::Other => format!("{code} does not define the {kind} '{name}' - no {kind} found."),
        DefinitionKind::Named(actual) if kind == "type" => {
            format!("{code} produced {kind} with the wrong name, expected '{name}', actual '{actual}'")
        }
        DefinitionKind::Named(actual) => {
            format!("{code} produced {kind} with the wrong name, expected {name}, actual {actual}")
        }
        DefinitionKind::Logic if kind == "type" => {
            format!("{code} contains additional logic - can only contain the {kind} '{name}'")
        }
        DefinitionKind::Logic => format!("{code} contains additional logic - can only contain the {kind} {name}"),
    }
}

/// Content of a file that should contain exactly one definition.
#[derive(Debug)]
pub(crate) enum DefinitionKind<'c> {
    /// No definition.
    Nothing,
    /// More than one definition.
    Several,
    /// A definition of another kind.
    Other,
    /// A definition with another name.
    Named(&'c str),
    /// The definition and other code.
    Logic,
}

pub(crate) fn metaparameter_name(name: &str, owner: &str, span: Span) -> Diagnostic {
    let message = format!("{name} is a metaparameter; please choose another parameter name in the {owner} definition");
    Diagnostic::error("RUNTIME_ERROR", message, span)
}

pub(crate) fn metaparameter_inherits(name: &str, owner: &str) -> Diagnostic {
    let message =
        format!("{name} is a metaparam; this value will inherit to all contained resources in the {owner} definition");
    Diagnostic::warning("METAPARAMETER_NAME", message, None)
}

fn redefinition(message: String, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error("RUNTIME_ERROR", message, span)
        .with_label(first, DEFINED_HERE)
        .with_hint("rename one of them, or remove it")
}

pub(crate) fn unknown_parent(name: &str, environment: &str, class: Span, parent: Span) -> Diagnostic {
    let message = format!("Could not find parent resource type '::{name}' of type hostclass in {environment}");
    Diagnostic::error("RUNTIME_ERROR", message, class).with_label(parent, "it is named here")
}

pub(crate) fn unknown_node(names: &str) -> Diagnostic {
    let message = format!("Could not find node statement with name 'default' or '{names}'");
    Diagnostic::error("RUNTIME_ERROR", message, None)
        .with_hint("if there are node blocks, each node needs one; 'node default { }' matches all others")
}

pub(crate) fn missing_parameter(name: &str, span: Span) -> Diagnostic {
    evaluation("MISSING_REQUIRED_PARAMETER", format_args!("Parameter ${name} is required but no value was given"), span)
}

pub(crate) fn required_after_optional(name: &str, span: Span) -> Diagnostic {
    evaluation(
        "REQUIRED_PARAMETER_AFTER_OPTIONAL",
        format_args!("Parameter ${name} is required but appears after optional parameters"),
        span,
    )
}

/// A declaration of an instance of a defined type in another one.
pub(crate) struct EndlessDeclaration {
    /// The type that contains the declaration.
    pub(crate) declarer: String,
    /// The type of the instance.
    pub(crate) declared: String,
    /// The position of the declaration.
    pub(crate) span: Option<Span>,
    /// The position as text: `(file: F, line: L)`.
    pub(crate) place: String,
}

/// Returns the error that defined types and collectors create resources endlessly.
pub(crate) fn endless_generators(declarations: &[EndlessDeclaration]) -> Diagnostic {
    let message = "Somehow looped more than 1000 times while evaluating host catalog";
    let mut diagnostic = Diagnostic::error("RUNTIME_ERROR", message, None);
    let mut chain = String::new();
    for EndlessDeclaration { declarer, declared, span, place } in declarations {
        chain += &if chain.is_empty() { format!("'{declarer}'") } else { ", which".to_owned() };
        let space = if place.is_empty() { "" } else { " " };
        chain += &format!(" declares '{declared}'{space}{place}");
        if let Some(span) = span {
            diagnostic = diagnostic.with_label(*span, format!("'{declarer}' declares '{declared}' here"));
        }
    }
    if chain.is_empty() {
        return diagnostic;
    }
    diagnostic.with_hint(format!("{chain}, and so on without an end; declare it under a condition that becomes false"))
}
