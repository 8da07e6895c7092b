//! Messages about the Puppet 3 language: deprecations, and hints about constructs that the current language rejects.

use crate::ast::Expression;
use crate::diagnostic::Diagnostic;
use crate::label::{a_an, a_an_capitalized};
use crate::span::Span;

/// Hint for a manifest that was written for Puppet 3.
const LANGUAGE_3: &str = "a manifest written for Puppet 3 is read with '--language 3'";

impl Diagnostic {
    /// Adds the hint that the Puppet 3 language supports the construct.
    pub(crate) fn with_old_language(self) -> Self {
        self.with_hint(LANGUAGE_3)
    }
}

fn deprecated(message: impl Into<String>, at: Span) -> Diagnostic {
    Diagnostic::warning("DEPRECATED", message, at)
}

pub(crate) fn deprecated_import(at: Span) -> Diagnostic {
    deprecated("The use of 'import' is deprecated. See http://links.puppetlabs.com/puppet-import-deprecation", at)
        .with_hint("make the main manifest a directory, whose manifests are all read, and put classes into modules")
}

pub(crate) fn illegal_import(argument: &Expression) -> Diagnostic {
    let message = format!("{} can not be imported", a_an_capitalized(argument));
    Diagnostic::error("ILLEGAL_IMPORT", message, argument.position())
        .with_hint("'import' takes paths and globs in quotes, without variables: import 'nodes/*.pp'")
}

pub(crate) fn deprecated_not(at: Span) -> Diagnostic {
    deprecated("The operator 'not' is deprecated", at).with_hint("write '!'")
}

pub(crate) fn deprecated_octal(at: Span) -> Diagnostic {
    deprecated("A number that starts with 0 and is a string is deprecated", at).with_hint("put it in quotes: '0644'")
}

pub(crate) fn deprecated_statement_call(function: &Expression) -> Diagnostic {
    let name = function.as_name().unwrap_or_default();
    deprecated(format!("A call of '{name}' without parentheses is deprecated"), function.position())
        .with_hint(format!("put the arguments in parentheses: {name}(…)"))
}

pub(crate) fn deprecated_node_name(name: &str, at: Span) -> Diagnostic {
    deprecated(format!("The name '{name}' of a node without quotes is deprecated"), at)
        .with_hint(format!("put it in quotes: '{name}'"))
}

pub(crate) fn deprecated_definition_location(name: &str, file: &str, at: Span) -> Diagnostic {
    deprecated(format!("The name '{name}' is deprecated in file '{file}'"), at)
        .with_hint("the class a::b::c belongs in the file 'manifests/b/c.pp' of module 'a'")
}

pub(crate) fn deprecated_node_inheritance(at: Span) -> Diagnostic {
    let message = "Node inheritance is deprecated. \
                   See http://links.puppetlabs.com/puppet-node-inheritance-deprecation";
    deprecated(message, at).with_hint("put what the nodes share into a class and include it in each")
}

pub(crate) fn deprecated_append(at: Span) -> Diagnostic {
    deprecated("The operator '+=' is deprecated", at).with_hint("set a new variable: $new = $old + …")
}

pub(crate) fn deprecated_definition_name(name: &str, definition: &Expression) -> Diagnostic {
    let message = format!("The name '{name}' is deprecated as the name of {}", a_an(definition));
    deprecated(message, definition.position()).with_hint(
        "a name consists of lowercase letters, digits and '_', starts with a letter, and can have parts joined by '::'",
    )
}

pub(crate) fn deprecated_variable_name(name: &str, at: Span) -> Diagnostic {
    if name.contains('-') {
        let message = "Using `-` in variable names is deprecated. \
                       See http://links.puppetlabs.com/puppet-hyphenated-variable-deprecation";
        return deprecated(message, at)
            .with_hint("if the '-' is not part of the name, write \"${name}-text\" or $name - $other");
    }
    deprecated(format!("The variable name '{name}' is deprecated"), at)
        .with_hint("variable names start with a lowercase letter")
}
