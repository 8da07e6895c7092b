//! Calls: of functions by name, of functions with their first argument before a dot, and of types, which make values.

use std::borrow::Cow;

use syntax::Span;
use syntax::ast::{Call, Expression, ExpressionKind, MethodCall};

use super::Evaluator;
use super::closure::Block;
use crate::fault::Fault;
use crate::function::{self, Functions};
use crate::issue;
use crate::value::{Hash, Value};

impl<'a> Evaluator<'a> {
    /// Evaluates `f(x)` and `Integer(x)`.
    pub(super) fn evaluate_call(&mut self, call: &'a Call, expression: &'a Expression) -> Result<Value, Fault> {
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
        let arguments = self.evaluate_list(&call.arguments, arguments)?;
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
    ) -> Result<Value, Fault> {
        let receiver = self.evaluate_list(std::slice::from_ref(&call.receiver), Vec::new())?;
        let name = &*call.name.text;
        if let Some(Value::Object(object)) = receiver.first()
            && let Some(attribute) = object.attributes.text(name)
        {
            return Ok(attribute.clone());
        }
        let arguments = self.evaluate_list(&call.arguments, receiver)?;
        let block = match &call.lambda {
            Some(lambda) => Some(self.block(lambda)?),
            None => None,
        };
        self.call_function(name, &arguments, block.as_ref(), expression.position())
    }

    /// Calls a function: a built-in one, or one that is written in the language.
    ///
    /// # Errors
    /// There is no such function, or it fails.
    pub fn call_function(
        &mut self,
        name: &str,
        arguments: &[Value],
        block: Option<&Block<'a>>,
        span: Span,
    ) -> Result<Value, Fault> {
        let name = name.strip_prefix("::").unwrap_or(name);
        // Puppet: what manifests define comes before what is built in.
        let defined = match (self.definitions.function(name), self.functions.find(name)) {
            (Some(defined), _) => Some(defined),
            (None, Some(function)) => {
                return self.nested(|evaluator| function::call(evaluator, function, arguments, block, span));
            }
            (None, None) => self.find_function(name)?,
        };
        let Some(function) = defined else { return Err(self.unknown_function(name, span)) };
        if block.is_some() {
            return Err(Fault::new(format!("'{name}' does not expect a block")));
        }
        self.call_defined(function, arguments, span)
    }

    fn unknown_function(&self, name: &str, span: Span) -> Fault {
        let fault = Fault::from(issue::unknown_function(name, span));
        if let Some(alternative) = alternative(name) {
            return fault.with_hint(alternative);
        }
        let built_in = Functions::names().map(|name| -> &'a str { name });
        let known = built_in.chain(self.definitions.function_names());
        self.with_nearest(fault, name, known)
    }

    /// Evaluates `{ a => 1 }`.
    pub(super) fn evaluate_hash(&mut self, entries: &'a [syntax::ast::HashEntry]) -> Result<Value, Fault> {
        let mut hash = Hash::with_capacity(entries.len());
        for entry in entries {
            let key = self.evaluate(&entry.key)?;
            let value = self.evaluate(&entry.value)?;
            hash.insert(key, value);
        }
        Ok(Value::hash(hash))
    }
}

/// Says what to use in place of a function that needs Ruby or is not there.
fn alternative(name: &str) -> Option<Cow<'static, str>> {
    Some(match name {
        "template" => "ERB templates need Ruby; rewrite the template as EPP and call epp()".into(),
        "inline_template" => "ERB templates need Ruby; use a string with interpolations or inline_epp()".into(),
        "epp" | "inline_epp" => "EPP templates are not evaluated yet; use a string with interpolations".into(),
        "lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include" => {
            "Hiera data is not read yet; give the value as a parameter of the class".into()
        }
        "generate" => "running a program while compiling is not possible; let a fact bring what it prints".into(),
        _ => return None,
    })
}
