//! Evaluation without site manifests: code, templates and deferred calls are evaluated one after the other in the top
//! scope of a node.

use catalog::Value as CatalogValue;
use syntax::{Diagnostic, SourceMap, Span};
use value::{CompileRequest, EvalError, Hash, Log, SourceText, Value, World};

use crate::evaluator::{Arena, Evaluator};

/// Source of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateSource<'t> {
    /// A file: an absolute path, or `MODULE/PATH`.
    File(&'t str),
    /// An inline template.
    Inline(&'t str),
}

/// An evaluation controlled step by step by the caller.
pub struct EvaluationSession<'s, 'a> {
    evaluator: &'s mut Evaluator<'a>,
    span: Span,
}

/// Runs `work` with a session for a node. The manifests of the request are ignored.
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
    /// Returns the diagnostics if the code does not parse or its evaluation fails.
    pub fn evaluate(&mut self, code: SourceText) -> Result<Value, Vec<Diagnostic>> {
        let (program, diagnostics) = self.evaluator.parse(code.into(), self.evaluator.mode());
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(diagnostics);
        }
        self.evaluator.evaluate_block(&program.body).map_err(|fault| vec![fault.into_diagnostic()])
    }

    /// Renders a template with parameters. A Sensitive result is unwrapped, because the caller needs its text.
    ///
    /// # Errors
    /// Returns an error if the template does not exist or does not parse, its parameters do not match, or its
    /// evaluation fails.
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

    /// Evaluates a deferred call with resolved arguments. A name such as `$x` applies `dig` to the variable.
    ///
    /// # Errors
    /// Returns an error if the function does not exist or fails.
    pub fn call(&mut self, name: &str, arguments: &[CatalogValue]) -> Result<CatalogValue, Box<Diagnostic>> {
        let called = self.evaluator.call_from_catalog(name, arguments, self.span);
        called.map(|value| value.to_catalog()).map_err(boxed)
    }

    /// Returns the log messages since the last call.
    pub fn take_logs(&mut self) -> Vec<Log> {
        self.evaluator.take_logs()
    }

    /// Returns the sources that were read.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.evaluator.sources
    }
}

fn boxed(fault: EvalError) -> Box<Diagnostic> {
    Box::new(fault.into_diagnostic())
}
