//! Rules beyond the grammar: positions, names, and expressions without effect. Walks the tree in Puppet's
//! order, without recursion, and reports all violations.

mod definition;
mod effect;
mod external;
mod location;
mod name;
mod value;

pub use external::check_external_syntax;
pub use location::check_location;

use crate::ast::{
    Attribute, AttributeOperator, Block, Call, CaseOption, Collector, Expression, ExpressionKind, HashEntry, If,
    Lambda, NamedAttribute, Parameter, Program, Relationship, Resource, ResourceBody, ResourceForm, SelectorEntry,
    StringPart,
};
use crate::diagnostic::Diagnostic;
use crate::issue;
use crate::label::label;
use crate::source::SourceFile;

use effect::has_no_effect;
use value::require_value;

/// The position of a statement, as far as it matters for definitions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the top of the file.
    Top,
    /// Directly in a class.
    Class,
    /// In any other block.
    Block,
    /// Outside of blocks.
    Inside,
}

/// A pending check. There is a variant for each kind of node of Puppet's tree.
#[derive(Clone, Copy)]
enum Task<'a> {
    Expression(&'a Expression, Place),
    /// Statements whose values may be discarded.
    Statements(&'a [Expression], Place),
    /// An interpolated expression.
    Part(&'a Expression),
    Entry(&'a HashEntry),
    Choice(&'a SelectorEntry),
    Option(&'a CaseOption),
    /// A clause of an `if`, by number.
    Clause(&'a If, usize),
    Body(&'a ResourceBody),
    /// An attribute, and the enclosing construct if `+>` is not allowed there.
    Attribute(&'a Attribute, Option<&'static str>),
    Query(&'a Expression),
    Parameter(&'a Parameter),
    Lambda(&'a Lambda),
    /// Switches to or from the default value of a parameter, where assignments are not allowed.
    InDefault(bool),
}

struct Validator<'a, 's> {
    source: &'s SourceFile,
    tasks: Vec<Task<'a>>,
    in_default: bool,
    /// Whether the language is Puppet 3.
    is_puppet3: bool,
    diagnostics: Vec<Diagnostic>,
}

/// Returns the rule violations in a program, in the order in which Puppet finds them.
pub(crate) fn validate(program: &Program, source: &SourceFile) -> Vec<Diagnostic> {
    let is_old = program.mode == crate::Mode::Language3;
    let mut validator =
        Validator { source, tasks: Vec::new(), in_default: false, is_puppet3: is_old, diagnostics: Vec::new() };
    validator.program(program);
    while let Some(task) = validator.tasks.pop() {
        let first = validator.tasks.len();
        validator.task(task);
        // Tasks are popped from the end.
        validator.tasks[first..].reverse();
    }
    validator.diagnostics
}

impl<'a> Validator<'a, '_> {
    fn program(&mut self, program: &'a Program) {
        let template = program.mode == crate::Mode::Epp;
        if let Some(parameters) = &program.parameters {
            self.template_parameters(parameters);
        }
        let place = if template { Place::Block } else { Place::Top };
        self.tasks.push(Task::Statements(&program.body.statements, place));
        for parameter in program.parameters.iter().flatten().rev() {
            self.tasks.push(Task::Parameter(parameter));
        }
    }

    fn task(&mut self, task: Task<'a>) {
        match task {
            Task::Expression(expression, place) => self.expression(expression, place),
            Task::Statements(statements, place) => self.statements(statements, place),
            Task::Part(expression) => {
                self.require_value(expression);
                self.visit(expression);
            }
            Task::Entry(entry) => {
                self.require_value(&entry.key);
                self.require_value(&entry.value);
                self.visit(&entry.key);
                self.visit(&entry.value);
            }
            Task::Choice(entry) => {
                self.require_value(&entry.pattern);
                self.visit(&entry.pattern);
                self.visit(&entry.value);
            }
            Task::Option(option) => {
                self.require_values(&option.values);
                self.visit_all(&option.values);
                self.tasks.push(Task::Statements(&option.body.statements, Place::Block));
            }
            Task::Clause(condition, number) => self.clause(condition, number),
            Task::Body(body) => self.resource_body(body),
            Task::Attribute(attribute, no_append) => self.attribute(attribute, no_append),
            Task::Query(query) => self.query(query),
            Task::Parameter(parameter) => self.parameter(parameter),
            Task::Lambda(lambda) => self.lambda(lambda),
            Task::InDefault(inside) => self.in_default = inside,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn visit(&mut self, expression: &'a Expression) {
        if !needs_no_checks(&expression.kind) {
            self.tasks.push(Task::Expression(expression, Place::Inside));
        }
    }

    fn visit_all(&mut self, expressions: &'a [Expression]) {
        for expression in expressions {
            self.visit(expression);
        }
    }

    /// Visits a block. To Puppet, a block with a single statement is just that statement.
    fn visit_block(&mut self, block: &'a Block) {
        match block.statements.as_slice() {
            [only] => self.visit(only),
            all => self.tasks.push(Task::Statements(all, Place::Block)),
        }
    }

    fn statements(&mut self, statements: &'a [Expression], place: Place) {
        if let Some(name) = untitled_resource(statements) {
            self.report(issue::resource_without_title(name, statements[0].position()));
        } else if let Some((_, before)) = statements.split_last()
            && let Some(forgotten) = before.iter().find(|statement| has_no_effect(statement))
        {
            self.report(issue::idem_expression_not_last(forgotten, self.source));
        }
        self.tasks.extend(statements.iter().map(|statement| Task::Expression(statement, place)));
    }

    fn require_value(&mut self, expression: &Expression) {
        require_value(expression, &mut self.diagnostics);
    }

    fn require_values(&mut self, expressions: &[Expression]) {
        for expression in expressions {
            self.require_value(expression);
        }
    }

    fn expression(&mut self, expression: &'a Expression, place: Place) {
        match &expression.kind {
            ExpressionKind::Integer(value) => self.integer(*value, expression),
            ExpressionKind::Variable(variable) => self.variable(variable, expression),
            ExpressionKind::Reserved(word) => self.report(issue::reserved_word(word, expression.position())),
            ExpressionKind::Interpolated(parts) => self.tasks.extend(parts.iter().filter_map(|part| match part {
                StringPart::Text(_) => None,
                StringPart::Expression(expression) => Some(Task::Part(expression)),
            })),
            ExpressionKind::Heredoc(heredoc) => {
                self.heredoc(heredoc);
                self.visit(&heredoc.text);
            }
            ExpressionKind::Array(elements) => {
                self.require_values(elements);
                self.visit_all(elements);
            }
            ExpressionKind::Hash(entries) => {
                self.duplicate_keys(entries);
                self.tasks.extend(entries.iter().map(Task::Entry));
            }
            ExpressionKind::Access(access) => {
                self.visit(&access.target);
                self.visit_all(&access.keys);
            }
            ExpressionKind::Unary(unary) => {
                self.require_value(&unary.operand);
                self.visit(&unary.operand);
            }
            ExpressionKind::Parenthesized(inner) | ExpressionKind::RenderExpression(inner) => {
                self.require_value(inner);
                self.visit(inner);
            }
            ExpressionKind::Binary(binary) => {
                self.require_value(&binary.left);
                self.require_value(&binary.right);
                self.visit(&binary.left);
                self.visit(&binary.right);
            }
            ExpressionKind::Assignment(assignment) => self.assignment(assignment, expression),
            ExpressionKind::Selector(selector) => {
                self.require_value(&selector.operand);
                self.duplicate_default("Selector Expression", selector.entries.iter().map(|entry| &entry.pattern));
                self.visit(&selector.operand);
                self.tasks.extend(selector.entries.iter().map(Task::Choice));
            }
            ExpressionKind::If(condition) => self.clause(condition, 0),
            ExpressionKind::Unless(condition) => {
                self.require_value(&condition.test);
                self.visit(&condition.test);
                self.visit_block(&condition.body);
                condition.otherwise.iter().for_each(|block| self.visit_block(block));
            }
            ExpressionKind::Case(case) => {
                self.require_value(&case.test);
                let values = case.options.iter().flat_map(|option| &option.values);
                self.duplicate_default("'case' statement", values);
                self.visit(&case.test);
                self.tasks.extend(case.options.iter().map(Task::Option));
            }
            ExpressionKind::Call(call) => self.call(call, expression),
            ExpressionKind::MethodCall(call) => {
                self.visit(&call.receiver);
                self.visit_all(&call.arguments);
                self.tasks.extend(call.lambda.as_deref().map(Task::Lambda));
            }
            ExpressionKind::Block(block) => self.tasks.push(Task::Statements(&block.statements, Place::Block)),
            ExpressionKind::Relationship(chain) => self.relationship(chain),
            ExpressionKind::Resource(resource) => self.resource(resource, expression),
            ExpressionKind::ResourceDefaults(defaults) => {
                let container = Some("Resource Defaults Expression");
                self.untitled((expression, defaults.form), &defaults.type_name, &defaults.attributes, container);
            }
            ExpressionKind::ResourceOverride(overrides) => {
                self.untitled((expression, overrides.form), &overrides.resources, &overrides.attributes, None);
            }
            ExpressionKind::Collector(collector) => self.collector(collector, expression),
            ExpressionKind::Class(_)
            | ExpressionKind::Define(_)
            | ExpressionKind::Node(_)
            | ExpressionKind::Function(_)
            | ExpressionKind::TypeAlias(_)
            | ExpressionKind::TypeMapping(_)
            | ExpressionKind::TypeDefinition(_) => self.definition(expression, place),
            kind => debug_assert!(needs_no_checks(kind), "every kind that needs checks has an arm above"),
        }
    }

    fn clause(&mut self, condition: &'a If, number: usize) {
        let Some(clause) = condition.clauses.get(number) else { return };
        self.require_value(&clause.test);
        self.visit(&clause.test);
        self.visit_block(&clause.body);
        // To Puppet, an `elsif` is an `if` inside the `else`.
        if number + 1 < condition.clauses.len() {
            self.tasks.push(Task::Clause(condition, number + 1));
        } else if let Some(block) = &condition.otherwise {
            self.visit_block(block);
        }
    }

    fn call(&mut self, call: &'a Call, expression: &Expression) {
        match &call.function.kind {
            ExpressionKind::Name(_) | ExpressionKind::TypeName(_) => {}
            ExpressionKind::Access(access) if matches!(access.target.kind, ExpressionKind::TypeName(_)) => {}
            ExpressionKind::RenderText(_) => self.report(issue::illegal_epp_parameters(expression.position())),
            _ => self.report(issue::illegal_expression(&call.function, "function name", "Function Call")),
        }
        self.visit(&call.function);
        self.visit_all(&call.arguments);
        self.tasks.extend(call.lambda.as_deref().map(Task::Lambda));
    }

    fn relationship(&mut self, chain: &'a Relationship) {
        // A chain is left-associative, and the outermost arrow is checked first.
        let (first_link, others) = chain.links.split_first().map_or((None, [].as_slice()), |(f, o)| (Some(f), o));
        let outer = others.iter().rev().map(|link| &link.operand);
        let inner = std::iter::once(&chain.first).chain(first_link.map(|link| &link.operand));
        for operand in outer.chain(inner) {
            if !matches!(operand.kind, ExpressionKind::Collector(_)) {
                self.require_value(operand);
            }
        }
        self.visit(&chain.first);
        for link in &chain.links {
            self.visit(&link.operand);
        }
    }

    fn resource(&mut self, resource: &'a Resource, expression: &Expression) {
        let is_class = resource.type_name.as_name() == Some("class");
        if is_class && resource.form != ResourceForm::Regular {
            self.report(issue::class_not_virtualizable(expression.position()));
        }
        self.visit(&resource.type_name);
        self.tasks.extend(resource.bodies.iter().map(Task::Body));
    }

    fn resource_body(&mut self, body: &'a ResourceBody) {
        let splats = body.attributes.iter().filter_map(|attribute| match attribute {
            Attribute::Splat(splat) => Some(splat.span),
            Attribute::Named(_) => None,
        });
        self.diagnostics.extend(splats.skip(1).map(issue::multiple_attributes_unfold));
        self.visit(&body.title);
        self.visit_attributes(&body.attributes, Some("Resource Instance Definition"));
    }

    /// Checks defaults and overrides.
    fn untitled(
        &mut self,
        (expression, form): (&Expression, ResourceForm),
        target: &'a Expression,
        attributes: &'a [Attribute],
        no_append: Option<&'static str>,
    ) {
        if form != ResourceForm::Regular {
            self.report(issue::not_virtualizeable(expression.position()));
        }
        self.visit(target);
        self.visit_attributes(attributes, no_append);
    }

    fn collector(&mut self, collector: &'a Collector, expression: &Expression) {
        if !matches!(collector.type_name.kind, ExpressionKind::TypeName(_)) {
            let container = label(expression);
            self.report(issue::illegal_expression(&collector.type_name, "type name", &container));
        }
        self.visit(&collector.type_name);
        self.tasks.extend(collector.query.as_ref().map(Task::Query));
        self.visit_attributes(&collector.attributes, None);
    }

    fn visit_attributes(&mut self, attributes: &'a [Attribute], no_append: Option<&'static str>) {
        self.tasks.extend(attributes.iter().map(|attribute| Task::Attribute(attribute, no_append)));
    }

    fn attribute(&mut self, attribute: &'a Attribute, no_append: Option<&str>) {
        let value = match attribute {
            Attribute::Named(NamedAttribute { name, operator, value }) => {
                if let (AttributeOperator::Append, Some(container)) = (operator, no_append) {
                    self.report(issue::illegal_attribute_append(&name.text, container, name.span));
                }
                value
            }
            Attribute::Splat(splat) => &splat.value,
        };
        self.require_value(value);
        self.visit(value);
    }
}

/// Returns whether expressions of a kind need no checks.
fn needs_no_checks(kind: &ExpressionKind) -> bool {
    matches!(
        kind,
        ExpressionKind::Undef
            | ExpressionKind::Default
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Regex(_)
            | ExpressionKind::Name(_)
            | ExpressionKind::TypeName(_)
            | ExpressionKind::RenderText(_)
    )
}

/// Returns the name if the statements are a name and a hash, which is a resource without a title.
fn untitled_resource(statements: &[Expression]) -> Option<&str> {
    match statements {
        [name, Expression { kind: ExpressionKind::Hash(_), .. }] => name.as_name(),
        _ => None,
    }
}
