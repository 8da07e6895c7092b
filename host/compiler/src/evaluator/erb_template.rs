//! ERB templates in a manifest: file lookup, access to variables and functions, and conversion of values.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use erb::{ScopeError, Template, TemplateLimits};
use ruby::Data;
use rustc_hash::FxHashMap;
use syntax::Span;
use value::{EvalError, Hash, LocatedFile, Strict, Value, check_text, to_data, to_value, to_value_with, with_stack};

use super::Evaluator;
use crate::identity::ScopeId;
use crate::issue;

/// Parsed templates, by the full paths of their files.
#[derive(Debug, Default)]
pub(crate) struct ErbTemplates {
    parsed: FxHashMap<String, Rc<Template>>,
}

impl<'a> Evaluator<'a> {
    /// Renders the ERB template in a file given by an absolute path or `MODULE/PATH`.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or the template fails.
    pub(crate) fn render_erb_file(&mut self, name: &str, span: Span) -> Result<String, EvalError> {
        let environment = self.environment();
        let Some(located) = LocatedFile::find(environment, name, "templates") else {
            return Err(self.with_missing_template(issue::missing_template(name), name));
        };
        let failed = |fault: erb::TemplateError| issue::failed_template(name, &located.full, &fault);
        let read = || {
            let text =
                environment.text(located.place, &located.path).map_err(|error| issue::unreadable_file(&error))?;
            text.map(|text| text.text).ok_or_else(|| issue::missing_template(name))
        };
        if self.renders_in_ruby()? {
            return self.render_in_ruby(&read()?, &located.full, span)?.map_err(failed);
        }
        let template = match self.erb_templates.parsed.get(&located.full) {
            Some(known) => Rc::clone(known),
            None => {
                let text = read()?;
                let template = match Template::parse(&text) {
                    Err(fault) if fault.is_unsupported && environment.ruby().is_some() => {
                        return self.render_in_ruby(&text, &located.full, span)?.map_err(failed);
                    }
                    parsed => Rc::new(parsed.map_err(failed)?),
                };
                self.erb_templates.parsed.insert(located.full.clone(), Rc::clone(&template));
                template
            }
        };
        match self.render_erb(&template, Some(located.full.clone()), span)? {
            (Err(fault), false) if fault.is_unsupported && environment.ruby().is_some() => {
                self.render_in_ruby(&read()?, &located.full, span)?.map_err(failed)
            }
            (rendered, _) => rendered.map_err(failed),
        }
    }

    /// Renders a text as an ERB template.
    ///
    /// # Errors
    /// Returns an error if the template fails.
    pub(crate) fn render_erb_text(&mut self, text: &str, span: Span) -> Result<String, EvalError> {
        let failed = |fault: erb::TemplateError| issue::failed_inline_template(&fault);
        if self.renders_in_ruby()? {
            return self.render_in_ruby(text, "", span)?.map_err(failed);
        }
        let has_ruby = self.environment().ruby().is_some();
        let rendered = match Template::parse(text) {
            Ok(template) => self.render_erb(&template, None, span)?,
            Err(fault) => (Err(fault), false),
        };
        match rendered {
            (Err(fault), false) if fault.is_unsupported && has_ruby => {
                self.render_in_ruby(text, "", span)?.map_err(failed)
            }
            (rendered, _) => rendered.map_err(failed),
        }
    }

    /// Returns whether the settings select the Ruby interpreter for all templates.
    ///
    /// # Errors
    /// Returns an error if they do, but none is installed.
    fn renders_in_ruby(&self) -> Result<bool, EvalError> {
        match (self.settings().ruby_templates, self.environment().ruby()) {
            (true, None) => Err(issue::no_ruby_for_templates()),
            (is_selected, _) => Ok(is_selected),
        }
    }

    /// Looks up a variable for Ruby code by its name without `$`. Returns `None`, with a warning, if it does not
    /// exist.
    ///
    /// # Errors
    /// Returns an error if the variable does not exist and the settings make this an error.
    pub(crate) fn look_up_variable(&mut self, name: &str) -> Result<Option<Value>, EvalError> {
        if let Some(value) = self.find_variable(name)? {
            return Ok(Some(value));
        }
        let message = issue::undefined_template_variable(name, &self.reason_of_absence(name));
        let settings = self.settings();
        if settings.strict_variables || settings.strict == Strict::Error {
            return Err(EvalError::new(message));
        }
        if settings.strict == Strict::Warning {
            self.warn_once(&format!("Variable: {name}"), message, None);
        }
        Ok(None)
    }

