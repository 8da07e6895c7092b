//! Lookup for a node and its facts, without a manifest; the core of `marotte lookup`.

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

/// Arguments of a lookup.
#[derive(Clone, Debug, Default)]
pub struct LookupRequest {
    /// The keys; the first one that has a value is used.
    pub keys: Vec<String>,
    /// The expected data type of the value.
    pub value_type: Option<String>,
    /// The merge strategy: a name, or a hash with options.
    pub merge: Option<catalog::Value>,
    /// The default value.
    pub default: Option<catalog::Value>,
    /// The parts to explain.
    pub explain: Explain,
    /// Whether the catalog is compiled first, so that variables set by manifests are available.
    pub compiles: bool,
}

/// Parts of a lookup that are explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explain {
    /// Nothing.
    #[default]
    Nothing,
    /// The search for the value.
    Data,
    /// Only the search for the lookup options.
    Options,
}

/// Result of a lookup.
#[derive(Debug)]
pub struct LookupResult {
    /// The value; `None` if the key was not found or the data is invalid.
    pub value: Option<Value>,
    /// Why the data is invalid.
    pub reason: Option<String>,
    /// The explanation, if it was requested.
    pub explanation: Option<Explanation>,
    /// The log messages.
    pub logs: Vec<Log>,
    /// The sources that were read.
    pub sources: SourceMap,
}

/// Looks up a value for a node.
///
/// # Errors
/// Returns an error if the catalog does not compile or the value has the wrong type.
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

    /// Returns the message of an error in the data, with its location; other errors are returned unchanged.
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
