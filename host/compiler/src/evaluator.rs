//! The evaluator: its state, and the dispatch on expressions. The modules in `evaluator/` evaluate each kind of
//! expression; resources, classes and collectors have their own files.

pub use call::PUPPETDB_FUNCTIONS;
use std::rc::Rc;
use std::sync::Arc;

use catalog::Level;
use hiera::Hiera;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{Block as Statements, Expression, ExpressionKind};
use syntax::{Diagnostic, Program, SourceMap, Span};
use value::{CompileRequest, CompilerSettings, EvalError, Log, Value, World, with_stack};

use crate::collector::Collectors;
use crate::definition::Definitions;
use crate::facts::NodeFacts;
use crate::identity::{CodeOrigin, ResourceId, ScopeId};
use crate::issue;
use crate::resource::{PendingOverride, ResourceTable, TagNames, Tags, TypeKind};
use crate::scope::Scopes;

mod access;
mod arithmetic;
mod assignment;
mod call;
mod closure;
mod comparison;
mod control;
mod data_type;
mod deferred;
mod diagnostic;
mod epp;
mod erb_template;
pub(crate) mod function;
mod known;
mod lookup;
mod member;
mod puppet3;
mod relationship;
mod relative;
mod ruby_call;
mod ruby_function;
mod service;
mod variable;

pub use closure::LambdaBlock;
pub use comparison::{compare, equals, includes, matches};
#[cfg(test)]
pub(crate) use data_type::TYPE_NAMES;
pub use function::{Function, FunctionBody, FunctionCall, Overload};
pub(crate) use service::class_reference;

use epp::Templates;
use erb_template::ErbTemplates;
use function::FunctionTable;
use relationship::Relationship;
use ruby_function::RubyFunctions;

/// Data that lives as long as a compilation: syntax trees and names referenced by the evaluator.
#[derive(Default)]
pub(crate) struct Arena {
    programs: typed_arena::Arena<Arc<Program>>,
    names: typed_arena::Arena<u8>,
}

impl Arena {
    /// Stores a syntax tree.
    pub(crate) fn keep(&self, program: Arc<Program>) -> &Program {
        self.programs.alloc(program)
    }
}

/// A compilation in progress.
pub struct Evaluator<'a> {
    world: &'a dyn World,
    pub(crate) arena: &'a Arena,
    pub(crate) request: &'a CompileRequest,
    pub(crate) sources: SourceMap,
    pub(crate) facts: NodeFacts<'a>,
    pub(crate) scopes: Scopes<'a>,
    pub(crate) definitions: Definitions<'a>,
    pub(crate) functions: FunctionTable,
    /// Whether the installed releases of modules have functions that are built in, by name.
    installed_functions: FxHashMap<Box<str>, bool>,
    /// The functions in Ruby that were used.
    ruby: RubyFunctions<'a>,
    pub(crate) hiera: Hiera,
    pub(crate) resources: ResourceTable<'a>,
    pub(crate) collectors: Collectors<'a>,
    pub(crate) templates: Templates<'a>,
    pub(crate) erb_templates: ErbTemplates,
    pub(crate) relationships: Vec<Relationship>,
    /// Overrides of resources that are not declared yet.
    pub(crate) pending_overrides: Vec<PendingOverride<'a>>,
    /// Code that may override all attributes.
    pub(crate) unrestricted: FxHashSet<CodeOrigin>,
    /// Whether any scope has defaults for resource types.
    pub(crate) has_defaults: bool,
    pub(crate) tag_names: TagNames,
    /// The tags of the catalog: the tags of all classes.
    pub(crate) catalog_tags: Tags,
    /// Variables set by templates in the scope that rendered them.
    pub(crate) template_variables: FxHashMap<(ScopeId, String), ruby::Data>,
    /// The classes in the order of their evaluation.
    pub(crate) class_names: Vec<Arc<str>>,
    /// The scope of the class `settings`.
    pub(crate) settings_scope: Option<ScopeId>,
    /// Current depth of nested calls.
    pub(crate) depth: usize,
    /// Number of loop iterations so far.
    iterations: u64,
    /// Memory usage at which the compilation fails, as measured by the `World`.
    memory_limit: usize,
    names: FxHashSet<&'a str>,
    type_names: FxHashMap<&'a str, Value>,
    aliases: datatype::Aliases,
    /// The type aliases currently being resolved.
    open_aliases: Vec<&'a str>,
    /// Callable types of untyped blocks, by the address of their syntax tree.
    callables: FxHashMap<usize, Rc<datatype::CallableType>>,
    /// Regular expressions by the address of their source text.
    regexes: FxHashMap<usize, Arc<datatype::Regex>>,
    /// Regular expressions in strings, which are often used several times.
    text_patterns: FxHashMap<Box<str>, datatype::Regex>,
    logs: Vec<Log>,
    warned: FxHashSet<String>,
    /// Where classes were included first.
    pub(crate) included_at: FxHashMap<ResourceId, Span>,
}

