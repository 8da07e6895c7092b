//! Conversion of a tree to calls, lists and maps.

use super::writer::PnWriter;
use crate::ast::{
    Attribute, Block, Call, Case, Collector, Expression, ExpressionKind, HashEntry, If, Lambda, MethodCall, NodeBlock,
    Parameter, Program, Resource, ResourceForm, StringPart, TypeDefinition, Unary, UnaryOperator, Unless,
};
use crate::parser::on_enough_stack;
use crate::source::SourceFile;

pub(super) struct Printer<'s> {
    pub(super) source: &'s SourceFile,
    pub(super) out: PnWriter,
}

impl Printer<'_> {
    pub(super) fn program(&mut self, program: &Program) {
        if program.mode == crate::Mode::Epp {
            self.out.call("lambda");
            self.out.map();
            self.parameters(program.parameters.as_deref().unwrap_or_default());
            self.out.key("body");
            self.out.list();
            self.out.call("epp");
            self.all(&program.body.statements);
            self.end(4);
            return;
        }
        if !program.imports.is_empty() {
            // Imports come first, regardless of their position.
            self.out.call("block");
            program.imports.iter().for_each(|import| self.text_call("import", &import.pattern));
            self.all(&program.body.statements);
            self.out.end();
            return;
        }
        match program.body.statements.as_slice() {
            [] => self.empty_call("nop"),
            [only] => self.expression(only),
            all => self.call("block", all),
        }
    }

    fn expression(&mut self, expression: &Expression) {
        on_enough_stack(|| self.expression_here(expression));
    }

    fn expression_here(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Undef => self.out.nil(),
            ExpressionKind::Default => self.empty_call("default"),
            ExpressionKind::Boolean(value) => self.out.bare(if *value { "true" } else { "false" }),
            ExpressionKind::Integer(value) => self.integer(*value, expression),
            ExpressionKind::Float(value) => self.out.bare(&float(*value)),
            ExpressionKind::String(text) => self.out.string(text),
            ExpressionKind::Interpolated(parts) => self.interpolated(parts),
            ExpressionKind::Heredoc(heredoc) => {
                self.out.call("heredoc");
                self.out.map();
                if !heredoc.syntax.is_empty() {
                    self.out.key("syntax");
                    self.out.string(&heredoc.syntax);
                }
                self.keyed("text", &heredoc.text);
                self.end(2);
            }
            ExpressionKind::Regex(pattern) if pattern.is_ascii() => self.text_call("regexp", pattern),
            // Ruby shows the flags of a regular expression with a fixed encoding.
            ExpressionKind::Regex(pattern) => self.text_call("regexp", &format!("(?-imx:{pattern})")),
            ExpressionKind::Array(elements) => self.call("array", elements),
            ExpressionKind::Hash(entries) => self.hash(entries),
            ExpressionKind::Name(name) => self.text_call("qn", name),
            ExpressionKind::TypeName(name) => self.text_call("qr", name),
            ExpressionKind::Variable(name) => self.text_call("var", name),
            ExpressionKind::Reserved(word) => self.text_call("reserved", word),
            ExpressionKind::Access(access) => {
                self.out.call("access");
                self.expression(&access.target);
                self.all(&access.keys);
                self.out.end();
            }
            ExpressionKind::Unary(unary) => self.unary(unary),
            ExpressionKind::Binary(binary) => {
                self.two(binary.operator.symbol(), &binary.left, &binary.right);
            }
            ExpressionKind::Assignment(assignment) => {
                self.two(assignment.operator.symbol(), &assignment.target, &assignment.value);
            }
            ExpressionKind::Parenthesized(inner) => self.one("paren", inner),
            ExpressionKind::Selector(selector) => {
                self.out.call("?");
                self.expression(&selector.operand);
                self.out.list();
                for entry in &selector.entries {
                    self.two("=>", &entry.pattern, &entry.value);
                }
                self.end(2);
            }
            ExpressionKind::RenderText(text) => self.text_call("render-s", text),
            ExpressionKind::RenderExpression(inner) => self.one("render", inner),
            ExpressionKind::Block(block) => self.call("block", &block.statements),
            _ => self.compound(expression),
        }
    }

    /// Prints an expression as a call with named arguments.
    fn compound(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::If(condition) => self.if_expression(condition),
            ExpressionKind::Unless(condition) => self.unless(condition),
            ExpressionKind::Case(case) => self.case(case),
            ExpressionKind::Call(call) => self.function_call(call),
            ExpressionKind::MethodCall(call) => self.method_call(call),
            ExpressionKind::Resource(resource) => self.resource(resource),
            ExpressionKind::ResourceDefaults(defaults) => {
                let parts = (&defaults.type_name, &*defaults.attributes, defaults.form);
                self.untitled("resource-defaults", "type", parts);
            }
            ExpressionKind::ResourceOverride(overrides) => {
                let parts = (&overrides.resources, &*overrides.attributes, overrides.form);
                self.untitled("resource-override", "resources", parts);
            }
            ExpressionKind::Collector(collector) => self.collector(collector),
            ExpressionKind::Relationship(chain) => {
                for link in chain.links.iter().rev() {
                    self.out.call(link.operator.symbol());
                }
                self.expression(&chain.first);
                for link in &chain.links {
                    self.expression(&link.operand);
                    self.out.end();
                }
            }
            ExpressionKind::Class(class) => {
                let parent = class.parent.as_ref().map(|parent| &*parent.text);
                self.definition("class", (&class.name, parent), &class.parameters, &class.body, None);
            }
            ExpressionKind::Define(define) => {
                self.definition("define", (&define.name, None), &define.parameters, &define.body, None);
            }
            ExpressionKind::Function(function) => {
                let returns = function.return_type.as_ref();
                self.definition("function", (&function.name, None), &function.parameters, &function.body, returns);
            }
            ExpressionKind::Node(node) => self.node(node),
            ExpressionKind::TypeAlias(alias) => {
                self.out.call("type-alias");
                self.out.string(&alias.name);
                self.expression(&alias.value);
                self.out.end();
            }
            ExpressionKind::TypeMapping(mapping) => self.two("type-mapping", &mapping.left, &mapping.right),
            ExpressionKind::TypeDefinition(definition) => self.type_definition(definition),
            _ => {}
        }
    }

    fn integer(&mut self, value: i64, expression: &Expression) {
        let text = self.source.slice(expression.span);
        let radix = match text.as_bytes() {
            [b'0', b'x' | b'X', ..] => "16",
            [b'0', _, ..] => "8",
            _ => {
                self.out.bare(&value.to_string());
                return;
            }
        };
        self.out.call("int");
        self.out.map();
        self.out.key("radix");
        self.out.bare(radix);
        self.out.key("value");
        self.out.bare(&value.to_string());
        self.end(2);
    }

    fn interpolated(&mut self, parts: &[StringPart]) {
        self.out.call("concat");
        for part in parts {
            match part {
                StringPart::Text(text) => self.out.string(text),
                StringPart::Expression(expression) => self.one("str", expression),
            }
        }
        self.out.end();
    }

    fn hash(&mut self, entries: &[HashEntry]) {
        self.out.call("hash");
        for entry in entries {
            self.two("=>", &entry.key, &entry.value);
        }
        self.out.end();
    }

    fn unary(&mut self, unary: &Unary) {
        match (unary.operator, &unary.operand.kind) {
            (UnaryOperator::Minus, ExpressionKind::Integer(value)) => self.out.bare(&(-value).to_string()),
            (UnaryOperator::Minus, ExpressionKind::Float(value)) => self.out.bare(&float(-value)),
            (UnaryOperator::Minus, _) => self.one("-", &unary.operand),
            (UnaryOperator::Not, _) => self.one("!", &unary.operand),
            (UnaryOperator::Splat, _) => self.one("unfold", &unary.operand),
        }
    }

    /// To Puppet, an `elsif` is an `if` inside the `else`.
    fn if_expression(&mut self, condition: &If) {
        for (number, clause) in condition.clauses.iter().enumerate() {
            if number > 0 {
                self.out.key("else");
                self.out.list();
            }
            self.out.call("if");
            self.out.map();
            self.keyed("test", &clause.test);
            self.statements("then", &clause.body);
        }
        if let Some(block) = &condition.otherwise {
            self.statements("else", block);
        }
        self.end(2);
        for _ in 1..condition.clauses.len() {
            self.end(3);
        }
    }

    fn unless(&mut self, condition: &Unless) {
        self.out.call("unless");
        self.out.map();
        self.keyed("test", &condition.test);
        self.statements("then", &condition.body);
        if let Some(block) = &condition.otherwise {
            self.statements("else", block);
        }
        self.end(2);
    }

    fn case(&mut self, case: &Case) {
        self.out.call("case");
        self.expression(&case.test);
        self.out.list();
        for option in &case.options {
            self.out.map();
            self.keyed_list("when", &option.values);
            self.out.key("then");
            self.out.list();
            if option.body.statements.is_empty() {
                self.empty_call("nop");
            }
            self.all(&option.body.statements);
            self.end(2);
        }
        self.end(2);
    }

    fn function_call(&mut self, call: &Call) {
        self.out.call(if call.is_statement { "invoke" } else { "call" });
        self.out.map();
        self.keyed("functor", &call.function);
        self.keyed_list("args", &call.arguments);
        self.optional_lambda(call.lambda.as_deref());
        self.end(2);
    }

    fn method_call(&mut self, call: &MethodCall) {
        self.out.call("call-method");
        self.out.map();
        self.out.key("functor");
        self.out.call(".");
        self.expression(&call.receiver);
        self.text_call("qn", &call.name.text);
        self.out.end();
        self.keyed_list("args", &call.arguments);
        self.optional_lambda(call.lambda.as_deref());
        self.end(2);
    }

    fn optional_lambda(&mut self, lambda: Option<&Lambda>) {
        let Some(lambda) = lambda else { return };
        self.out.key("block");
        self.out.call("lambda");
        self.out.map();
        self.parameters(&lambda.parameters);
        if let Some(returns) = &lambda.return_type {
            self.keyed("returns", returns);
        }
        self.statements("body", &lambda.body);
        self.end(2);
    }

    fn parameters(&mut self, parameters: &[Parameter]) {
        if parameters.is_empty() {
            return;
        }
        self.out.key("params");
        self.out.map();
        for parameter in parameters {
            self.out.key(&parameter.name);
            self.out.map();
            if let Some(data_type) = &parameter.data_type {
                self.keyed("type", data_type);
            }
            if parameter.captures_rest {
                self.out.key("splat");
                self.out.bare("true");
            }
            if let Some(default) = &parameter.default {
                self.keyed("value", default);
            }
            self.out.end();
        }
        self.out.end();
    }

    fn resource(&mut self, resource: &Resource) {
        self.out.call("resource");
        self.out.map();
        self.keyed("type", &resource.type_name);
        self.out.key("bodies");
        self.out.list();
        for body in &resource.bodies {
            self.out.map();
            self.keyed("title", &body.title);
            self.attributes(&body.attributes);
            self.out.end();
        }
        self.out.end();
        self.form(resource.form);
        self.end(2);
    }

    fn untitled(&mut self, call: &str, key: &str, parts: (&Expression, &[Attribute], ResourceForm)) {
        self.out.call(call);
        self.out.map();
        self.keyed(key, parts.0);
        self.attributes(parts.1);
        self.form(parts.2);
        self.end(2);
    }

    fn form(&mut self, form: ResourceForm) {
        let name = match form {
            ResourceForm::Regular => return,
            ResourceForm::Virtual => "virtual",
            ResourceForm::Exported => "exported",
        };
        self.out.key("form");
        self.out.string(name);
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        self.out.key("ops");
        self.out.list();
        for attribute in attributes {
            match attribute {
                Attribute::Named(named) => {
                    self.out.call(named.operator.symbol());
                    self.out.string(&named.name.text);
                    self.expression(&named.value);
                    self.out.end();
                }
                Attribute::Splat(splat) => self.one("splat-hash", &splat.value),
            }
        }
        self.out.end();
    }

    fn collector(&mut self, collector: &Collector) {
        self.out.call("collect");
        self.out.map();
        self.keyed("type", &collector.type_name);
        self.out.key("query");
        let query = if collector.exported { "exported-query" } else { "virtual-query" };
        match &collector.query {
            Some(condition) => self.one(query, condition),
            None => self.empty_call(query),
        }
        if !collector.attributes.is_empty() {
            self.attributes(&collector.attributes);
        }
        self.end(2);
    }

    fn definition(
        &mut self,
        call: &str,
        (name, parent): (&str, Option<&str>),
        parameters: &[Parameter],
        body: &Block,
        returns: Option<&Expression>,
    ) {
        self.out.call(call);
        self.out.map();
        self.out.key("name");
        self.out.string(name);
        if let Some(parent) = parent {
            self.out.key("parent");
            self.out.string(parent);
        }
        self.parameters(parameters);
        self.statements("body", body);
        if let Some(returns) = returns {
            self.keyed("returns", returns);
        }
        self.end(2);
    }

    fn node(&mut self, node: &NodeBlock) {
        self.out.call("node");
        self.out.map();
        self.keyed_list("matches", &node.matches);
        if let Some(parent) = &node.parent {
            self.keyed("parent", parent);
        }
        self.statements("body", &node.body);
        self.end(2);
    }

    fn type_definition(&mut self, definition: &TypeDefinition) {
        self.out.call("type-definition");
        self.out.string(&definition.name.text);
        match &definition.parent {
            Some(parent) => self.out.string(&parent.text),
            None => self.out.nil(),
        }
        self.call("block", &definition.body.statements);
        self.out.end();
    }

    fn statements(&mut self, key: &str, block: &Block) {
        if !block.statements.is_empty() {
            self.keyed_list(key, &block.statements);
        }
    }

    fn keyed(&mut self, key: &str, value: &Expression) {
        self.out.key(key);
        self.expression(value);
    }

    fn keyed_list(&mut self, key: &str, values: &[Expression]) {
        self.out.key(key);
        self.out.list();
        self.all(values);
        self.out.end();
    }

    fn all(&mut self, expressions: &[Expression]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn call(&mut self, name: &str, elements: &[Expression]) {
        self.out.call(name);
        self.all(elements);
        self.out.end();
    }

    fn empty_call(&mut self, name: &str) {
        self.out.call(name);
        self.out.end();
    }

    fn text_call(&mut self, name: &str, text: &str) {
        self.out.call(name);
        self.out.string(text);
        self.out.end();
    }

    fn one(&mut self, name: &str, element: &Expression) {
        self.out.call(name);
        self.expression(element);
        self.out.end();
    }

    fn two(&mut self, name: &str, left: &Expression, right: &Expression) {
        self.out.call(name);
        self.expression(left);
        self.expression(right);
        self.out.end();
    }

    fn end(&mut self, count: usize) {
        for _ in 0..count {
            self.out.end();
        }
    }
}

/// Writes a float as Ruby does: `1500.0`, `1.0e+20`, `1.0e-05`.
fn float(value: f64) -> String {
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..15).contains(&exponent) {
        return format!("{value:?}");
    }
    let point = if digits.contains('.') { "" } else { ".0" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{point}e{sign}{:02}", exponent.abs())
}
