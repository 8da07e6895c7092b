//! The Ruby interpreter of a component that runs resource types in Ruby. Ruby code has no access to the system: it asks the
//! component, which uses the imports of the contract.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use marotte_contract::manifest::RubyCode;
use ruby::interpreter::{RubyDialogue, RubyMessage};

use crate::provider_calls::ProviderCalls;

/// The package of the interface. It is not part of the contract: only the component of this program uses it.
pub(crate) const PACKAGE: &str = "marotte:ruby@0.1.0";

/// Starts an interpreter for Ruby code of a module, or returns the reason why it cannot run.
pub type RubyStart = Arc<dyn Fn(&RubyCode) -> Result<Box<dyn RubyDialogue>, String> + Send + Sync>;

/// The interpreter of a component, which is started on first use. All instances of the component share it.
pub(crate) struct Interpreter {
    code: RubyCode,
    /// The schema of the component as JSON.
    pub(crate) schema: String,
    /// Calls the providers of other types.
    pub(crate) calls: ProviderCalls,
    start: Option<RubyStart>,
    running: RefCell<Option<Box<dyn RubyDialogue>>>,
}

impl fmt::Debug for Interpreter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Interpreter").field("module", &self.code.module).finish_non_exhaustive()
    }
}

impl Interpreter {
    /// Returns the interpreter for the Ruby code of a component.
    pub(crate) fn new(code: RubyCode, schema: String, calls: ProviderCalls, start: Option<RubyStart>) -> Self {
        Self { code, schema, calls, start, running: RefCell::default() }
    }

    /// Returns the name of the module.
    pub(crate) fn module(&self) -> &str {
        &self.code.module
    }

    /// Sends a request. `print` receives the lines that Ruby code prints.
    pub(crate) fn call(&self, request: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String> {
        let mut running = self.running.borrow_mut();
        let vm = match &mut *running {
            Some(vm) if !vm.is_lost() => vm,
            other => {
                let start = self.start.as_ref().ok_or("there is no Ruby interpreter")?;
                other.insert(start(&self.code)?)
            }
        };
        vm.begin(request, print)
    }

    /// Answers the last question.
    pub(crate) fn answer(&self, answer: String, print: &mut dyn FnMut(&str)) -> Result<RubyMessage, String> {
        let running = self.running.borrow();
        let vm = running.as_ref().ok_or("no question was asked")?;
        vm.resume(answer, print)
    }
}