impl<'a> Evaluator<'a> {
    /// Creates an evaluator that knows only the built-in types.
    pub(crate) fn new(world: &'a dyn World, request: &'a CompileRequest, arena: &'a Arena) -> Self {
        let mut resources = ResourceTable::default();
        resources.add_type("class", TypeKind::Class);
        resources.add_type("node", TypeKind::Node);
        let mut evaluator = Self {
            world,
            arena,
            request,
            sources: SourceMap::default(),
            facts: NodeFacts::new(world, request),
            scopes: Scopes::new(),
            definitions: Definitions::default(),
            functions: FunctionTable::new(
                crate::functions::TABLE,
                &[crate::functions::EXTLIB, crate::functions::STDLIB],
            ),
            installed_functions: FxHashMap::default(),
            ruby: RubyFunctions::default(),
            hiera: Hiera::default(),
            resources,
            collectors: Collectors::default(),
            templates: Templates::default(),
            erb_templates: ErbTemplates::default(),
            relationships: Vec::new(),
            pending_overrides: Vec::new(),
            unrestricted: FxHashSet::default(),
            has_defaults: false,
            tag_names: TagNames::default(),
            catalog_tags: Tags::default(),
            template_variables: FxHashMap::default(),
            class_names: Vec::new(),
            settings_scope: None,
            depth: 0,
            iterations: 0,
            memory_limit: world.memory().saturating_add(request.settings.maximum_memory),
            names: FxHashSet::default(),
            type_names: FxHashMap::default(),
            aliases: datatype::Aliases::new(),
            open_aliases: Vec::new(),
            callables: FxHashMap::default(),
            regexes: FxHashMap::default(),
            text_patterns: FxHashMap::default(),
            logs: Vec::new(),
            warned: FxHashSet::default(),
            included_at: FxHashMap::default(),
        };
        for schema in catalog::engine_types() {
            let key = evaluator.name_of(&schema.name);
            evaluator.resources.add_type(key, TypeKind::Native(Arc::new(schema)));
        }
        evaluator
    }

