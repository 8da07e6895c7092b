//! The state of all lookups of a compilation.

use std::rc::Rc;
use std::sync::Arc;

use eyaml::DecryptionKey;
use identity::Certificate;
use rustc_hash::FxHashMap;
use value::{ContextId, EvalError, Hash, Value};

use crate::backend::DataFormat;
use crate::context::HieraContext;
use crate::explain::LookupRecorder;
use crate::issue;
use crate::layer::{Layer, LayerId};
use crate::lookup::LookupCall;
use crate::options::LookupOptions;

/// Hiera's state during a compilation. No file is read before the first lookup.
#[derive(Debug, Default)]
pub struct Hiera {
    /// The current lookup.
    pub(crate) invocation: Invocation,
    /// The keys that are being looked up, outermost first.
    pub(crate) stack: Vec<String>,
    pub(crate) layers: FxHashMap<LayerId, Option<Rc<Layer>>>,
    pub(crate) options: LookupOptions,
    pub(crate) contexts: Vec<HieraContext>,
    pub(crate) files: FxHashMap<(DataFormat, String), Value>,
    /// Private keys of encrypted values by their paths, which are zeroized when the compilation ends.
    pub(crate) keys: FxHashMap<Arc<str>, Option<Rc<DecryptionKey>>>,
    /// The certificate of this system, once it is needed.
    pub(crate) certificate: Option<Option<Rc<Certificate>>>,
    /// The variables used so far by the `hiera.yaml` that is being interpolated.
    pub(crate) remembered: Option<Vec<Remembered>>,
    pub(crate) recorder: Option<LookupRecorder>,
    /// The file or URI whose data are being interpolated.
    pub(crate) data_place: Option<Arc<str>>,
}

/// Values shared by all steps of one lookup.
#[derive(Clone, Debug, Default)]
pub struct Invocation {
    /// Values that take precedence over all data.
    pub(crate) overrides: Arc<Hash>,
    /// Values used for keys that no data defines.
    pub(crate) defaults: Arc<Hash>,
    /// The key being looked up.
    pub(crate) key: Arc<str>,
    /// The module whose data is searched.
    pub(crate) module: Option<Arc<str>>,
    /// Whether only the global layer is searched.
    pub(crate) is_global_only: bool,
}

/// A variable used by a `hiera.yaml`, with its value when the hierarchy was computed.
#[derive(Clone, Debug)]
pub(crate) struct Remembered {
    pub(crate) name: String,
    pub(crate) root: Arc<str>,
    pub(crate) segments: Vec<Value>,
    pub(crate) value: Value,
}

impl Hiera {
    /// Returns the keys of all data files that were read.
    #[must_use]
    pub fn keys_read(&self) -> Vec<String> {
        let files = self.files.values().filter_map(Value::as_hash);
        let keys = files.flat_map(Hash::iter).filter_map(|(key, _)| key.as_str().map(str::to_owned));
        let keys: std::collections::BTreeSet<String> = keys.filter(|key| key != "lookup_options").collect();
        keys.into_iter().collect()
    }

    /// Begins a lookup. Returns the lookup around it, for [`Hiera::end`].
    pub fn begin(&mut self, call: &LookupCall) -> Invocation {
        let invocation = Invocation {
            overrides: Arc::clone(&call.overrides),
            defaults: Arc::clone(&call.defaults),
            is_global_only: self.invocation.is_global_only || call.is_global_only,
            ..Invocation::default()
        };
        std::mem::replace(&mut self.invocation, invocation)
    }

    /// Ends a lookup with its result. A value of the wrong type is an error of the code that asked for it, unless data
    /// did.
    ///
    /// # Errors
    /// Returns the error of the result.
    pub fn end<T>(&mut self, outer: Invocation, result: Result<T, EvalError>) -> Result<T, EvalError> {
        self.invocation = outer;
        result.map_err(|error| self.as_caller_error(error))
    }

    /// Makes a value that is not of its type an error of the code that asked for it, unless data did.
    pub(crate) fn as_caller_error(&self, error: EvalError) -> EvalError {
        if !self.stack.is_empty() {
            return error;
        }
        error.wrapped_if(issue::TYPE_ASSERTION, EvalError::new)
    }

    /// Returns what the data function of a context has cached.
    pub fn cache(&mut self, id: ContextId) -> &mut Hash {
        &mut self.context(id).cache
    }

    /// Returns the context of a data function.
    pub(crate) fn context(&mut self, id: ContextId) -> &mut HieraContext {
        &mut self.contexts[id.0 as usize]
    }

    /// Returns whether the current lookup is explained.
    #[must_use]
    pub fn is_explaining(&self) -> bool {
        self.recorder.is_some()
    }

    /// Adds a text to the current step of the explanation.
    pub fn explain(&mut self, text: String) {
        if let Some(recorder) = &mut self.recorder {
            recorder.add_text(text);
        }
    }
}
