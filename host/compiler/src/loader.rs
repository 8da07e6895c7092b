//! Autoloading, by Puppet's rules for the file that must define a name. Files are read through the world and their
//! definitions are registered; files that define something else are reported.

use std::sync::Arc;

use catalog::Metaparameter;
use datatype::Type;
use syntax::ast::{Definition, Parameter};
use syntax::{Diagnostic, Mode, Program, Severity, Span};
use value::{EvalError, FileLocation, ManifestSource, Strict};

use crate::compile::CompileStop;
use crate::definition::ParametrizedDefinition;
use crate::evaluator::Evaluator;
use crate::identity::{ClassId, DefineId, FunctionId};
use crate::issue::{self, DefinitionKind};

impl<'a> Evaluator<'a> {
    /// Finds a class, loading it from a module if necessary. The name may begin with `::` and be in any case.
    ///
    /// # Errors
    /// Returns an error if a file that should define the class does not parse.
    pub(crate) fn find_class(&mut self, name: &str) -> Result<Option<ClassId>, EvalError> {
        let name = &*normalized(name);
        if let Some(class) = self.definitions.class(name) {
            return Ok(Some(class));
        }
        self.load_manifests(name, |evaluator| evaluator.definitions.class(name))
    }

    /// Finds a defined type, loading it from a module if necessary.
    ///
    /// # Errors
    /// Returns an error if a file that should define the type does not parse.
    pub(crate) fn find_define(&mut self, name: &str) -> Result<Option<DefineId>, EvalError> {
        let name = &*normalized(name);
        if let Some(define) = self.definitions.define(name) {
            return Ok(Some(define));
        }
        self.load_manifests(name, |evaluator| evaluator.definitions.define(name))
    }

    /// Reads the candidate files for a class or defined type until it is found. For `a::b::c` these are
    /// `manifests/b/c.pp`, `manifests/b.pp` and `manifests/init.pp` in the module `a`.
    fn load_manifests<T>(&mut self, name: &str, found: impl Fn(&Self) -> Option<T>) -> Result<Option<T>, EvalError> {
        if name.is_empty() || name.split("::").any(str::is_empty) {
            return Ok(None);
        }
        let (module, mut rest) = name.split_once("::").unwrap_or((name, ""));
        loop {
            let path = match rest {
                "" => "manifests/init.pp".to_owned(),
                rest => format!("manifests/{}.pp", rest.replace("::", "/")),
            };
            if self.load(FileLocation::Module(module), &path)?.is_some()
                && let Some(definition) = found(self)
            {
                return Ok(Some(definition));
            }
            if rest.is_empty() {
                return Ok(None);
            }
            rest = rest.rsplit_once("::").map_or("", |(outer, _)| outer);
        }
    }

