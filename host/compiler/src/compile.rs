//! Entry point of the compiler: from a request to a catalog, in Puppet's order.

use catalog::Catalog;
use syntax::{Diagnostic, Program, SourceMap};
use value::{CompileRequest, EvalError, Hash, Log, ManifestSource, Manifests, Value, World};

use crate::evaluator::{Arena, Evaluator};
use crate::identity::{CodeOrigin, ResourceId, ScopeId, TypeId};
use crate::resource::{Resource, Tags};
use crate::scope::ScopeKind;

/// Result of a compilation.
#[derive(Debug)]
pub struct Compiled {
    /// The catalog.
    pub catalog: Catalog,
    /// Resources exported by the node, collected or not; a store keeps them for other nodes.
    pub exported: Vec<catalog::Resource>,
    /// The log messages.
    pub logs: Vec<Log>,
    /// The source texts that were read.
    pub sources: SourceMap,
}

/// A failed compilation.
#[derive(Debug)]
pub struct Failure {
    /// The node.
    pub node: String,
    /// The errors: all syntax errors of the manifests, or one evaluation error.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the failure is a syntax error.
    pub is_parse: bool,
    /// The log messages before the failure.
    pub logs: Vec<Log>,
    /// The source texts that were read.
    pub sources: SourceMap,
}

/// Compiles a catalog.
///
/// # Errors
/// Returns an error if a manifest cannot be parsed or its evaluation fails.
pub fn compile(environment: &dyn World, request: &CompileRequest) -> Result<Compiled, Box<Failure>> {
    let arena = Arena::default();
    let mut evaluator = Evaluator::new(environment, request, &arena);
    match evaluator.compile() {
        Ok(()) => {
            let logs = evaluator.take_logs();
            let sources = evaluator.sources.clone();
            let finished = evaluator.into_finished();
            drop(arena);
            let (catalog, exported) = finished.into_catalog();
            Ok(Compiled { catalog, exported, logs, sources })
        }
        Err(stop) => Err(failed(&mut evaluator, stop)),
    }
}

/// Returns the failure for a stopped compilation.
pub(crate) fn failed(evaluator: &mut Evaluator<'_>, stop: CompileStop) -> Box<Failure> {
    let (diagnostics, is_parse) = match stop {
        CompileStop::Parse(diagnostics) => (diagnostics, true),
        CompileStop::Fault(fault) => (vec![fault.into_diagnostic()], false),
    };
    let (logs, sources) = (evaluator.take_logs(), std::mem::take(&mut evaluator.sources));
    Box::new(Failure { node: evaluator.request.node.clone(), diagnostics, is_parse, logs, sources })
}

/// Reason why a compilation stops.
pub(crate) enum CompileStop {
    /// Syntax errors in manifests.
    Parse(Vec<Diagnostic>),
    /// An evaluation error.
    Fault(EvalError),
}

impl CompileStop {
    /// Returns the error, or the first of several.
    pub(crate) fn into_fault(self) -> EvalError {
        match self {
            Self::Parse(diagnostics) => match diagnostics.into_iter().next() {
                Some(first) => first.into(),
                None => EvalError::new("a file does not parse"),
            },
            Self::Fault(fault) => fault,
        }
    }
}

impl From<EvalError> for CompileStop {
    fn from(fault: EvalError) -> Self {
        Self::Fault(fault)
    }
}

impl<'a> Evaluator<'a> {
    /// Evaluates everything that the request selects.
    pub(crate) fn compile(&mut self) -> Result<(), CompileStop> {
        self.declare_main()?;
        let programs = self.read_manifests()?;
        self.set_variables();
        self.set_settings();
        for program in programs {
            self.execute_block(&program.body)?;
        }
        self.resources.get_mut(ResourceId::MAIN).is_evaluated = true;
        let node_scope = self.evaluate_node()?;
        self.evaluate_node_classes(node_scope)?;
        self.evaluate_generators()?;
        self.finish()?;
        Ok(())
    }

