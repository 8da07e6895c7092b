//! The language without a site: code, templates and deferred calls that are evaluated one after the other in the top scope
//! of a node.

use catalog::Value as CatalogValue;
use syntax::{Diagnostic, SourceMap, Span};

use crate::eval_error::EvalError;
use crate::evaluator::{Arena, Evaluator};
use crate::log::Log;
use crate::request::CompileRequest;
use crate::value::{Hash, Value};
use crate::world::{SourceText, World};

/// A template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateSource<'t> {
    /// That of a file: an absolute path, or `MODULE/PATH`.
    File(&'t str),
    /// A text.
    Inline(&'t str),
}

/// An evaluation that its caller leads step by step.
pub struct EvaluationSession<'s, 'a> {
    evaluator: &'s mut Evaluator<'a>,
    span: Span,
}

/// Opens a session for a node and does some work in it. The manifests of the request are not looked at.
pub fn session<T>(
    environment: &dyn World,
    request: &CompileRequest,
    work: impl FnOnce(&mut EvaluationSession<'_, '_>) -> T,
) -> T {
    let arena = Arena::default();
    let mut evaluator = Evaluator::new(environment, request, &arena);
    evaluator.open();
    let span = evaluator.sources.add("", "").span(0, 0);
    work(&mut EvaluationSession { evaluator: &mut evaluator, span })
}

impl EvaluationSession<'_, '_> {
    /// Evaluates code.
    ///
    /// # Errors
    /// It does not parse, or its evaluation fails.
    pub fn evaluate(&mut self, code: SourceText) -> Result<Value, Vec<Diagnostic>> {
        let (program, diagnostics) = self.evaluator.parse(code);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        self.evaluator.evaluate_block(&program.body).map_err(|fault| vec![fault.into_diagnostic()])
    }

    /// Renders a template with parameters. A Sensitive result is unwrapped, since the caller is meant to see it.
    ///
    /// # Errors
    /// The template is not there, does not parse, its parameters do not fit, or its evaluation fails.
    pub fn render(
        &mut self,
        template: TemplateSource<'_>,
        parameters: Option<&Hash>,
    ) -> Result<String, Box<Diagnostic>> {
        let rendered = match template {
            TemplateSource::File(name) => self.evaluator.render_named(name, parameters),
            TemplateSource::Inline(text) => self.evaluator.render_text(text, parameters),
        };
        match rendered.map_err(boxed)? {
            Value::Sensitive(secret) => Ok(secret.text().as_ref().to_owned()),
            value => Ok(value.text().as_ref().to_owned()),
        }
    }

    /// Makes a deferred call whose arguments hold no other; the name `$x` digs into the variable `x`.
    ///
    /// # Errors
    /// The function is not known, or fails.
    pub fn call(&mut self, name: &str, arguments: &[CatalogValue]) -> Result<CatalogValue, Box<Diagnostic>> {
        let called = self.evaluator.call_from_catalog(name, arguments, self.span);
        called.map(|value| value.to_catalog()).map_err(boxed)
    }

    /// Returns the log messages since the last call.
    pub fn take_logs(&mut self) -> Vec<Log> {
        self.evaluator.take_logs()
    }

    /// Returns the texts that were read.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.evaluator.sources
    }
}

fn boxed(fault: EvalError) -> Box<Diagnostic> {
    Box::new(fault.into_diagnostic())
}
