//! Names that manifests and templates use: functions, resource types, providers, facts, data types and modules.

use std::collections::{BTreeMap, BTreeSet};

use erb::TemplateReference;
use syntax::ast::{
    Attribute, Call, Expression, ExpressionKind, NamedAttribute, Parameter, Resource, ResourceForm, StringPart,
};
use syntax::{Mode, Program, SourceMap, Span};

use crate::finding::Location;

/// Names with the places that use them.
pub(crate) type Places = BTreeMap<String, Vec<Location>>;

/// Functions that declare classes named by their arguments.
const CLASS_FUNCTIONS: [&str; 3] = ["contain", "include", "require"];

/// Functions that create resources of a type named by their first argument.
const RESOURCE_FUNCTIONS: [&str; 3] = ["create_resources", "ensure_resource", "ensure_resources"];

/// Functions that call the function named by their first argument.
const CALLING_FUNCTIONS: [&str; 2] = ["call", "Deferred"];

/// A reference to a class, defined type or function of another module.
#[derive(Debug)]
pub(crate) struct ModuleReference {
    /// The name, in lower case.
    pub(crate) name: String,
    pub(crate) location: Location,
    /// The module that contains the reference.
    pub(crate) from: Option<String>,
    pub(crate) condition: Condition,
}

/// The condition under which code is evaluated. Ordered by how much a missing module matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Condition {
    /// It is always evaluated.
    #[default]
    None,
    /// It depends on values.
    Values,
    /// It depends on what is defined (`defined`).
    Definitions,
}

/// The names that are used.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// Called functions.
    pub(crate) functions: Places,
    /// Functions called as methods, which may also be attributes of objects.
    pub(crate) methods: Places,
    /// Resource types of declared resources, in lower case.
    pub(crate) types: Places,
    /// Types named in expressions, in lower case.
    pub(crate) type_names: Places,
    /// Providers, as `TYPE/PROVIDER`.
    pub(crate) providers: Places,
    /// Facts and top-scope variables.
    pub(crate) facts: Places,
    /// References to other modules, by module.
    pub(crate) namespaces: BTreeMap<String, Vec<ModuleReference>>,
    /// Exported resources and collectors of exported resources.
    pub(crate) exported: Vec<Location>,
    /// Filebuckets on a server.
    pub(crate) filebuckets: Vec<Location>,
    /// Sources of files on other servers.
    pub(crate) sources: Places,
    /// The module whose files are being read.
    pub(crate) current_module: Option<String>,
    /// The condition of the code that is being read.
    condition: Condition,
    /// Variables that its manifests set, which its templates can use.
    pub(crate) module_locals: BTreeSet<String>,
}

impl Uses {
    /// Records a name in a module: `a` for `a::b`.
    pub(crate) fn add_namespace(&mut self, name: &str, location: &Location) {
        let name = name.trim_start_matches("::").to_lowercase();
        let module = name.split("::").next().unwrap_or_default().to_owned();
        if !module.is_empty() && self.current_module.as_ref() != Some(&module) {
            let (from, location) = (self.current_module.clone(), location.clone());
            let reference = ModuleReference { name, location, from, condition: self.condition };
            self.namespaces.entry(module).or_default().push(reference);
        }
    }

    /// Records a call of a function.
    pub(crate) fn add_function(&mut self, name: &str, location: Location) {
        let name = name.trim_start_matches("::");
        if name.contains("::") {
            self.add_namespace(name, &location);
        }
        self.functions.entry(name.to_owned()).or_default().push(location);
    }

    /// Records a fact or top-scope variable, with or without a path into its value.
    pub(crate) fn add_fact(&mut self, name: &str, location: Location) {
        let name = name.trim_start_matches("::");
        let name = name.strip_prefix("facts.").unwrap_or(name).split('.').next().unwrap_or_default();
        if !name.is_empty()
            && !name.contains("::")
            && !matches!(name, "facts" | "trusted" | "server_facts" | "title" | "name")
        {
            self.facts.entry(name.to_owned()).or_default().push(location);
        }
    }

    /// Records a reference of an ERB template.
    pub(crate) fn add_template_reference(&mut self, reference: &TemplateReference, location: Location) {
        match reference {
            TemplateReference::Function(name) => self.add_function(name, location),
            TemplateReference::Variable(name) if self.module_locals.contains(name) => {}
            TemplateReference::Variable(name) => self.add_fact(name, location),
        }
    }

    fn add_type(&mut self, name: &str, location: Location) {
        let name = name.trim_start_matches("::").to_lowercase();
        if name.contains("::") {
            self.add_namespace(&name, &location);
        }
        self.types.entry(name).or_default().push(location);
    }
}

