//! Explanation of a lookup: the searched locations and the results. The lookup records each step if an explanation is requested;
//! the modules in `explain/` format it.

mod json;
mod text;

use std::sync::Arc;

use crate::eval_error::EvalError;
use crate::evaluator::Evaluator;
use crate::value::{Hash, Value};

/// How a lookup went.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// The steps, in order.
    pub branches: Vec<Branch>,
    /// What else is to be said.
    pub texts: Vec<String>,
}

/// A step of a lookup with those inside of it.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The step.
    pub step: LookupStep,
    /// The result of the step.
    pub event: Option<LookupEvent>,
    /// The key that it came of, and the value, where there is one.
    pub found: (String, Value),
    /// What a function had to say.
    pub texts: Vec<String>,
    /// The steps inside.
    pub branches: Vec<Branch>,
}

/// A step of a lookup.
#[derive(Clone, Debug, PartialEq)]
pub enum LookupStep {
    /// A key is looked for.
    Data(String),
    /// Options of lookups are looked for, under this key.
    Meta(String),
    /// A key can not be looked for.
    InvalidKey(String),
    /// A layer or a level of a hierarchy is searched.
    DataProvider {
        /// The name.
        name: String,
        /// The file that configures it.
        configuration: Option<String>,
        /// The module that it belongs to.
        module: Option<String>,
    },
    /// A file or address is searched.
    Location {
        /// Whether it is a file.
        is_path: bool,
        /// Where it is.
        location: String,
        /// How it was written.
        original: String,
    },
    /// Values are merged.
    Merge {
        /// How.
        strategy: &'static str,
        /// With these options.
        options: Arc<Hash>,
    },
    /// A text is interpolated.
    Interpolate(String),
    /// A variable, or something else with a name of its own, is looked for.
    Scope(String),
    /// A way is gone into a value.
    SubKey(Vec<String>),
    /// One segment of that way.
    Segment,
    /// Data of a module is looked for.
    Module(String),
    /// Options of a merge come from here.
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
    /// There is no such key.
    NotFound,
    /// There is no such file.
    LocationNotFound,
    /// There is no such module.
    ModuleNotFound,
    /// The module has no data.
    ModuleProviderNotFound,
    /// Values were merged.
    Result,
}

impl Branch {
    fn new(step: LookupStep) -> Self {
        Self { step, event: None, found: (String::new(), Value::Undef), texts: Vec::new(), branches: Vec::new() }
    }
}

/// Recorder of a lookup in progress.
#[derive(Debug, Default)]
pub(crate) struct LookupRecorder {
    /// Whether only options of lookups are of interest.
    pub(crate) only_options: bool,
    done: Explanation,
    /// The steps that have begun and not ended, outermost first.
    open: Vec<Branch>,
}

impl LookupRecorder {
    /// Returns a recorder with nothing noted.
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

impl Evaluator<'_> {
    /// Does something as a step of its own in the explanation, if there is to be one.
    pub(super) fn explained<T>(
        &mut self,
        step: impl FnOnce() -> LookupStep,
        inner: impl FnOnce(&mut Self) -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        let Some(recorder) = &mut self.hiera.recorder else { return inner(self) };
        recorder.open.push(Branch::new(step()));
        let result = inner(self);
        if let Some(recorder) = &mut self.hiera.recorder {
            recorder.end();
        }
        result
    }

    /// Performs a step without recording it.
    pub(super) fn unexplained<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let recorder = self.hiera.recorder.take();
        let result = inner(self);
        self.hiera.recorder = recorder;
        result
    }

    /// Notes a step that has nothing inside.
    pub(super) fn explain_step(&mut self, step: impl FnOnce() -> LookupStep, event: Option<LookupEvent>) {
        if let Some(recorder) = &mut self.hiera.recorder {
            recorder.add(Branch { event, ..Branch::new(step()) });
        }
    }

    /// Records the result of the current step.
    pub(super) fn explain_event(&mut self, event: LookupEvent, key: &str, value: &Value) {
        if let Some(recorder) = &mut self.hiera.recorder {
            recorder.note(event, key, value.clone());
        }
    }

    /// Notes that the current step found a value.
    pub(super) fn explain_found(&mut self, key: &str, value: &Value) {
        self.explain_event(LookupEvent::Found, key, value);
    }

    /// Notes that the current step found no such key.
    pub(super) fn explain_not_found(&mut self, key: &str) {
        self.explain_event(LookupEvent::NotFound, key, &Value::Undef);
    }

    /// Adds what else is to be said about the current step.
    pub(crate) fn explain_text(
        &mut self,
        text: impl FnOnce(&mut Self) -> Result<String, EvalError>,
    ) -> Result<(), EvalError> {
        if self.hiera.recorder.is_none() {
            return Ok(());
        }
        let text = text(self)?;
        if let Some(recorder) = &mut self.hiera.recorder {
            recorder.open.last_mut().map_or(&mut recorder.done.texts, |branch| &mut branch.texts).push(text);
        }
        Ok(())
    }
}