    /// Finds a function written in the Puppet language, loading it from a module if necessary.
    ///
    /// # Errors
    /// Returns an error if the file that should define the function does not parse, or defines something else.
    pub(crate) fn find_function(&mut self, name: &str) -> Result<Option<FunctionId>, EvalError> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(function) = self.definitions.function(name) {
            return Ok(Some(function));
        }
        let Some((place, path)) = located(name, "functions", "init.pp") else { return Ok(None) };
        let Some(program) = self.load(place, &path)? else { return Ok(None) };
        self.check_content(program, "function", name)?;
        Ok(self.definitions.function(name))
    }

    /// Reads the file of a type alias, if it exists. The name is in lower case.
    ///
    /// # Errors
    /// Returns an error if the file does not parse, or defines something else.
    pub(crate) fn load_alias(&mut self, name: &str) -> Result<(), EvalError> {
        // Only a type set can have the name of a module.
        let Some((place, path)) = located(name, "types", "init_typeset.pp") else { return Ok(()) };
        let Some(program) = self.load(place, &path)? else { return Ok(()) };
        self.check_content(program, "type", name)
    }

    /// Reads a file once and registers its definitions; `None` if it does not exist or was read before.
    fn load(&mut self, place: FileLocation<'_>, path: &str) -> Result<Option<&'a Program>, EvalError> {
        let key = match place {
            FileLocation::Module(module) => format!("{module}::{path}"),
            FileLocation::Environment | FileLocation::AnyModule | FileLocation::Anywhere => format!("::{path}"),
        };
        // Module names with hyphens are only valid in Puppet 3.
        let is_refused = matches!(place, FileLocation::Module(module) if module.contains('-')) && !self.is_puppet3();
        if is_refused || !self.definitions.visit(&key) {
            return Ok(None);
        }
        let text = self.environment().text(place, path).map_err(|error| EvalError::new(error.to_string()))?;
        let Some(text) = text else { return Ok(None) };
        if self.is_puppet3() && !self.definitions.visit(&text.name) {
            return Ok(None);
        }
        let module = match place {
            FileLocation::Module(module) => Some(self.name_of(module)),
            FileLocation::Environment | FileLocation::AnyModule | FileLocation::Anywhere => None,
        };
        let name = text.name.clone();
        let (program, mut diagnostics) = self.parse_file(text.into(), self.mode());
        if let FileLocation::Module(module) = place {
            diagnostics.extend(syntax::check_location(program, &format!("{module}/{path}"), &name));
        }
        let first = diagnostics.iter().position(Diagnostic::is_error);
        if let Some(first) = first {
            let error = diagnostics.remove(first);
            for other in diagnostics {
                self.log_diagnostic(other);
            }
            return Err(error.into());
        }
        for warning in diagnostics {
            self.log_diagnostic(warning);
        }
        self.load_imports(program, &name, module)?;
        self.register(program, module)?;
        Ok(Some(program))
    }

    /// Registers the definitions in the imports of a module's file. Top-level code is rejected there, because it would
    /// come too late.
    fn load_imports(&mut self, program: &'a Program, name: &str, module: Option<&'a str>) -> Result<(), EvalError> {
        let mut read = Vec::new();
        self.read_imports(program, name, module, &mut read).map_err(CompileStop::into_fault)?;
        for manifest in read {
            let file = self.sources.get(manifest.program.body.span.source).map_or("", |source| source.name());
            // An imported file may define any name, unlike an autoloaded one.
            if let Some(fault) =
                syntax::check_location(manifest.program, file, file).into_iter().find(Diagnostic::is_error)
            {
                return Err(fault.into());
            }
            self.register(manifest.program, manifest.module)?;
        }
        Ok(())
    }

    /// Checks that a file defines exactly what its name requires.
    fn check_content(&self, program: &Program, kind: &str, name: &str) -> Result<(), EvalError> {
        let content = match program.definitions().as_slice() {
            [] => DefinitionKind::Nothing,
            [Definition::Function(function)] if kind == "function" && *function.name != *name => {
                DefinitionKind::Named(&function.name)
            }
            [Definition::TypeAlias(alias)] if kind == "type" && alias.name.to_lowercase() != name => {
                DefinitionKind::Named(&alias.name)
            }
            [Definition::Function(_)] if kind == "function" && program.body.statements.len() == 1 => return Ok(()),
            [Definition::TypeAlias(_)] if kind == "type" && program.body.statements.len() == 1 => return Ok(()),
            [Definition::Function(_)] if kind == "function" => DefinitionKind::Logic,
            [Definition::TypeAlias(_)] if kind == "type" => DefinitionKind::Logic,
            [_] => DefinitionKind::Other,
            _ => DefinitionKind::Several,
        };
        let file = self.sources.get(program.body.span.source).map_or("", |source| source.name());
        Err(EvalError::new(issue::wrong_content(file, kind, name, &content)))
    }

    /// Returns the language of manifests.
    pub(crate) fn mode(&self) -> Mode {
        if self.is_puppet3() { Mode::Language3 } else { Mode::Manifest }
    }

    /// Parses a text that is not from a file. The syntax tree lives as long as the compilation.
    pub(crate) fn parse(&mut self, source: ManifestSource, mode: Mode) -> (&'a Program, Vec<Diagnostic>) {
        let source = self.sources.add(source.name, source.text);
        let (program, diagnostics) = syntax::parse(&source, mode);
        (self.arena.keep(Arc::new(program)), self.with_severity(diagnostics))
    }

    /// Parses a file, unless another compilation of the environment has done so.
    pub(crate) fn parse_file(&mut self, source: ManifestSource, mode: Mode) -> (&'a Program, Vec<Diagnostic>) {
        let Some(shared) = self.environment().parsed_files() else { return self.parse(source, mode) };
        let parsed = shared.parse(&source.name, &source.text, mode);
        self.sources.insert(&parsed.source);
        (self.arena.keep(Arc::clone(&parsed.program)), self.with_severity(parsed.diagnostics.clone()))
    }

    /// Returns the diagnostics of a text, with the severity that the settings require.
    fn with_severity(&self, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        match self.settings().strict {
            Strict::Off => diagnostics.retain(|diagnostic| diagnostic.issue != DUPLICATE_KEY),
            Strict::Warning => {}
            Strict::Error => {
                for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.issue == DUPLICATE_KEY) {
                    diagnostic.severity = Severity::Error;
                }
            }
        }
        diagnostics
    }

    /// Registers the definitions of a program.
    ///
    /// # Errors
    /// Returns an error if a name is already defined.
    pub(crate) fn register(&mut self, program: &'a Program, module: Option<&'a str>) -> Result<(), EvalError> {
        for definition in program.definitions() {
            let added = match definition {
                Definition::Class(class) => {
                    self.check_parameters(&class.parameters, &class.name)?;
                    self.definitions.add_class(class, module)
                }
                Definition::Define(define) => {
                    self.check_parameters(&define.parameters, &define.name)?;
                    if let Some(first) = self.definitions.define(&define.name) {
                        let first = self.definitions.get_define(first).node.span;
                        return Err(self.redefined("type", &define.name, define.span, first).into());
                    }
                    self.definitions.add_define(define, module)
                }
                Definition::Function(function) => {
                    let added = self.definitions.add_function(function);
                    added.map_err(|first| Box::new(self.redefined("function", &function.name, function.span, first)))
                }
                Definition::TypeAlias(alias) => {
                    let key = self.name_of(&alias.name.to_lowercase());
                    let is_resource_type = PRELOADED_TYPES.contains(&key);
                    if is_resource_type || Type::builtin_named(key).is_some() {
                        return Err(issue::builtin_redefined(key, is_resource_type, alias.span).into());
                    }
                    let added = self.definitions.add_alias(alias, key);
                    added.map_err(|first| Box::new(self.redefined("type", key, alias.span, first)))
                }
                Definition::Node(node) => self.register_node(node, module),
            };
            added.map_err(|diagnostic| EvalError::from(*diagnostic))?;
            self.evaluate_types(definition)?;
        }
        Ok(())
    }

    /// Evaluates the parameter types of a new definition, which Puppet does at this point too.
    fn evaluate_types(&mut self, definition: Definition<'a>) -> Result<(), EvalError> {
        let owner = match definition {
            Definition::Class(class) => {
                self.definitions.class(&class.name).map(|id| ParametrizedDefinition::Class(id, class))
            }
            Definition::Define(define) => {
                self.definitions.define(&define.name).map(|id| ParametrizedDefinition::Define(id, define))
            }
            Definition::Node(_) | Definition::Function(_) | Definition::TypeAlias(_) => None,
        };
        match owner {
            Some(owner) => self.parameter_types(owner).map(|_| ()),
            None => Ok(()),
        }
    }
}

