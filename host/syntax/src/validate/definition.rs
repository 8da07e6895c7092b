//! Definitions: their position, names, parameters and last statement.

use super::effect::has_no_effect;
use super::{Place, Task, Validator, name, untitled_resource};
use crate::ast::{
    Block, Class, Define, Expression, ExpressionKind, Function, Lambda, NodeBlock, Parameter, StringPart,
};
use crate::ast::{TypeAlias, TypeDefinition, TypeMapping};
use crate::issue;
use crate::label::label;

impl<'a> Validator<'a, '_> {
    pub(super) fn definition(&mut self, expression: &'a Expression, place: Place) {
        match &expression.kind {
            ExpressionKind::Class(class) => self.class(class, expression, place),
            ExpressionKind::Define(define) => self.define(define, expression, place),
            ExpressionKind::Node(node) => self.node(node, expression, place),
            ExpressionKind::Function(function) => self.function(function, expression, place),
            ExpressionKind::TypeAlias(alias) => self.type_alias(alias, expression, place),
            ExpressionKind::TypeMapping(mapping) => self.type_mapping(mapping, expression, place),
            ExpressionKind::TypeDefinition(definition) => self.type_definition(definition, expression, place),
            _ => {}
        }
    }

    fn class(&mut self, class: &'a Class, expression: &Expression, place: Place) {
        self.named_definition(&class.name, expression, place);
        self.resource_like(&class.parameters, &class.body, expression);
        self.visit_definition(&class.parameters, &class.body, Place::Class);
    }

    fn define(&mut self, define: &'a Define, expression: &Expression, place: Place) {
        self.named_definition(&define.name, expression, place);
        self.resource_like(&define.parameters, &define.body, expression);
        self.visit_definition(&define.parameters, &define.body, Place::Block);
    }

    fn function(&mut self, function: &'a Function, expression: &Expression, place: Place) {
        self.named_definition(&function.name, expression, place);
        self.return_type(function.return_type.as_ref(), &label(expression));
        self.unique_parameters(&function.parameters);
        self.visit_definition(&function.parameters, &function.body, Place::Block);
        self.tasks.extend(function.return_type.as_ref().map(|data_type| Task::Expression(data_type, Place::Inside)));
    }

    fn visit_definition(&mut self, parameters: &'a [Parameter], body: &'a Block, place: Place) {
        self.tasks.extend(parameters.iter().map(Task::Parameter));
        self.tasks.push(Task::Statements(&body.statements, place));
    }

    /// Checks common to classes, defines and functions.
    fn named_definition(&mut self, name: &str, expression: &Expression, place: Place) {
        self.top(expression, place);
        if !name::is_definition(name) {
            let could_be = name::is_old_definition(name) && !matches!(expression.kind, ExpressionKind::Function(_));
            self.report(match (self.is_puppet3, could_be) {
                (true, true) => issue::deprecated_definition_name(name, expression),
                (false, true) => issue::illegal_definition_name(name, expression).with_old_language(),
                (_, false) => issue::illegal_definition_name(name, expression),
            });
        }
        if name::is_reserved(name) {
            self.report(issue::reserved_type_name(name, expression));
        }
        if name == "plan" {
            self.report(issue::future_reserved_word(name, expression.position()));
        }
    }

    /// Checks the position of a definition.
    fn top(&mut self, expression: &Expression, place: Place) {
        let absolute = matches!(
            expression.kind,
            ExpressionKind::Function(_) | ExpressionKind::TypeAlias(_) | ExpressionKind::TypeDefinition(_)
        );
        match place {
            Place::Top => {}
            Place::Class if !absolute => {}
            Place::Class | Place::Block if absolute => self.report(issue::not_absolute_top_level(expression)),
            Place::Class | Place::Block | Place::Inside => self.report(issue::not_top_level(expression.position())),
        }
    }

    /// Checks common to classes and defines.
    fn resource_like(&mut self, parameters: &[Parameter], body: &Block, expression: &Expression) {
        let container = label(expression);
        for parameter in parameters.iter().filter(|parameter| parameter.captures_rest) {
            self.report(issue::captures_rest_not_supported(&parameter.name, &container, parameter.span));
        }
        self.unique_parameters(parameters);
        for parameter in parameters.iter().filter(|parameter| matches!(&*parameter.name, "name" | "title")) {
            self.report(issue::reserved_parameter(&parameter.name, &container, parameter.span));
        }
        self.effective_end(body, expression);
    }

    fn unique_parameters(&mut self, parameters: &[Parameter]) {
        for (number, parameter) in parameters.iter().enumerate() {
            let first = parameters[..number].iter().find(|other| other.name == parameter.name);
            if let Some(first) = first {
                self.report(issue::duplicate_parameter(&parameter.name, parameter.span, first.span));
            }
        }
    }

    /// Checks that the last statement of a body has an effect.
    fn effective_end(&mut self, body: &Block, container: &Expression) {
        let Some(last) = body.statements.last() else { return };
        // A resource without title is reported as such.
        let untitled = match &last.kind {
            ExpressionKind::Block(block) => untitled_resource(&block.statements).is_some(),
            _ => false,
        };
        if has_no_effect(last) && !untitled {
            self.report(issue::idem_not_allowed_last(last, container));
        }
    }

    pub(super) fn template_parameters(&mut self, parameters: &[Parameter]) {
        self.captures_last(parameters);
        for parameter in parameters.iter().filter(|parameter| parameter.captures_rest) {
            self.report(issue::captures_rest_not_supported(&parameter.name, "Epp Template", parameter.span));
        }
        self.unique_parameters(parameters);
    }

    pub(super) fn lambda(&mut self, lambda: &'a Lambda) {
        self.captures_last(&lambda.parameters);
        self.return_type(lambda.return_type.as_ref(), "Lambda");
        self.tasks.push(Task::InDefault(false));
        self.visit_definition(&lambda.parameters, &lambda.body, Place::Block);
        self.tasks.extend(lambda.return_type.as_ref().map(|data_type| Task::Expression(data_type, Place::Inside)));
        self.tasks.push(Task::InDefault(self.in_default));
    }

    fn captures_last(&mut self, parameters: &[Parameter]) {
        let Some((_, before)) = parameters.split_last() else { return };
        for parameter in before.iter().filter(|parameter| parameter.captures_rest) {
            self.report(issue::captures_rest_not_last(&parameter.name, parameter.span));
        }
    }

    pub(super) fn parameter(&mut self, parameter: &'a Parameter) {
        if name::is_numeric_parameter(&parameter.name) {
            self.report(issue::illegal_numeric_parameter(&parameter.name, parameter.span));
        }
        if !name::is_parameter(&parameter.name) {
            let is_simple = !parameter.name.contains("::") && !name::is_numeric_parameter(&parameter.name);
            let could_be = is_simple && name::is_old_variable(&parameter.name);
            self.report(match (self.is_puppet3, could_be) {
                (true, true) => issue::deprecated_variable_name(&parameter.name, parameter.span),
                (false, true) => issue::illegal_param_name(&parameter.name, parameter.span).with_old_language(),
                (_, false) => issue::illegal_param_name(&parameter.name, parameter.span),
            });
        }
        if let Some(default) = &parameter.default {
            self.tasks.push(Task::InDefault(true));
            self.visit(default);
            self.tasks.push(Task::InDefault(self.in_default));
        }
        if let Some(data_type) = &parameter.data_type {
            self.visit(data_type);
        }
    }

    fn return_type(&mut self, data_type: Option<&Expression>, container: &str) {
        if let Some(data_type) = data_type {
            self.type_reference(data_type, container);
        }
    }

    fn type_reference(&mut self, data_type: &Expression, container: &str) {
        let target = match &data_type.kind {
            ExpressionKind::Access(access) => &access.target,
            _ => data_type,
        };
        match &target.kind {
            ExpressionKind::TypeName(name) if name.eq_ignore_ascii_case("plan") => {
                self.report(issue::future_reserved_word("plan", data_type.position()));
            }
            ExpressionKind::TypeName(_) => {}
            _ => self.report(issue::illegal_expression(data_type, "a type reference", container)),
        }
    }

    fn type_alias(&mut self, alias: &'a TypeAlias, expression: &Expression, place: Place) {
        self.top(expression, place);
        if !name::is_alias(&alias.name) {
            self.report(issue::illegal_alias_name(&alias.name, expression));
        }
        self.type_reference(&alias.value, &label(expression));
        self.visit(&alias.value);
    }

    fn type_mapping(&mut self, mapping: &'a TypeMapping, expression: &Expression, place: Place) {
        self.top(expression, place);
        let runtime = match &mapping.left.kind {
            ExpressionKind::Access(access) if is_type(&access.target, "Runtime") => Some(&access.keys),
            _ => None,
        };
        if let Some(keys) = runtime {
            let by_pattern = matches!(keys.as_slice(), [_, second] if is_pattern_with_replacement(second));
            let fault = if is_pattern_with_replacement(&mapping.right) {
                (!by_pattern).then_some("Type")
            } else if is_type_reference(&mapping.right) {
                by_pattern.then_some("Tuple[Regexp,String]")
            } else {
                Some(if by_pattern { "Tuple[Regexp,String]" } else { "Type" })
            };
            self.diagnostics.extend(fault.map(|expected| issue::illegal_type_mapping(expression, expected)));
        } else {
            self.report(issue::unsupported_expression(expression));
        }
        self.visit(&mapping.left);
        self.visit(&mapping.right);
    }

    fn type_definition(&mut self, definition: &'a TypeDefinition, expression: &Expression, place: Place) {
        self.top(expression, place);
        self.report(issue::unsupported_expression(expression));
        self.tasks.push(Task::Statements(&definition.body.statements, Place::Block));
    }

    fn node(&mut self, node: &'a NodeBlock, expression: &Expression, place: Place) {
        for pattern in &node.matches {
            self.host(pattern, expression);
        }
        self.top(expression, place);
        self.effective_end(&node.body, expression);
        if let Some(parent) = &node.parent {
            let at = parent.position();
            self.report(if self.is_puppet3 {
                issue::deprecated_node_inheritance(at)
            } else {
                issue::illegal_node_inheritance(at)
            });
            self.visit(parent);
        }
        self.visit_all(&node.matches);
        self.tasks.push(Task::Statements(&node.body.statements, Place::Block));
    }

    fn host(&mut self, pattern: &Expression, node: &Expression) {
        match &pattern.kind {
            ExpressionKind::String(name) => {
                if !name::is_host(name) {
                    self.report(issue::illegal_hostname_chars(name, pattern.position()));
                }
            }
            ExpressionKind::Interpolated(parts) => {
                let interpolation = parts.iter().find_map(|part| match part {
                    StringPart::Expression(expression) => Some(expression.position()),
                    StringPart::Text(_) => None,
                });
                self.diagnostics.extend(interpolation.map(issue::illegal_hostname_interpolation));
            }
            ExpressionKind::Default | ExpressionKind::Regex(_) => {}
            _ => self.report(issue::illegal_expression(pattern, "hostname", &label(node))),
        }
    }
}

fn is_type(expression: &Expression, name: &str) -> bool {
    matches!(&expression.kind, ExpressionKind::TypeName(found) if &**found == name)
}

fn is_type_reference(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::TypeName(_) => true,
        ExpressionKind::Access(access) => matches!(access.target.kind, ExpressionKind::TypeName(_)),
        _ => false,
    }
}

fn is_pattern_with_replacement(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Array(elements) => matches!(
            &**elements,
            [Expression { kind: ExpressionKind::Regex(_), .. }, Expression { kind: ExpressionKind::String(_), .. }]
        ),
        _ => false,
    }
}