    /// Returns the world of this compilation.
    pub fn environment(&self) -> &'a dyn World {
        self.world
    }

    /// Returns the settings.
    pub fn settings(&self) -> &'a CompilerSettings {
        &self.request.settings
    }

    /// Returns the name of the node.
    pub fn node_name(&self) -> &'a str {
        &self.request.node
    }

    /// Stores a name that is not part of a syntax tree.
    pub(crate) fn name_of(&mut self, name: &str) -> &'a str {
        if let Some(known) = self.names.get(name) {
            return known;
        }
        let kept: &'a str = self.arena.names.alloc_str(name);
        self.names.insert(kept);
        kept
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    /// Returns an error with its location, or a jump.
    pub(crate) fn evaluate(&mut self, expression: &'a Expression) -> Result<Value, EvalError> {
        let result = match &expression.kind {
            ExpressionKind::Undef => Ok(Value::Undef),
            ExpressionKind::Default => Ok(Value::Default),
            ExpressionKind::Boolean(value) => Ok(Value::Boolean(*value)),
            ExpressionKind::Integer(value) => Ok(Value::Integer(*value)),
            ExpressionKind::Float(value) => Ok(Value::Float(*value)),
            ExpressionKind::String(text) | ExpressionKind::Name(text) => Ok(Value::String(Arc::clone(text))),
            ExpressionKind::Variable(name) => self.evaluate_variable(name, expression),
            ExpressionKind::Class(_)
            | ExpressionKind::Define(_)
            | ExpressionKind::Node(_)
            | ExpressionKind::Function(_)
            | ExpressionKind::TypeAlias(_)
            | ExpressionKind::TypeMapping(_) => Ok(Value::Undef),
            _ => with_stack(|| self.evaluate_composite(expression)),
        };
        match result {
            Err(fault) if fault.is_unplaced() => Err(self.place(fault, expression)),
            result => result,
        }
    }

    fn evaluate_composite(&mut self, expression: &'a Expression) -> Result<Value, EvalError> {
        self.check_memory()?;
        match &expression.kind {
            ExpressionKind::Interpolated(parts) => self.evaluate_interpolated(parts),
            ExpressionKind::Heredoc(heredoc) => self.evaluate(&heredoc.text),
            ExpressionKind::Regex(source) => self.evaluate_regex(source),
            ExpressionKind::Array(elements) => Ok(Value::from(self.evaluate_list(elements, Vec::new())?)),
            ExpressionKind::Hash(entries) => self.evaluate_hash(entries),
            ExpressionKind::TypeName(name) => self.evaluate_type_name(name, expression),
            ExpressionKind::Access(access) => self.evaluate_access(access, expression),
            ExpressionKind::Unary(unary) => self.evaluate_unary(unary, expression),
            ExpressionKind::Binary(binary) => self.evaluate_binary(binary, expression),
            ExpressionKind::Assignment(assignment) => self.evaluate_assignment(assignment, expression),
            ExpressionKind::Parenthesized(inner) => self.evaluate(inner),
            ExpressionKind::Selector(selector) => self.evaluate_selector(selector),
            ExpressionKind::If(conditional) => self.evaluate_if(conditional),
            ExpressionKind::Unless(unless) => self.evaluate_unless(unless),
            ExpressionKind::Case(case) => self.evaluate_case(case),
            ExpressionKind::Call(call) => self.evaluate_call(call, expression),
            ExpressionKind::MethodCall(call) => self.evaluate_method_call(call, expression),
            ExpressionKind::Block(block) => self.evaluate_block(block),
            ExpressionKind::Resource(resource) => self.evaluate_resource(expression, resource, true),
            ExpressionKind::ResourceDefaults(defaults) => self.evaluate_defaults(defaults),
            ExpressionKind::ResourceOverride(overriding) => self.evaluate_override(expression, overriding),
            ExpressionKind::Collector(collector) => self.evaluate_collector(collector, expression),
            ExpressionKind::Relationship(relationship) => self.evaluate_relationship(relationship, expression),
            ExpressionKind::Reserved(word) => Err(issue::reserved_word(word, expression.position()).into()),
            ExpressionKind::RenderText(text) => self.print_text(text).map(|()| Value::Undef),
            ExpressionKind::RenderExpression(inner) => {
                let value = self.evaluate(inner)?;
                self.print_value(&value).map(|()| Value::Undef)
            }
            ExpressionKind::TypeDefinition(_) => {
                let label = issue::expression_label(expression);
                Err(issue::unsupported_expression(&label, expression.position()).into())
            }
            // Handled by `evaluate`.
            ExpressionKind::Undef
            | ExpressionKind::Default
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Name(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Class(_)
            | ExpressionKind::Define(_)
            | ExpressionKind::Node(_)
            | ExpressionKind::Function(_)
            | ExpressionKind::TypeAlias(_)
            | ExpressionKind::TypeMapping(_) => Ok(Value::Undef),
        }
    }

    /// Evaluates statements and returns the value of the last one.
    pub(crate) fn evaluate_block(&mut self, block: &'a Statements) -> Result<Value, EvalError> {
        let Some((last, others)) = block.statements.split_last() else { return Ok(Value::Undef) };
        for statement in others {
            self.execute(statement)?;
        }
        self.evaluate(last)
    }

    /// Evaluates statements for their effects.
    pub(crate) fn execute_block(&mut self, block: &'a Statements) -> Result<(), EvalError> {
        block.statements.iter().try_for_each(|statement| self.execute(statement))
    }

    /// Evaluates a statement for its effects.
    fn execute(&mut self, statement: &'a Expression) -> Result<(), EvalError> {
        if let ExpressionKind::Resource(resource) = &statement.kind {
            return match self.evaluate_resource(statement, resource, false) {
                Err(fault) if fault.is_unplaced() => Err(self.place(fault, statement)),
                result => result.map(|_| ()),
            };
        }
        self.evaluate(statement).map(|_| ())
    }

    /// Runs `inner` one call level deeper.
    ///
    /// # Errors
    /// Returns the error of `inner`, or an error if the nesting is too deep.
    pub(crate) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, EvalError>) -> Result<T, EvalError> {
        self.enter()?;
        let result = with_stack(|| inner(self));
        self.depth -= 1;
        result
    }

    /// Counts a nested call.
    ///
    /// # Errors
    /// The nesting is too deep.
    fn enter(&mut self) -> Result<(), EvalError> {
        let limit = self.settings().maximum_depth;
        if self.depth >= limit {
            return Err(issue::too_deep(limit));
        }
        self.depth += 1;
        if self.world.is_time_over() { Err(issue::too_much_time()) } else { Ok(()) }
    }

    /// Counts a loop iteration.
    ///
    /// # Errors
    /// Returns an error if the iteration limit is exceeded.
    pub(crate) fn count_iteration(&mut self) -> Result<(), EvalError> {
        self.iterations += 1;
        let limit = self.settings().maximum_iterations;
        if self.iterations > limit {
            return Err(issue::too_many_iterations(limit));
        }
        if self.world.is_time_over() {
            return Err(issue::too_much_time());
        }
        self.check_memory()
    }

    /// Checks the memory budget. The size of a value is limited separately, so a single step cannot exceed the budget
    /// by much.
    fn check_memory(&self) -> Result<(), EvalError> {
        let is_exceeded = self.world.memory() > self.memory_limit;
        if is_exceeded { Err(issue::too_much_memory(self.settings().maximum_memory)) } else { Ok(()) }
    }

    /// Logs values as the log functions do: as text, separated by spaces.
    pub fn log_values(&mut self, level: Level, values: &[Value]) {
        let message = values.iter().map(Value::text).collect::<Vec<_>>().join(" ");
        let source = self.log_source();
        self.logs.push(Log { level, source, message, diagnostic: None });
    }

    /// Logs one of Puppet's own warnings or errors.
    pub(crate) fn log_diagnostic(&mut self, diagnostic: Diagnostic) {
        let level = if diagnostic.is_error() { Level::Err } else { Level::Warning };
        let message = diagnostic.message.clone();
        self.logs.push(Log { level, source: String::new(), message, diagnostic: Some(diagnostic) });
    }

    /// Logs a warning the first time that the key is used.
    pub fn warn_once(&mut self, key: &str, message: impl Into<String>, span: Option<Span>) {
        self.log_once(key, Diagnostic::warning("WARNING", message, span));
    }

    /// Logs a diagnostic unless one with the same key was logged.
    pub(crate) fn log_once(&mut self, key: &str, diagnostic: Diagnostic) {
        if self.warned.insert(key.to_owned()) {
            self.log_diagnostic(diagnostic);
        }
    }

    /// Logs a warning that a store of exported resources is missing, unless there is one.
    pub(crate) fn without_store(&mut self, warning: Diagnostic) {
        if !self.settings().storeconfigs {
            self.log_diagnostic(warning);
        }
    }

    /// Returns the source of log messages: the current scope.
    pub(crate) fn log_source(&self) -> String {
        let resource = self.scopes.get(self.scopes.current()).resource;
        format!("Scope({})", self.resources.reference(resource))
    }

    /// Removes and returns the log messages.
    pub(crate) fn take_logs(&mut self) -> Vec<Log> {
        std::mem::take(&mut self.logs)
    }
}