    /// Replaces a value that a template has changed in place, for all variables of the scope and parameters of its resource that contain
    /// it.
    pub(super) fn change_in_place(&mut self, name: &str, value: Value) -> Result<(), EvalError> {
        let owner = self.owner_of_variable(name);
        let known = self.find_variable(name)?;
        if let (Some(owner), Some(address)) = (owner, known.as_ref().and_then(address)) {
            let made = FxHashMap::from_iter([(address, value)]);
            self.replace_values(owner, &|value| replaced(value, &made));
        }
        Ok(())
    }

    fn reason_of_absence(&self, name: &str) -> String {
        let class = name.rsplit_once("::").map(|(class, _)| class.strip_prefix("::").unwrap_or(class));
        match class.filter(|class| !class.is_empty()) {
            None => String::new(),
            Some(class) => match self.definitions.class(class) {
                None => format!("class {class} could not be found"),
                Some(id) if self.definitions.get_class(id).scope.is_none() => {
                    format!("class {class} has not been evaluated")
                }
                Some(_) => String::new(),
            },
        }
    }

    /// Renders a template. The second result is whether it called functions or set variables, so that it must not be rendered
    /// again.
    fn render_erb(
        &mut self,
        template: &Template,
        file: Option<String>,
        span: Span,
    ) -> Result<(Result<String, erb::TemplateError>, bool), EvalError> {
        let (result, has_effects) = self.nested(|evaluator| {
            let (shared, owners) = (FxHashMap::default(), BTreeSet::new());
            let mut scope = Scope { evaluator, file, span, shared, owners, has_effects: false };
            let result = template.render(&mut scope, TemplateLimits::default());
            Ok((result, scope.has_effects))
        })?;
        if let Ok(text) = &result {
            check_text(text.len())?;
        }
        Ok((result, has_effects))
    }
}

/// The scope of the manifest, as exposed to a template.
struct Scope<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    file: Option<String>,
    /// The call of `template`, for errors of functions called by the template.
    span: Span,
    /// Values of variables passed to the template, by address. They are kept alive so that no address is reused.
    shared: FxHashMap<usize, Value>,
    /// The scopes that contain these variables.
    owners: BTreeSet<ScopeId>,
    /// Whether the template called a function or set a variable.
    has_effects: bool,
}

impl Scope<'_, '_> {
    /// Returns the value of a variable in a form that the template can modify.
    fn share(&mut self, name: &str, value: &Value) -> Data {
        self.owners.extend(self.evaluator.owner_of_variable(name));
        shared(value, &mut self.shared)
    }

    /// Returns the value passed to the template at an address, with the template's modifications.
    fn renewed(&self, address: usize, changes: &mut Changes) -> Value {
        if let Some(known) = changes.made.get(&address) {
            return known.clone();
        }
        match changes.given.remove(&address) {
            Some(data) => {
                let value = to_value_with(data, &mut |inner| self.renewed(inner, changes));
                changes.made.insert(address, value.clone());
                value
            }
            // Use the original value: a value that contains itself cannot be represented in a manifest.
            None => self.shared.get(&address).cloned().unwrap_or_default(),
        }
    }
    fn call_function(&mut self, name: &str, arguments: Vec<Data>) -> Result<Data, ScopeError> {
        self.has_effects = true;
        let arguments: Vec<Value> = arguments.into_iter().map(to_value).collect();
        let result = self.evaluator.call_existing_function(name, &arguments, None, self.span);
        result.map(|value| to_data(&value)).map_err(to_scope_error)
    }

    /// Returns a variable set by a template in this scope. Templates can access it, manifests cannot.
    fn set_by_template(&self, name: &str) -> Option<Data> {
        let scope = self.evaluator.scopes.current();
        self.evaluator.template_variables.get(&(scope, name.to_owned())).cloned()
    }
}

impl erb::TemplateScope for Scope<'_, '_> {
    fn variable(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        if let Some(set) = self.set_by_template(name) {
            return Ok(Some(set));
        }
        let found = self.evaluator.find_variable(name).map_err(to_scope_error)?;
        Ok(found.filter(|value| !value.is_undef()).map(|value| self.share(name, &value)))
    }

    fn assign(&mut self, name: &str, value: Data, is_new: bool) -> Result<(), ScopeError> {
        if is_new && (self.set_by_template(name).is_some() || self.evaluator.scopes.is_bound(name)) {
            return Err(ScopeError(format!("Cannot reassign variable '${name}'")));
        }
        self.has_effects = true;
        let scope = self.evaluator.scopes.current();
        self.evaluator.template_variables.insert((scope, name.to_owned()), value);
        Ok(())
    }