impl Evaluator<'_> {
    /// Warns about parameters with the name of a metaparameter.
    fn check_parameters(&mut self, parameters: &[Parameter], owner: &str) -> Result<(), EvalError> {
        for parameter in parameters.iter().filter(|p| Metaparameter::from_name(&p.name).is_some()) {
            if parameter.default.is_none() {
                return Err(issue::metaparameter_name(&parameter.name, owner, parameter.span).into());
            }
            let warning = issue::metaparameter_inherits(&parameter.name, owner);
            self.warn_once(&warning.message, warning.message.clone(), None);
        }
        Ok(())
    }

    fn redefined(&self, kind: &str, name: &str, span: Span, first: Span) -> Diagnostic {
        let place = self.sources.locate(first).map(|(file, position)| (file, position.line, position.column));
        issue::redefined(kind, name, place, span, first)
    }
}

/// The resource types that Puppet has loaded before any autoloading, in lower case.
const PRELOADED_TYPES: [&str; 15] = [
    "component",
    "exec",
    "file",
    "filebucket",
    "group",
    "node",
    "notify",
    "package",
    "resources",
    "schedule",
    "service",
    "stage",
    "tidy",
    "user",
    "whit",
];

/// The only parser issue whose severity depends on the settings.
const DUPLICATE_KEY: &str = "DUPLICATE_KEY";

/// Returns a name in lower case without leading `::`.
fn normalized(name: &str) -> std::borrow::Cow<'_, str> {
    let name = name.strip_prefix("::").unwrap_or(name);
    if name.chars().any(char::is_uppercase) { name.to_lowercase().into() } else { name.into() }
}

/// Returns the file of a function or type: `b/c.pp` in the module `a` for `a::b::c`, `b.pp` in the environment for
/// `environment::b`, and the given file in the module `a` for `a`.
fn located<'n>(name: &'n str, directory: &str, of_module: &str) -> Option<(FileLocation<'n>, String)> {
    let (module, rest) = name.split_once("::").map_or((name, None), |(module, rest)| (module, Some(rest)));
    let is_name = |name: &str| !name.is_empty() && !name.contains(['/', '.']);
    if !is_name(module) || !rest.is_none_or(|rest| rest.split("::").all(is_name)) {
        return None;
    }
    let file = rest.map_or_else(|| of_module.to_owned(), |rest| format!("{}.pp", rest.replace("::", "/")));
    let place = if module == "environment" { FileLocation::Environment } else { FileLocation::Module(module) };
    Some((place, format!("{directory}/{file}")))
}
