//! Definitions and their parameters.

use super::writer::Printer;
use crate::ast::{Class, Expression, ExpressionKind, NodeBlock, Parameter, TypeDefinition};

impl Printer<'_> {
    pub(super) fn definition(&mut self, definition: &Expression) {
        match &definition.kind {
            ExpressionKind::Class(class) => self.class(class),
            ExpressionKind::Define(define) => {
                self.code("define ");
                self.inner_name(&define.name);
                self.listed_parameters(&define.parameters);
                self.code(" ");
                self.block(&define.body);
            }
            ExpressionKind::Node(node) => self.node(node),
            ExpressionKind::Function(function) => {
                self.code("function ");
                self.code(&function.name);
                self.code("(");
                self.separated(&function.parameters, Self::parameter);
                self.code(")");
                self.return_type(function.return_type.as_ref());
                self.code(" ");
                self.block(&function.body);
            }
            ExpressionKind::TypeAlias(alias) => {
                self.code("type ");
                self.code(&alias.name);
                self.code(" = ");
                self.expression(&alias.value);
            }
            ExpressionKind::TypeMapping(mapping) => {
                self.code("type ");
                self.infix(&mapping.left, "=", &mapping.right);
            }
            ExpressionKind::TypeDefinition(definition) => self.type_definition(definition),
            _ => {}
        }
    }

    fn class(&mut self, class: &Class) {
        self.code("class ");
        self.inner_name(&class.name);
        self.listed_parameters(&class.parameters);
        if let Some(parent) = &class.parent {
            self.code(" inherits ");
            self.code(&parent.text);
        }
        self.code(" ");
        let outer = std::mem::replace(&mut self.namespace, class.name.to_string());
        self.block(&class.body);
        self.namespace = outer;
    }

    /// Writes the name of a class or define without the names of the enclosing classes.
    fn inner_name(&mut self, name: &str) {
        let inner = name.strip_prefix(self.namespace.as_str()).and_then(|rest| rest.strip_prefix("::"));
        self.code(inner.filter(|_| !self.namespace.is_empty()).unwrap_or(name));
    }

    fn node(&mut self, node: &NodeBlock) {
        self.code("node ");
        self.separated(&node.matches, Self::expression);
        if let Some(parent) = &node.parent {
            self.code(" inherits ");
            self.expression(parent);
        }
        self.code(" ");
        self.block(&node.body);
    }

    fn type_definition(&mut self, definition: &TypeDefinition) {
        self.code("type ");
        self.code(&definition.name.text);
        if let Some(parent) = &definition.parent {
            self.code(" inherits ");
            self.code(&parent.text);
        }
        self.code(" ");
        self.block(&definition.body);
    }

    fn listed_parameters(&mut self, parameters: &[Parameter]) {
        if !parameters.is_empty() {
            self.lines((" (", ")"), parameters, |printer, parameter| {
                printer.parameter(parameter);
                printer.code(",");
            });
        }
    }

    pub(super) fn parameter(&mut self, parameter: &Parameter) {
        if let Some(data_type) = &parameter.data_type {
            self.expression(data_type);
            self.code(" ");
        }
        self.code(if parameter.captures_rest { "*$" } else { "$" });
        self.code(&parameter.name);
        if let Some(default) = &parameter.default {
            self.code(" = ");
            self.expression(default);
        }
    }

    pub(super) fn return_type(&mut self, data_type: Option<&Expression>) {
        if let Some(data_type) = data_type {
            self.code(" >> ");
            self.expression(data_type);
        }
    }
}