    fn lookup(&mut self, name: &str) -> Result<Option<Data>, ScopeError> {
        if let Some(set) = self.set_by_template(name) {
            return Ok(Some(set));
        }
        Ok(self.evaluator.look_up_variable(name).map_err(to_scope_error)?.map(|value| self.share(name, &value)))
    }

    fn names(&mut self) -> Vec<String> {
        let mut names: Vec<String> = self.evaluator.scopes.visible().keys().map(|name| (*name).to_owned()).collect();
        let facts = self.evaluator.settings().include_legacy_facts.then(|| self.evaluator.facts.all().clone());
        let facts = facts.iter().filter_map(Value::as_hash).flat_map(Hash::keys).filter_map(Value::as_str);
        let facts: Vec<String> = facts.chain(["facts"]).map(str::to_owned).collect();
        names.extend(facts);
        names
    }

    fn call(&mut self, function: &str, arguments: Vec<Data>) -> Result<Data, ScopeError> {
        self.call_function(function, arguments)
    }

    fn call_old(&mut self, function: &str, arguments: Vec<Data>) -> Result<Data, ScopeError> {
        let is_known = self.evaluator.has_function(function).map_err(to_scope_error)?;
        match is_known {
            true => self.call_function(function, arguments),
            false => Err(ScopeError(issue::undefined_old_function(function, &self.evaluator.log_source()))),
        }
    }

    fn change(&mut self, values: Vec<(usize, Data)>) {
        let addresses: Vec<usize> = values.iter().map(|(address, _)| *address).collect();
        let mut changes = Changes { given: values.into_iter().collect(), made: FxHashMap::default() };
        for address in addresses {
            self.renewed(address, &mut changes);
        }
        for owner in std::mem::take(&mut self.owners) {
            self.evaluator.replace_values(owner, &|value| replaced(value, &changes.made));
        }
    }

    fn classes(&mut self) -> Vec<String> {
        self.evaluator.class_names.iter().map(ToString::to_string).collect()
    }

    fn tags(&mut self) -> Vec<String> {
        let evaluator = &self.evaluator;
        evaluator.catalog_tags.iter().map(|tag| evaluator.tag_names.name(tag).to_string()).collect()
    }

    fn file(&self) -> Option<String> {
        self.file.clone()
    }

    fn text(&self) -> String {
        self.evaluator.log_source()
    }
}

/// Modified values, by their addresses.
struct Changes {
    /// Values that are unchanged since the template set them.
    given: FxHashMap<usize, Data>,
    made: FxHashMap<usize, Value>,
}

fn to_scope_error(fault: EvalError) -> ScopeError {
    ScopeError(fault.into_message())
}

/// Returns the address of a value that a template can modify.
fn address(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.as_ptr().addr()),
        Value::Array(elements) => Some(elements.as_ptr().addr()),
        Value::Hash(hash) => Some(Arc::as_ptr(hash).addr()),
        _ => None,
    }
}

/// Returns the value of a variable for a template. Arrays and hashes are shared by all variables that contain them;
/// strings are copied.
fn shared(value: &Value, known: &mut FxHashMap<usize, Value>) -> Data {
    let Some(address) = address(value) else { return to_data(value) };
    known.entry(address).or_insert_with(|| value.clone());
    let mut inner = |value: &Value| match value {
        Value::String(_) => to_data(value),
        other => shared(other, known),
    };
    let data = with_stack(|| match value {
        Value::Array(elements) => Data::Array(elements.iter().map(inner).collect()),
        Value::Hash(hash) => Data::Hash(hash.iter().map(|(key, value)| (to_data(key), inner(value))).collect()),
        other => to_data(other),
    });
    Data::Shared(address, Box::new(data))
}

/// Returns a value with the values at certain addresses replaced, or `None` if it contains none of them.
fn replaced(value: &Value, made: &FxHashMap<usize, Value>) -> Option<Value> {
    if let Some(new) = made.get(&address(value)?) {
        return Some(new.clone());
    }
    with_stack(|| match value {
        Value::Array(elements) => {
            let new: Vec<Option<Value>> = elements.iter().map(|element| replaced(element, made)).collect();
            let pairs = || elements.iter().zip(new.iter().cloned());
            new.iter()
                .any(Option::is_some)
                .then(|| pairs().map(|(old, new)| new.unwrap_or_else(|| old.clone())).collect())
        }
        Value::Hash(hash) => {
            let mut renewed = None;
            for (key, value) in hash.iter() {
                if let Some(new) = replaced(value, made) {
                    renewed.get_or_insert_with(|| Hash::clone(hash)).insert(key.clone(), new);
                }
            }
            renewed.map(Value::hash)
        }
        _ => None,
    })
}
