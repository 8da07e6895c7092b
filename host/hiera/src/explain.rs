//! Explanation of a lookup: the searched locations and the results. The lookup records each step if an explanation was
//! requested; the modules in `explain/` format it.

mod json;
mod text;

use std::sync::Arc;

use syntax::Diagnostic;
use value::{EvalError, Hash, Value};

use crate::lookup::Lookup;

/// The recorded steps of a lookup.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The steps, in order.
    pub branches: Vec<Branch>,
    /// Additional messages.
    pub texts: Vec<String>,
}

/// A step of a lookup with its substeps.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The step.
    pub step: LookupStep,
    /// The result of the step.
    pub event: Option<LookupEvent>,
    /// The key that was searched and the value found, if any.
    pub found: (String, Value),
    /// Messages from the data function.
    pub texts: Vec<String>,
    /// The substeps.
    pub branches: Vec<Branch>,
}

/// A step of a lookup.
#[derive(Clone, Debug, PartialEq)]
pub enum LookupStep {
    /// Lookup of a key.
    Data(String),
    /// Lookup of the `lookup_options` under this key.
    Meta(String),
    /// A key that cannot be looked up.
    InvalidKey(String),
    /// Search of a layer or of a level of a hierarchy.
    DataProvider {
        /// The name.
        name: String,
        /// The file that configures it.
        configuration: Option<String>,
        /// The module that it belongs to.
        module: Option<String>,
    },
    /// Search of a file or URI.
    Location {
        /// Whether it is a file.
        is_path: bool,
        /// The resolved path or URI.
        location: String,
        /// The path or URI as written in the configuration.
        original: String,
    },
    /// Merge of several values.
    Merge {
        /// The name of the strategy.
        strategy: &'static str,
        /// The options of the merge.
        options: Arc<Hash>,
    },
    /// Interpolation of a string.
    Interpolate(String),
    /// Lookup of a variable, or another step with a description of its own.
    Scope(String),
    /// Descent into a value by the segments of a key.
    SubKey(Vec<String>),
    /// One segment of the descent.
    Segment,
    /// Search of a module's data.
    Module(String),
    /// The source of the merge options.
    MergeSource(String),
}

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupEvent {
    /// A value was found.
    Found,
    /// A value was found in the overrides.
    FoundInOverrides,
    /// A value was found in the defaults.
    FoundInDefaults,
    /// The key was not found.
    NotFound,
    /// The file does not exist.
    LocationNotFound,
    /// The module does not module.
    ModuleNotFound,
    /// The module has no data.
    ModuleProviderNotFound,
    /// Values were merged.
    Result,
}

/// The parts to explain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explain {
    /// Ignored.
    #[default]
    Nothing,
    /// The search for the value.
    Data,
    /// Only the search for the lookup options.
    Options,
}

/// Result of an explained lookup.
#[derive(Debug)]
pub struct ExplainedLookup {
    /// The value; `None` if the key was not found or the data is invalid.
    pub value: Option<Value>,
    /// Why the data are invalid.
    pub reason: Option<Diagnostic>,
    /// The explanation, if requested.
    pub explanation: Option<Explanation>,
}

impl Branch {
    fn new(step: LookupStep) -> Self {
        Self { step, event: None, found: (String::new(), Value::Undef), texts: Vec::new(), branches: Vec::new() }
    }
}

/// Recorder of a lookup in progress.
#[derive(Debug, Default)]
pub(crate) struct LookupRecorder {
    /// Whether only `lookup_options` are explained.
    pub(crate) only_options: bool,
    done: Explanation,
    /// The open steps, outermost first.
    open: Vec<Branch>,
}

impl LookupRecorder {
    /// Returns an empty recorder.
    pub(crate) fn new(only_options: bool) -> Self {
        Self { only_options, ..Self::default() }
    }

    /// Returns the recorded explanation.
    pub(crate) fn into_explanation(mut self) -> Explanation {
        while !self.open.is_empty() {
            self.end();
        }
        self.done
    }

    /// Adds a text to the current step.
    pub(crate) fn add_text(&mut self, text: String) {
        self.open.last_mut().map_or(&mut self.done.texts, |branch| &mut branch.texts).push(text);
    }

    fn end(&mut self) {
        if let Some(branch) = self.open.pop() {
            self.add(branch);
        }
    }

    fn add(&mut self, branch: Branch) {
        let branches = self.open.last_mut().map_or(&mut self.done.branches, |outer| &mut outer.branches);
        branches.push(branch);
    }

    fn note(&mut self, event: LookupEvent, key: &str, value: Value) {
        if let Some(branch) = self.open.last_mut() {
            branch.event = Some(event);
            branch.found = (key.to_owned(), value);
        }
    }
}

impl Lookup<'_> {
    /// Runs `inner` as a separate step of the explanation, if one was requested.
    pub(crate) fn explained<T>(
        &mut self,
        step: impl FnOnce() -> LookupStep,
        inner: impl FnOnce(&mut Self) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        let Some(recorder) = &mut self.state().recorder else { return inner(self) };
        recorder.open.push(Branch::new(step()));
        let result = inner(self);
        if let Some(recorder) = &mut self.state().recorder {
            recorder.end();
        }
        result
    }

    /// Runs `inner` without recording its steps.
    pub(crate) fn unexplained<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let recorder = self.state().recorder.take();
        let result = inner(self);
        self.state().recorder = recorder;
        result
    }

    /// Records a step without substeps.
    pub(crate) fn explain_step(&mut self, step: impl FnOnce() -> LookupStep, event: Option<LookupEvent>) {
        if let Some(recorder) = &mut self.state().recorder {
            recorder.add(Branch { event, ..Branch::new(step()) });
        }
    }

    /// Records the result of the current step.
    pub(crate) fn explain_event(&mut self, event: LookupEvent, key: &str, value: &Value) {
        if let Some(recorder) = &mut self.state().recorder {
            recorder.note(event, key, value.clone());
        }
    }

    /// Records that the current step found a value.
    pub(crate) fn explain_found(&mut self, key: &str, value: &Value) {
        self.explain_event(LookupEvent::Found, key, value);
    }

    /// Records that the current step did not find the key.
    pub(crate) fn explain_not_found(&mut self, key: &str) {
        self.explain_event(LookupEvent::NotFound, key, &Value::Undef);
    }

    /// Adds a message to the current step.
    pub(crate) fn explain_text(
        &mut self,
        text: impl FnOnce(&mut Self) -> Result<String, EvalError>,
    ) -> Result<(), EvalError> {
        if self.state().is_explaining() {
            let text = text(self)?;
            self.state().explain(text);
        }
        Ok(())
    }
}
