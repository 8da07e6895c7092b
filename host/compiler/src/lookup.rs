//! Lookup for a node and its facts, without a manifest; the core of `marotte lookup`.

use hiera::{Explain, ExplainedLookup, Explanation, Lookup, LookupCall};
use syntax::{Diagnostic, SourceMap};
use value::{CompileRequest, EvalError, Log, Manifests, Value, World};

use crate::compile::{Failure, failed};
use crate::evaluator::{Arena, Evaluator};

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

/// Result of a lookup.
#[derive(Debug)]
pub struct LookupResult {
    /// The value; `None` if the key was not found or the data is invalid.
    pub value: Option<Value>,
    /// The keys in the data files that were read, if there is no value.
    pub known_keys: Vec<String>,
    /// Why the data is invalid.
    pub reason: Option<Diagnostic>,
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
    let found = evaluator.compile().and_then(|()| Ok(find(&mut evaluator, lookup)?));
    match found {
        Ok(ExplainedLookup { value, reason, explanation }) => {
            let (logs, sources) = (evaluator.take_logs(), std::mem::take(&mut evaluator.sources));
            let known_keys = if value.is_none() { evaluator.hiera.keys_read() } else { Vec::new() };
            Ok(LookupResult { value, known_keys, reason, explanation, logs, sources })
        }
        Err(stop) => Err(failed(&mut evaluator, stop)),
    }
}

fn find(evaluator: &mut Evaluator<'_>, request: &LookupRequest) -> Result<ExplainedLookup, EvalError> {
    let mut call = LookupCall {
        names: request.keys.clone(),
        is_list: true,
        merge: request.merge.as_ref().map(Value::from).unwrap_or_default(),
        default: request.default.as_ref().map(Value::from),
        ..LookupCall::default()
    };
    if let Some(text) = &request.value_type {
        let parsed = datatype::Type::parse(text, &mut evaluator.resolver());
        call.value_type = Some(parsed.map_err(|error| EvalError::new(error.message.to_string()))?);
    }
    Lookup::new(evaluator).find_explained(&call, request.explain)
}
