//! EPP templates: finding and parsing them, binding parameters, collecting output.

use datatype::{Type, mismatch};
use rustc_hash::FxHashMap;
use syntax::ast::{Expression, Parameter};
use syntax::{Diagnostic, Mode, Program};
use value::{self, EvalError, FileLocation, Hash, LocatedFile, SourceText, Value, check_text};

use super::Evaluator;
use crate::issue;

/// Parsed templates, and the output of those being rendered.
#[derive(Debug, Default)]
pub(crate) struct Templates<'a> {
    parsed: FxHashMap<Key, &'a Program>,
    open: Vec<Output>,
}

/// Source of a template.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A file.
    File(String),
    /// A text in a manifest.
    Inline(String),
}

/// Output of a template so far.
#[derive(Debug, Default)]
struct Output {
    text: String,
    /// Whether the output contains a sensitive value.
    is_sensitive: bool,
}

impl<'a> Evaluator<'a> {
    /// Renders the template in a file given by an absolute path or `MODULE/PATH`; the suffix `.epp` is optional. The
    /// template can access global variables only.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, cannot be parsed, its parameters do not match, or its evaluation
    /// fails.
    pub(crate) fn render_named(&mut self, given: &str, arguments: Option<&Hash>) -> Result<Value, EvalError> {
        let environment = self.environment();
        let is_there = given.starts_with('/') && environment.find(FileLocation::Anywhere, given).is_some();
        let name = if is_there || given.ends_with(".epp") { given.to_owned() } else { format!("{given}.epp") };
        let Some(located) = LocatedFile::find(environment, &name, "templates") else {
            let fault = issue::missing_template(&name);
            let erb = format!("{}.erb", given.trim_end_matches(".epp").trim_end_matches(".erb"));
            return Err(match LocatedFile::find(environment, &erb, "templates") {
                Some(erb) => issue::erb_in_place_of_epp(fault, &erb.full),
                None => self.with_missing_template(fault, &name),
            });
        };
        self.render_file(located, arguments)
    }

    fn render_file(&mut self, file: LocatedFile<'_>, arguments: Option<&Hash>) -> Result<Value, EvalError> {
        let key = Key::File(file.full);
        let program = match self.templates.parsed.get(&key) {
            Some(known) => known,
            None => {
                let text = self.environment().text(file.place, &file.path);
                let text = text.map_err(|error| issue::unreadable_file(&error))?;
                let text = text.ok_or_else(|| issue::missing_template(&file.path))?;
                self.template("epp", key, text)?
            }
        };
        let mark = self.scopes.mark();
        let scope = self.scopes.global(self.scopes.current());
        self.scopes.enter(scope);
        let result = self.render("epp", program, arguments);
        self.scopes.restore(mark);
        result
    }

    /// Renders a text as a template, which can access the variables of the calling scope.
    ///
    /// # Errors
    /// Returns an error if the text cannot be parsed, its parameters do not match, or its evaluation fails.
    pub(crate) fn render_text(&mut self, text: &str, arguments: Option<&Hash>) -> Result<Value, EvalError> {
        let key = Key::Inline(text.to_owned());
        let program = match self.templates.parsed.get(&key) {
            Some(known) => known,
            None => {
                let text = SourceText { name: INLINE.to_owned(), text: text.to_owned() };
                self.template("inline_epp", key, text)?
            }
        };
        let mark = self.scopes.mark();
        let result = self.render("inline_epp", program, arguments);
        self.scopes.restore(mark);
        result
    }