/// Collects the uses of a program.
pub(crate) struct Collector<'a> {
    sources: &'a SourceMap,
    uses: &'a mut Uses,
    /// Variables that the file sets, which are not facts.
    locals: BTreeSet<String>,
    /// Code with a condition.
    conditions: Vec<(Span, Condition)>,
    /// Arguments of `defined`, which need not exist.
    tested: Vec<Span>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(sources: &'a SourceMap, uses: &'a mut Uses) -> Self {
        Self { sources, uses, locals: BTreeSet::new(), conditions: Vec::new(), tested: Vec::new() }
    }

    pub(crate) fn collect(mut self, program: &Program) {
        self.add_parameters(program.parameters.as_deref().unwrap_or_default());
        program.walk(&mut |expression| self.add_locals(expression));
        program.walk(&mut |expression| self.add_conditions(expression));
        match program.mode {
            Mode::Epp => self.locals.extend(self.uses.module_locals.iter().cloned()),
            Mode::Manifest | Mode::Language3 => self.uses.module_locals.extend(self.locals.iter().cloned()),
        }
        program.walk(&mut |expression| self.expression(expression));
        self.uses.condition = Condition::None;
    }

    fn at(&self, span: Span) -> Location {
        Location::span(span, self.sources).unwrap_or_else(|| Location::file(std::path::Path::new("")))
    }

    fn add_parameters(&mut self, parameters: &[Parameter]) {
        self.locals.extend(parameters.iter().map(|parameter| parameter.name.to_string()));
    }

    fn add_locals(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Assignment(assignment) => match &assignment.target.kind {
                ExpressionKind::Variable(name) => _ = self.locals.insert(name.to_string()),
                ExpressionKind::Array(names) => {
                    let variables = names.iter().filter_map(|name| match &name.kind {
                        ExpressionKind::Variable(name) => Some(name.to_string()),
                        _ => None,
                    });
                    self.locals.extend(variables);
                }
                _ => {}
            },
            ExpressionKind::Class(class) => self.add_parameters(&class.parameters),
            ExpressionKind::Define(define) => self.add_parameters(&define.parameters),
            ExpressionKind::Function(function) => self.add_parameters(&function.parameters),
            ExpressionKind::Call(call) => {
                call.lambda.iter().for_each(|lambda| self.add_parameters(&lambda.parameters));
            }
            ExpressionKind::MethodCall(call) => {
                call.lambda.iter().for_each(|lambda| self.add_parameters(&lambda.parameters));
            }
            _ => {}
        }
    }

    /// Records which code is evaluated under a condition, and which definitions are only tested.
    fn add_conditions(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Call(call) if call.function.as_name() == Some("defined") => {
                self.tested.push(expression.span);
            }
            ExpressionKind::If(condition) => {
                let tests = condition.clauses.iter().map(|clause| &clause.test);
                let kind = tests.map(condition_of).max().unwrap_or_default();
                let bodies = condition.clauses.iter().map(|clause| &clause.body).chain(&condition.otherwise);
                self.conditions.extend(bodies.map(|body| (body.span, kind)));
            }
            ExpressionKind::Unless(condition) => {
                let bodies = [&condition.body].into_iter().chain(&condition.otherwise);
                let kind = condition_of(&condition.test);
                self.conditions.extend(bodies.map(|body| (body.span, kind)));
            }
            ExpressionKind::Case(case) => {
                let kind = condition_of(&case.test);
                self.conditions.extend(case.options.iter().map(|option| (option.body.span, kind)));
            }
            ExpressionKind::Selector(selector) => {
                let kind = condition_of(&selector.operand);
                self.conditions.extend(selector.entries.iter().map(|entry| (entry.value.span, kind)));
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &Expression) {
        let is_in = |outer: &Span| outer.lo <= expression.span.lo && expression.span.hi <= outer.hi;
        if self.tested.iter().any(is_in) {
            return;
        }
        let conditions = self.conditions.iter().filter(|(body, _)| is_in(body));
        self.uses.condition = conditions.map(|(_, kind)| *kind).max().unwrap_or_default();
        match &expression.kind {
            ExpressionKind::Call(call) => self.call(call, expression),
            ExpressionKind::MethodCall(call) => {
                let location = self.at(call.name.span);
                self.uses.methods.entry(call.name.text.to_string()).or_default().push(location);
                if is_facts(&call.receiver) && matches!(&*call.name.text, "dig" | "get") {
                    self.fact_argument(call.arguments.first());
                }
            }
            ExpressionKind::Access(access) if is_facts(&access.target) => self.fact_argument(access.keys.first()),
            ExpressionKind::Access(access) => {
                if matches!(&access.target.kind, ExpressionKind::TypeName(name) if &**name == "Class") {
                    self.class_names(&access.keys);
                }
            }
            ExpressionKind::Variable(name) => self.variable(name, expression.position()),
            ExpressionKind::TypeName(name) => {
                let location = self.at(expression.position());
                self.uses.type_names.entry(name.trim_start_matches("::").to_lowercase()).or_default().push(location);
            }
            ExpressionKind::Resource(resource) => self.resource(resource, expression),
            ExpressionKind::ResourceDefaults(defaults) => {
                if let ExpressionKind::TypeName(name) = &defaults.type_name.kind {
                    self.attributes(&name.to_lowercase(), &defaults.attributes);
                }
            }
            ExpressionKind::Collector(collector) if collector.exported => {
                let location = self.at(expression.position());
                self.uses.exported.push(location);
            }
            ExpressionKind::Class(class) => {
                if let Some(parent) = &class.parent {
                    let location = self.at(parent.span);
                    self.uses.add_namespace(&parent.text, &location);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, call: &Call, expression: &Expression) {
        let name = match &call.function.kind {
            ExpressionKind::Name(name) => name.trim_start_matches("::"),
            ExpressionKind::TypeName(name) => &**name,
            _ => return,
        };
        let is_function = matches!(&call.function.kind, ExpressionKind::Name(_));
        let first = call.arguments.first().and_then(literal);
        let location = self.at(expression.position());
        if is_function {
            self.uses.add_function(name, location.clone());
        }
        match (name, first) {
            (name, _) if CLASS_FUNCTIONS.contains(&name) => self.class_names(&call.arguments),
            (name, Some(first)) if RESOURCE_FUNCTIONS.contains(&name) => self.uses.add_type(first, location),
            (name, Some(first)) if CALLING_FUNCTIONS.contains(&name) => self.uses.add_function(first, location),
            ("fact", Some(first)) => self.uses.add_fact(first, location),
            ("getvar", Some(first)) if first.trim_start_matches("::").starts_with("facts.") => {
                self.uses.add_fact(first, location);
            }
            _ => {}
        }
    }

    /// Records the classes named by literals, also in arrays.
    fn class_names(&mut self, names: &[Expression]) {
        for name in names {
            if let ExpressionKind::Array(names) = &name.kind {
                self.class_names(names);
            } else if let Some(text) = literal(name) {
                let location = self.at(name.position());
                self.uses.add_namespace(text, &location);
            }
        }
    }

    fn fact_argument(&mut self, argument: Option<&Expression>) {
        if let Some((argument, name)) = argument.and_then(|argument| Some((argument, literal(argument)?))) {
            let location = self.at(argument.position());
            self.uses.add_fact(name, location);
        }
    }

    fn variable(&mut self, name: &str, span: Span) {
        if let Some((class, _)) = name.trim_start_matches("::").rsplit_once("::") {
            let location = self.at(span);
            self.uses.add_namespace(class, &location);
        } else if name.starts_with("::") || !self.locals.contains(name) {
            let location = self.at(span);
            self.uses.add_fact(name, location);
        }
    }

    fn resource(&mut self, resource: &Resource, expression: &Expression) {
        if resource.form == ResourceForm::Exported {
            let location = self.at(expression.position());
            self.uses.exported.push(location);
        }
        let Some(name) = resource.type_name.as_name().map(|name| name.trim_start_matches("::").to_lowercase()) else {
            return;
        };
        for body in &resource.bodies {
            if name == "class" {
                self.class_names(std::slice::from_ref(&body.title));
            }
            self.attributes(&name, &body.attributes);
        }
        if name != "class" {
            let location = self.at(resource.type_name.position());
            self.uses.add_type(&name, location);
        }
    }

    /// Records providers, filebuckets on servers and sources of files.
    fn attributes(&mut self, type_name: &str, attributes: &[Attribute]) {
        let named = attributes.iter().filter_map(|attribute| match attribute {
            Attribute::Named(named) => Some(named),
            Attribute::Splat(_) => None,
        });
        for NamedAttribute { name, value, .. } in named {
            let location = self.at(name.span);
            match (type_name, &*name.text) {
                ("filebucket", "server") => self.uses.filebuckets.push(location),
                ("file", "source") => self.source(value),
                (_, "provider") => {
                    if let Some(provider) = literal(value) {
                        self.uses.providers.entry(format!("{type_name}/{provider}")).or_default().push(location);
                    }
                }
                _ => {}
            }
        }
    }

    /// Records sources of files that begin with a URL of another server or another mount point than `modules`.
    fn source(&mut self, value: &Expression) {
        let start = match &value.kind {
            ExpressionKind::Array(sources) => return sources.iter().for_each(|source| self.source(source)),
            ExpressionKind::Interpolated(parts) => match parts.first() {
                Some(StringPart::Text(text)) => &**text,
                _ => return,
            },
            ExpressionKind::String(text) => &**text,
            _ => return,
        };
        let is_remote = start.strip_prefix("puppet://").is_some_and(|rest| !rest.starts_with('/'));
        let mount = start.strip_prefix("puppet:///").and_then(|rest| rest.split_once('/')).map(|(mount, _)| mount);
        if is_remote || mount.is_some_and(|mount| mount != "modules") {
            let location = self.at(value.position());
            self.uses.sources.entry(start.to_string()).or_default().push(location);
        }
    }
}

/// Returns the kind of a condition.
fn condition_of(test: &Expression) -> Condition {
    let mut kind = Condition::Values;
    test.walk(&mut |expression| {
        if matches!(&expression.kind, ExpressionKind::Call(call) if call.function.as_name() == Some("defined")) {
            kind = Condition::Definitions;
        }
    });
    kind
}

fn is_facts(expression: &Expression) -> bool {
    matches!(&expression.kind, ExpressionKind::Variable(name) if name.trim_start_matches("::") == "facts")
}

/// Returns the text of a string or name.
fn literal(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        ExpressionKind::String(text) | ExpressionKind::Name(text) => Some(text),
        _ => None,
    }
}