    /// Prepares the evaluation of code outside a site manifest: declares the standard classes and sets the top-scope
    /// variables.
    pub(crate) fn open(&mut self) {
        self.declare_main().expect("the types of the engine are always known");
        self.set_variables();
        self.set_settings();
    }

    /// Declares the standard resources: `Stage[main]`, `Class[Settings]`, `Class[main]`.
    fn declare_main(&mut self) -> Result<(), EvalError> {
        let stage = self.find_resource_type("stage")?.unwrap_or(TypeId::CLASS);
        for (type_id, title, tags) in [
            (stage, "main", ["stage"].as_slice()),
            (TypeId::CLASS, "Settings", &["class", "settings"]),
            (TypeId::CLASS, "main", &["class"]),
        ] {
            let mut known = Tags::default();
            tags.iter().for_each(|tag| known.add(tag, &mut self.tag_names));
            self.resources.push(Resource {
                type_id,
                title: title.into(),
                odd_title: None,
                has_plain_title: false,
                parameters: Vec::new(),
                tags: known,
                scope: ScopeId::TOP,
                source: CodeOrigin::MAIN,
                span: None,
                is_exported: false,
                is_virtual: false,
                is_evaluated: true,
                is_checked: true,
            });
        }
        let settings = ResourceId::SETTINGS;
        self.resources.edges.insert((ResourceId::STAGE, settings));
        self.resources.edges.insert((ResourceId::STAGE, ResourceId::MAIN));
        self.class_names.push("settings".into());
        Ok(())
    }

    /// Reads and parses the manifests and registers their definitions.
    fn read_manifests(&mut self) -> Result<Vec<&'a Program>, CompileStop> {
        let texts = match &self.request.manifests {
            Manifests::Site => self.environment().site().map_err(|error| EvalError::new(error.to_string()))?,
            Manifests::Code(text) => vec![ManifestSource { name: "".into(), text: text.as_str().into() }],
            Manifests::Texts(texts) => texts.clone(),
        };
        let mut read = Vec::with_capacity(texts.len());
        for text in texts {
            self.read(text, None, &mut read)?;
        }
        for imported in &read {
            self.register(imported.program, imported.module)?;
        }
        Ok(read.into_iter().map(|imported| imported.program).collect())
    }

    /// Sets the variables of the class `settings`.
    fn set_settings(&mut self) {
        let request = self.request;
        let scope = self.scopes.add(ScopeKind::Class, ScopeId::TOP, None, CodeOrigin::MAIN, ResourceId::SETTINGS);
        let mut settings: Vec<(&'a str, Value)> =
            request.shown_settings.iter().map(|(name, value)| (name.as_str(), value.into())).collect();
        if !settings.iter().any(|(name, _)| *name == "environment") {
            settings.push(("environment", self.environment().name().into()));
        }
        let all: Hash = settings.iter().map(|(name, value)| (*name, value.clone())).collect();
        for (name, value) in settings {
            self.scopes.set_in(scope, name, value);
        }
        self.scopes.set_in(scope, "all_local", all.into());
        self.settings_scope = Some(scope);
    }

    /// Sets the top-scope variables: node data and classification. Facts are looked up on use.
    fn set_variables(&mut self) {
        let request = self.request;
        let mut variables: Vec<(&'a str, Value)> = Vec::new();
        for (name, value) in &request.variables {
            let name = name.as_str();
            // The environment's own name takes precedence over other values of `environment`; otherwise the first
            // value of a variable does.
            if name != "environment" && !variables.iter().any(|(known, _)| *known == name) {
                variables.push((name, value.into()));
            }
        }
        variables.push(("environment", self.environment().name().into()));
        variables.push(("trusted", (&request.trusted).into()));
        if request.server_facts != catalog::Value::Undef {
            variables.push(("server_facts", (&request.server_facts).into()));
        }
        for name in ["title", "name"] {
            if !self.facts.is_given(name) && !variables.iter().any(|(known, _)| *known == name) {
                variables.push((name, "main".into()));
            }
        }
        for (name, value) in variables {
            self.scopes.set_in(ScopeId::TOP, name, value);
        }
    }
}
