//! Calls of functions, method calls, and calls of types, which create values.

use std::borrow::Cow;

use syntax::ast::{Call, Expression, ExpressionKind, MethodCall};
use syntax::{MissingRuby, Span};
use value::{EvalError, FileLocation, Hash, Value};

use super::Evaluator;
use super::closure::LambdaBlock;
use super::function::{self, Function};
use crate::functions::{lookup_context, puppetdb_query};
use crate::issue;

impl<'a> Evaluator<'a> {
    /// Evaluates `f(x)` and `Integer(x)`.
    pub(super) fn evaluate_call(&mut self, call: &'a Call, expression: &'a Expression) -> Result<Value, EvalError> {
        let (name, arguments) = match &call.function.kind {
            ExpressionKind::Name(name) => (&**name, Vec::new()),
            ExpressionKind::TypeName(_) => ("new", vec![self.evaluate(&call.function)?]),
            ExpressionKind::Access(access) if matches!(access.target.kind, ExpressionKind::TypeName(_)) => {
                ("new", vec![self.evaluate(&call.function)?])
            }
            _ => {
                let label = issue::expression_label(&call.function);
                let container = issue::expression_label(expression);
                let span = call.function.position();
                return Err(issue::illegal_expression(&label, "function name", &container, span).into());
            }
        };
        let function = self.functions.find(name.trim_start_matches("::"));
        let arguments = match function.and_then(Function::unevaluated) {
            Some(position) if position < call.arguments.len() => {
                let (before, after) = call.arguments.split_at(position);
                let mut arguments = self.evaluate_list(before, arguments)?;
                arguments.push(Value::Undef);
                self.evaluate_list(&after[1..], arguments)?
            }
            _ => self.evaluate_list(&call.arguments, arguments)?,
        };
        let block = match &call.lambda {
            Some(lambda) => Some(self.block(lambda)?),
            None => None,
        };
        self.call_function(name, &arguments, block.as_ref(), expression.position())
    }

    /// Evaluates `x.f(y)`.
    pub(super) fn evaluate_method_call(
        &mut self,
        call: &'a MethodCall,
        expression: &'a Expression,
    ) -> Result<Value, EvalError> {
        let receiver = self.evaluate_list(std::slice::from_ref(&call.receiver), Vec::new())?;
        let name = &*call.name.text;
        let receivers = receiver.len();
        let method = match receiver.first() {
            Some(Value::Object(object)) => lookup_context::method(object, name),
            _ => None,
        };
        let arguments = self.evaluate_list(&call.arguments, receiver)?;
        if let Some(receiver) = arguments.first()
            && let Some(member) = self.member(receiver, name, arguments.len() - receivers)?
        {
            return Ok(member);
        }
        if let Some(Value::Object(object)) = arguments.first()
            && method.is_none()
            && self.functions.find(name).is_none()
            && self.find_function(name)?.is_none()
            && self.find_ruby_function(name)?.is_none()
        {
            let fault = issue::unknown_function(name, expression.position()).into();
            return Err(self.with_known_function(fault, name, object.attributes.keys().filter_map(Value::as_str)));
        }
        let block = match &call.lambda {
            Some(lambda) => Some(self.block(lambda)?),
            None => None,
        };
        if let Some(method) = method {
            let span = expression.position();
            return self.nested(|evaluator| function::call(evaluator, method, &arguments, block.as_ref(), span));
        }
        self.call_function(name, &arguments, block.as_ref(), expression.position())
    }

    /// Calls a function: a built-in function or one written in the Puppet language.
    ///
    /// # Errors
    /// Returns an error if the function does not exist or fails.
    pub fn call_function(
        &mut self,
        name: &str,
        arguments: &[Value],
        block: Option<&LambdaBlock<'a>>,
        span: Span,
    ) -> Result<Value, EvalError> {
        let name = name.strip_prefix("::").unwrap_or(name);
        // Puppet: definitions in manifests take precedence over built-in functions, and functions in modules over
        // Marotte's built-in replacements for them.
        let is_built_in = self.functions.find(name).is_some() && !self.functions.is_of_module(name);
        let defined = match self.definitions.function(name) {
            None if !is_built_in => self.find_function(name)?,
            defined => defined,
        };
        let defined = match (defined, self.functions.find(name)) {
            (Some(defined), _) => Some(defined),
            (None, Some(function)) if self.is_installed(name) => {
                return self.nested(|evaluator| function::call(evaluator, function, arguments, block, span));
            }
            (None, _) => None,
        };
        let Some(function) = defined else {
            return match self.find_ruby_function(name)? {
                Some(function) => self.nested(|evaluator| evaluator.call_ruby(&function, arguments, block, span)),
                None => {
                    let fault = self.unknown_function(issue::unknown_function(name, span).into(), name);
                    Err(match arguments {
                        [Value::Hash(hash)] if hash.text(name).is_some() => {
                            fault.with_hint(format!("an element of a hash is written $hash['{name}']"))
                        }
                        _ => fault,
                    })
                }
            };
        };
        if block.is_some() {
            return Err(EvalError::new(format!("'{name}' does not expect a block")));
        }
        self.call_defined(function, arguments, span)
    }

