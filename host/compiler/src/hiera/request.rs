//! A lookup from outside of any manifest: for a node with its facts, with an explanation if one is wanted.

use syntax::SourceMap;

use super::explain::{Explanation, LookupRecorder};
use super::merge::Merge;
use crate::compile::{Failure, failed};
use crate::eval_error::EvalError;
use crate::evaluator::{Arena, Evaluator};
use crate::issue;
use crate::log::Log;
use crate::request::{CompileRequest, Manifests};
use crate::value::Value;
use crate::world::World;

/// What to look up.
#[derive(Clone, Debug, Default)]
pub struct LookupRequest {
    /// The keys; the first that has a value counts.
    pub keys: Vec<String>,
    /// The data type that the value must be of.
    pub value_type: Option<String>,
    /// How values are merged: the name of a strategy, or a hash of options.
    pub merge: Option<catalog::Value>,
    /// The default value.
    pub default: Option<catalog::Value>,
    /// What to explain.
    pub explain: Explain,
    /// Whether the catalog is compiled first, for the variables that manifests set.
    pub compiles: bool,
}

/// What to explain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explain {
    /// Nothing.
    #[default]
    Nothing,
    /// How the value was found.
    Data,
    /// How the options of lookups were found, and nothing else.
    Options,
}

/// What a lookup gives.
#[derive(Debug)]
pub struct LookupResult {
    /// The value; `None` if the key was not found or the data are invalid.
    pub value: Option<Value>,
    /// Why the data is wrong, if it is.
    pub reason: Option<String>,
    /// How it was found, if that was asked for.
    pub explanation: Option<Explanation>,
    /// The log messages.
    pub logs: Vec<Log>,
    /// The texts that were read.
    pub sources: SourceMap,
}

/// Looks a value up for a node.
///
/// # Errors
/// The catalog does not compile, or the value is not of its type.
pub fn lookup(
    environment: &dyn World,
    request: &CompileRequest,
    lookup: &LookupRequest,
) -> Result<LookupResult, Box<Failure>> {
    let mut request = request.clone();
    if !lookup.compiles {
        request.manifests = Manifests::Code(String::new());
        request.classes.clear();
    }
    let arena = Arena::default();
    let mut evaluator = Evaluator::new(environment, &request, &arena);
    let found = evaluator.compile().and_then(|()| Ok(evaluator.look_up_explained(lookup)?));
    match found {
        Ok((value, reason, explanation)) => {
            let (logs, sources) = (evaluator.take_logs(), std::mem::take(&mut evaluator.sources));
            Ok(LookupResult { value, reason, explanation, logs, sources })
        }
        Err(stop) => Err(failed(&mut evaluator, stop)),
    }
}

type Found = (Option<Value>, Option<String>, Option<Explanation>);

impl Evaluator<'_> {
    fn look_up_explained(&mut self, request: &LookupRequest) -> Result<Found, EvalError> {
        let mut lookup = super::LookupCall {
            names: request.keys.clone(),
            is_list: true,
            merge: request.merge.as_ref().map(Value::from).unwrap_or_default(),
            default: request.default.as_ref().map(Value::from),
            ..super::LookupCall::default()
        };
        if let Some(text) = &request.value_type {
            let parsed = datatype::Type::parse(text, &mut self.resolver());
            lookup.value_type = Some(parsed.map_err(|error| EvalError::new(error.message.to_string()))?);
        }
        Merge::of(&lookup.merge)?;
        self.hiera.recorder = match request.explain {
            Explain::Nothing => None,
            Explain::Data => Some(LookupRecorder::new(false)),
            Explain::Options => Some(LookupRecorder::new(true)),
        };
        let (value, reason) = match self.find(&lookup, None) {
            Ok(Some(value)) => (Some(value), None),
            Ok(None) => {
                self.explain_text(|_| Ok(issue::lookup_not_found(&lookup.names).into_message()))?;
                (None, None)
            }
            Err(fault) => {
                let reason = self.data_fault(fault)?;
                self.explain_text(|_| Ok(reason.clone()))?;
                (None, Some(reason))
            }
        };
        let explanation = self.hiera.recorder.take().map(LookupRecorder::into_explanation);
        Ok((value, reason, explanation))
    }

    /// Returns the message of a fault of data, with its place; other faults stay faults.
    fn data_fault(&self, fault: EvalError) -> Result<String, EvalError> {
        let diagnostic = fault.into_placed()?;
        if diagnostic.issue != crate::issue::LOOKUP_ERROR && !diagnostic.issue.starts_with("HIERA_") {
            return Err(diagnostic.into());
        }
        let place = diagnostic.span.and_then(|span| self.sources.locate(span));
        let place = place.map(|(file, at)| format!(" (file: {file}, line: {})", at.line)).unwrap_or_default();
        Ok(format!("{}{place}", diagnostic.message))
    }
}