    /// Parses a template on behalf of a function.
    fn template(&mut self, function: &str, key: Key, text: SourceText) -> Result<&'a Program, EvalError> {
        let file = text.name.clone();
        let (program, diagnostics) = match &key {
            Key::File(_) => self.parse_file(text.into(), Mode::Epp),
            Key::Inline(_) => self.parse(text.into(), Mode::Epp),
        };
        let summary = syntax::giving_up(&diagnostics);
        let several = summary.is_some();
        let error = summary.or_else(|| diagnostics.iter().find(|diagnostic| diagnostic.is_error()).cloned());
        for diagnostic in diagnostics.into_iter().filter(|diagnostic| several || !diagnostic.is_error()) {
            self.log_diagnostic(diagnostic);
        }
        if let Some(error) = error {
            let place = if several { format!("(file: {file})") } else { self.template_place(&error, &file) };
            let fault = issue::invalid_template(function, &error.message, &place);
            // The labels are positions in the template, whose text is not shown.
            let labels = error.labels.iter().filter(|label| Some(label.span) != error.span);
            let labels: Vec<String> = labels
                .filter_map(|label| {
                    let (_, at) = self.sources.locate(label.span)?;
                    Some(format!("{} (line {}, column {} of the template)", label.message, at.line, at.column))
                })
                .collect();
            return Err(labels.into_iter().chain(error.hints).fold(fault, EvalError::with_hint));
        }
        self.templates.parsed.insert(key, program);
        Ok(program)
    }

    /// Formats the location of a diagnostic as Puppet does: the file alone if there is no line.
    fn template_place(&self, diagnostic: &Diagnostic, file: &str) -> String {
        match diagnostic.span.and_then(|span| self.sources.locate(span)) {
            Some((file, at)) => format!("(file: {file}, line: {}, column: {})", at.line, at.column),
            None => format!("(file: {file})"),
        }
    }

    /// Runs a template in the current scope. The caller leaves the local frames entered here.
    fn render(&mut self, function: &str, program: &'a Program, arguments: Option<&Hash>) -> Result<Value, EvalError> {
        // Puppet: arguments of a template that declares no parameters are set unchecked.
        let declared = program.parameters.as_deref();
        let checks = declared.is_some() || arguments.is_none();
        match declared {
            Some(parameters) => self.bind_parameters(parameters, arguments)?,
            None => self.bind_all(arguments)?,
        }
        self.templates.open.push(Output::default());
        let body = &program.body;
        let result = self.nested(|evaluator| evaluator.execute_block(body));
        let output = self.templates.open.pop().unwrap_or_default();
        match result {
            Ok(()) if output.is_sensitive => Ok(Value::sensitive(Value::from(output.text))),
            Ok(()) => Ok(Value::from(output.text)),
            Err(fault) => match fault.caught_next() {
                Ok(value) if checks => checked_result(function, value),
                Ok(value) => Ok(value),
                Err(fault) => fault.caught_return(),
            },
        }
    }

    /// Sets the parameters declared by a template; undef arguments are replaced by the default.
    fn bind_parameters(&mut self, parameters: &'a [Parameter], arguments: Option<&Hash>) -> Result<(), EvalError> {
        let empty = Hash::default();
        let arguments = arguments.unwrap_or(&empty);
        for parameter in parameters {
            check_name(&parameter.name)?;
        }
        self.scopes.push_parameters(parameters.iter().map(|parameter| &*parameter.name));
        for (index, parameter) in parameters.iter().enumerate() {
            if let Some(given) = arguments.text(&parameter.name).filter(|given| !given.is_undef()) {
                self.scopes.fill(index, given.clone());
            }
        }
        for (index, parameter) in parameters.iter().enumerate() {
            if self.scopes.filled(index).is_some() {
                continue;
            }
            match &parameter.default {
                Some(default) => {
                    let value = self.default_of(parameter, default, parameters)?;
                    self.scopes.fill(index, value);
                }
                None if arguments.text(&parameter.name).is_some() => self.scopes.fill(index, Value::Undef),
                None => {}
            }
        }
        self.check_template_parameters(parameters, arguments)?;
        self.scopes.unlock();
        Ok(())
    }

    fn default_of(
        &mut self,
        parameter: &Parameter,
        default: &'a Expression,
        parameters: &[Parameter],
    ) -> Result<Value, EvalError> {
        let mark = self.scopes.mark();
        let value = self.evaluate(default);
        self.scopes.restore(mark);
        value.map_err(|fault| fault.named_parameter("lambda", &parameter.name, parameters))
    }

    fn check_template_parameters(&mut self, parameters: &'a [Parameter], arguments: &Hash) -> Result<(), EvalError> {
        let types = parameters.iter().map(|parameter| self.declared_data_type(parameter.data_type.as_ref()));
        let types = types.collect::<Result<Vec<_>, EvalError>>()?;
        let values: Vec<Option<Value>> = (0..parameters.len()).map(|at| self.scopes.filled(at).cloned()).collect();
        let promises = self.promises(values.iter().map(Option::as_ref))?;
        let declared: Vec<mismatch::Parameter<'_>> = parameters
            .iter()
            .zip(&types)
            .enumerate()
            .map(|(index, (parameter, data_type))| mismatch::Parameter {
                name: &parameter.name,
                data_type: promises.expected(index, data_type.as_ref()),
                is_required: parameter.default.is_none(),
                promised: promises.of(index),
            })
            .collect();
        let is_declared = |name: &str| parameters.iter().any(|parameter| *parameter.name == *name);
        // An undef argument for an undeclared parameter is ignored.
        let others = arguments.iter().filter_map(|(name, value)| Some((name.as_str()?, value)));
        let others = others.filter(|(name, value)| !value.is_undef() && !is_declared(name));
        let named = parameters.iter().zip(&values);
        let named = named.filter_map(|(parameter, value)| Some((&*parameter.name, value.as_ref()?)));
        let given: Vec<(&str, &Value)> = named.chain(others.clone()).collect();
        let missing = declared.iter().zip(&values).any(|(parameter, value)| parameter.is_required && value.is_none());
        mismatch::check_parameters("lambda", &declared, &given).map_err(|message| {
            let fault = EvalError::new(message);
            match others.clone().next() {
                Some((first, _)) => self.with_nearest(fault, first, parameters.iter().map(|p| &*p.name)),
                None if missing => fault.with_hint("pass the parameters of a template in a hash, the second argument"),
                None => fault,
            }
        })
    }

    /// Sets all arguments, for a template that declares no parameters.
    fn bind_all(&mut self, arguments: Option<&Hash>) -> Result<(), EvalError> {
        self.scopes.push_local();
        for (name, value) in arguments.into_iter().flatten() {
            let name = name.as_str().unwrap_or_default();
            check_name(name)?;
            let name = self.name_of(name);
            self.scopes.bind(name, value.clone());
        }
        Ok(())
    }

    /// Prints the text of a template.
    pub(crate) fn print_text(&mut self, text: &str) -> Result<(), EvalError> {
        self.print(|output| output.text.push_str(text))
    }

    /// Prints the value of an expression in a template. A sensitive value makes the whole result sensitive.
    pub(crate) fn print_value(&mut self, value: &Value) -> Result<(), EvalError> {
        self.print(|output| match value {
            Value::Sensitive(secret) => {
                output.is_sensitive = true;
                secret.append_to(&mut output.text);
            }
            other => other.append_to(&mut output.text),
        })
    }

    fn print(&mut self, add: impl FnOnce(&mut Output)) -> Result<(), EvalError> {
        let output = self.templates.open.last_mut().expect("text of a template is evaluated while the template runs");
        add(output);
        check_text(output.text.len())
    }
}

/// Name of a template that is not read from a file.
const INLINE: &str = "inlined-epp-text";

/// Rejects variable names reserved for the top scope.
fn check_name(name: &str) -> Result<(), EvalError> {
    match name {
        "facts" | "trusted" => Err(issue::reserved_name(name)),
        _ => Ok(()),
    }
}

/// Checks the value of a `next` that ended a template.
fn checked_result(function: &str, value: Value) -> Result<Value, EvalError> {
    let is_text = |value: &Value| matches!(value, Value::String(_));
    match &value {
        Value::Sensitive(secret) if is_text(secret) => Ok(value),
        text if is_text(text) => Ok(value),
        other => {
            let subject = format!("value returned from function '{function}' has wrong type,");
            let expected = Type::parse(RESULT, &mut datatype::Builtins);
            let expected = expected.expect("the type of a result is a type");
            Err(EvalError::new(mismatch::describe(&subject, &expected, &Type::infer_set(other))))
        }
    }
}

/// Type of a template's result.
const RESULT: &str = "Variant[String, Sensitive[String]]";