    /// Calls a function by name outside a call expression, with Puppet's message for that case if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the function does not exist or fails.
    pub(crate) fn call_existing_function(
        &mut self,
        name: &str,
        arguments: &[Value],
        block: Option<&LambdaBlock<'a>>,
        span: Span,
    ) -> Result<Value, EvalError> {
        let plain = name.strip_prefix("::").unwrap_or(name);
        let is_known = self.functions.find(plain).is_some() && self.is_installed(plain);
        if !is_known && self.find_function(plain)?.is_none() && self.find_ruby_function(plain)?.is_none() {
            return Err(self.unknown_function(issue::function_not_found(name), plain));
        }
        self.call_function(plain, arguments, block, span)
    }

    /// Returns whether a function exists.
    ///
    /// # Errors
    /// Returns an error if the file of the function does not parse.
    pub(crate) fn has_function(&mut self, name: &str) -> Result<bool, EvalError> {
        let is_built_in = self.functions.find(name).is_some() && self.is_installed(name);
        Ok(is_built_in
            || self.definitions.function(name).is_some()
            || self.find_function(name)?.is_some()
            || self.find_ruby_function(name)?.is_some())
    }

    /// Returns whether a built-in function exists in the installed release of its module, or has the database that it needs.
    /// Without the module, the functions of all releases exist.
    fn is_installed(&mut self, name: &str) -> bool {
        if !self.functions.is_of_module(name) {
            return name != puppetdb_query::NAME || self.environment().has_database();
        }
        if let Some(known) = self.installed_functions.get(name) {
            return *known;
        }
        let environment = self.environment();
        let (module, _) = name.split_once("::").unwrap_or(("stdlib", name));
        let path = name.replace("::", "/");
        let own = path.strip_prefix(&format!("{module}/")).unwrap_or(&path).to_owned();
        let module = FileLocation::Module(module);
        let files = [
            format!("lib/puppet/functions/{path}.rb"),
            format!("lib/puppet/parser/functions/{path}.rb"),
            format!("functions/{own}.pp"),
        ];
        let is_installed = environment.find(module, "lib/puppet").is_none()
            || files.iter().any(|file| environment.find(module, file).is_some());
        self.installed_functions.insert(name.into(), is_installed);
        is_installed
    }

    /// Adds hints to the error of an unknown function: its Ruby file, or a similar name.
    pub(super) fn unknown_function(&self, fault: EvalError, name: &str) -> EvalError {
        if let Some(alternative) = alternative(name) {
            let fault = fault.with_hint(alternative);
            return match PUPPETDB_FUNCTIONS.contains(&name) {
                true => fault.with_missing_ruby(MissingRuby::Function(name.into())),
                false => fault,
            };
        }
        if let Some(file) = self.file_of_ruby_function(name) {
            return issue::ruby_function(fault, name, &file.path);
        }
        self.with_known_function(fault, name, std::iter::empty())
    }

    /// Evaluates `{ a => 1 }`.
    pub(super) fn evaluate_hash(&mut self, entries: &'a [syntax::ast::HashEntry]) -> Result<Value, EvalError> {
        let mut hash = Hash::with_capacity(entries.len());
        for entry in entries {
            let key = self.evaluate(&entry.key)?;
            let value = self.evaluate(&entry.value)?;
            hash.insert(key, value);
        }
        Ok(Value::hash(hash))
    }
}

/// Functions that query PuppetDB: one of its terminus, and three of the module dalen/puppetdbquery.
pub const PUPPETDB_FUNCTIONS: [&str; 4] = [puppetdb_query::NAME, "query_facts", "query_nodes", "query_resources"];

/// Returns a hint for a function that is not available.
fn alternative(name: &str) -> Option<Cow<'static, str>> {
    Some(match name {
        "add_facts" | "add_targets" | "add_to_group" | "apply_prep" | "catch_errors" | "download_file" | "facts"
        | "fail_plan" | "get_resources" | "get_target" | "get_targets" | "out::message" | "parallelize" | "prompt"
        | "run_command" | "run_plan" | "run_script" | "run_task" | "run_task_with" | "set_config" | "upload_file"
        | "write_file" => "this function is only available in Bolt plans, not in manifests".into(),
        puppetdb_query::NAME => "this function needs a database of nodes: the setting 'storeconfigs' keeps one, and \
             'storeconfigs_backend = puppetdb' uses that of the file puppetdb.conf"
            .into(),
        name if PUPPETDB_FUNCTIONS.contains(&name) => {
            "this function of the module dalen/puppetdbquery is not supported; use 'puppetdb_query' with a query in PQL"
                .into()
        }
        _ => return None,
    })
}
