//! Deferred calls: their types during compilation, and their evaluation by `call()` and when a catalog is applied.

use catalog::Value as CatalogValue;
use datatype::Type;
use syntax::Span;
use value::{Deferred, EvalError, Hash, Strict, Value};

use super::Evaluator;
use crate::identity::ScopeId;
use crate::issue;

/// Known return types of parameter values that are deferred calls.
#[derive(Debug, Default)]
pub(crate) struct DeferredValues {
    /// By parameter index; `None` for a value that isn't a deferred call.
    known: Vec<Option<Promise>>,
}

/// The declared return type of a deferred call's function, if any.
type Promise = Option<Type>;

impl DeferredValues {
    /// Returns the type to check a value against; `None` if the value is a deferred call with an unknown type.
    pub(crate) fn expected<'t>(&self, index: usize, data_type: Option<&'t Type>) -> Option<&'t Type> {
        match self.known.get(index) {
            Some(Some(None)) => None,
            _ => data_type,
        }
    }

    /// Returns the return type of a deferred call, if known.
    pub(crate) fn of(&self, index: usize) -> Option<&Type> {
        self.known.get(index)?.as_ref()?.as_ref()
    }
}

impl<'a> Evaluator<'a> {
    /// Returns the types of parameters that are deferred calls. Logs a warning for each unknown type.
    ///
    /// # Errors
    /// Returns an error if a function is unknown or does not accept the arguments.
    pub(crate) fn promises<'v>(
        &mut self,
        values: impl Iterator<Item = Option<&'v Value>> + Clone,
    ) -> Result<DeferredValues, EvalError> {
        if !values.clone().any(|value| matches!(value, Some(Value::Deferred(_)))) {
            return Ok(DeferredValues::default());
        }
        let known = values.map(|value| match value {
            Some(Value::Deferred(call)) => self.promise(call).map(Some),
            _ => Ok(None),
        });
        Ok(DeferredValues { known: known.collect::<Result<_, EvalError>>()? })
    }

    fn promise(&mut self, call: &Deferred) -> Result<Promise, EvalError> {
        let promise = match call.name.starts_with('$') {
            true => None,
            false => self.returned(&call.name, call.arguments.as_deref())?,
        };
        if promise.is_none() {
            let key = format!("{}_deferred_warning", call.name);
            self.warn_once(&key, issue::unknown_promise(&call.name), None);
        }
        Ok(promise)
    }

    /// Returns the declared return type of a function for some arguments.
    fn returned(&mut self, name: &str, arguments: Option<&[Value]>) -> Result<Promise, EvalError> {
        let fitting = match (self.find_function(name)?, self.functions.find(name)) {
            (Some(function), _) => {
                let signature = self.defined_signature(function)?;
                let accepts = arguments.is_some_and(|arguments| signature.signature.accepts(arguments, None));
                accepts.then(|| signature.returns.clone())
            }
            (None, Some(function)) => match arguments {
                Some(arguments) if self.is_accepted(function, arguments)? => Some(function.return_type()),
                _ => None,
            },
            (None, None) => return Err(issue::function_not_found(name)),
        };
        fitting.ok_or_else(|| issue::unfit_promise(name, arguments))
    }

    /// Evaluates the deferred calls in a value, innermost first, in the top scope.
    ///
    /// # Errors
    /// Returns an error if a function is unknown or fails.
    pub(crate) fn resolve_deferred(&mut self, value: &Value, span: Span) -> Result<Value, EvalError> {
        let mark = self.scopes.mark();
        self.scopes.enter(ScopeId::TOP);
        let result = self.resolved(value, span);
        self.scopes.restore(mark);
        result
    }

    /// Evaluates a deferred call of a catalog in the top scope.
    ///
    /// # Errors
    /// Returns an error if the function is unknown or fails.
    pub(crate) fn call_from_catalog(
        &mut self,
        name: &str,
        arguments: &[CatalogValue],
        span: Span,
    ) -> Result<Value, EvalError> {
        let arguments = arguments.iter().map(|argument| self.revived(argument, span));
        let arguments = arguments.collect::<Result<Vec<Value>, EvalError>>()?;
        self.call_deferred(name, arguments, span)
    }

    /// Converts a catalog value back to a value, including data types and other rich data.
    fn revived(&mut self, value: &CatalogValue, span: Span) -> Result<Value, EvalError> {
        self.nested(|evaluator| match value {
            CatalogValue::Other(other) => evaluator.remade(&other.type_name, other.text.as_str().into(), span),
            CatalogValue::Object(object) if object.type_name.starts_with("Pcore::") => {
                evaluator.parse_type(&object.text).map(Value::from)
            }
            CatalogValue::Object(object) => {
                let fields = object.fields.iter();
                let fields = fields.map(|(name, value)| Ok((name.as_str(), evaluator.revived(value, span)?)));
                let fields = fields.collect::<Result<Hash, EvalError>>()?;
                evaluator.remade(&object.type_name, fields.into(), span)
            }
            CatalogValue::Array(elements) => elements.iter().map(|element| evaluator.revived(element, span)).collect(),
            CatalogValue::Hash(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| Ok((evaluator.revived(key, span)?, evaluator.revived(value, span)?)));
                Ok(entries.collect::<Result<Hash, EvalError>>()?.into())
            }
            CatalogValue::Sensitive(secret) => evaluator.revived(secret.reveal(), span).map(Value::sensitive),
            other => Ok(other.into()),
        })
    }

    /// Creates a value of a named type.
    fn remade(&mut self, type_name: &str, argument: Value, span: Span) -> Result<Value, EvalError> {
        let data_type = self.parse_type(type_name)?;
        self.call_existing_function("new", &[Value::from(data_type), argument], None, span)
    }

    fn resolved(&mut self, value: &Value, span: Span) -> Result<Value, EvalError> {
        self.nested(|evaluator| match value {
            Value::Array(elements) => elements.iter().map(|element| evaluator.resolved(element, span)).collect(),
            Value::Hash(hash) => {
                let entries = hash.iter().map(|(key, value)| Ok((key.clone(), evaluator.resolved(value, span)?)));
                Ok(entries.collect::<Result<Hash, EvalError>>()?.into())
            }
            Value::Sensitive(secret) => evaluator.resolved(secret, span).map(Value::sensitive),
            Value::Deferred(call) => {
                let arguments = call
                    .arguments
                    .iter()
                    .flat_map(|list| list.iter())
                    .map(|argument| evaluator.resolved(argument, span));
                let arguments = arguments.collect::<Result<Vec<Value>, EvalError>>()?;
                evaluator.call_deferred(&call.name, arguments, span)
            }
            other => Ok(other.clone()),
        })
    }

    /// Calls a function with resolved arguments. A name such as `$x` applies `dig` to the variable.
    fn call_deferred(&mut self, name: &str, mut arguments: Vec<Value>, span: Span) -> Result<Value, EvalError> {
        let Some(variable) = name.strip_prefix('$') else {
            return self.call_existing_function(name, &arguments, None, span);
        };
        let value = match self.variable(variable) {
            Some(value) => value,
            None => self.undefined(variable)?,
        };
        arguments.insert(0, value);
        self.call_existing_function("dig", &arguments, None, span)
    }

    /// Reports a missing variable: a warning or an error, depending on the settings.
    fn undefined(&mut self, name: &str) -> Result<Value, EvalError> {
        let settings = self.settings();
        let warning = issue::undefined_variable(name);
        if settings.strict_variables || settings.strict == Strict::Error {
            return Err(EvalError::new(warning));
        }
        if settings.strict == Strict::Warning {
            self.warn_once(&format!("variable {name}"), warning, None);
        }
        Ok(Value::Undef)
    }
}
