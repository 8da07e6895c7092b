//! `provider test`: conformance checks of the types of a component.

mod report;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Result;
use authoring::conformance::{self, Check, ConformanceContext, ConformanceTest};
use engine::{Engine, Logger};

use crate::args::ProviderTest;
use crate::console::Console;
use crate::exit;
use crate::interrupt;

/// Runs the checks.
///
/// # Errors
/// Returns an error if the file is not a component, or no scratch tree can be created.
pub(super) fn run(arguments: &ProviderTest, console: &mut Console) -> Result<ExitCode> {
    until(arguments, &interrupt::flag(console), console)
}

/// Runs the checks until they are interrupted. The scratch tree is removed in this case as well.
///
/// # Errors
/// Returns the errors of [`run`], and an error if the checks are interrupted.
pub(super) fn until(arguments: &ProviderTest, interrupt: &Arc<AtomicBool>, console: &mut Console) -> Result<ExitCode> {
    let test = ConformanceTest {
        file: arguments.file.clone(),
        type_name: arguments.type_name.clone(),
        with: arguments.with.clone(),
        is_here: arguments.here,
        sandboxing: arguments.sandbox.into(),
        time_limit: Duration::from_secs(arguments.timeout),
        interrupt: Arc::clone(interrupt),
    };
    let checks = conformance::run(&test, &mut Context { arguments, console, shown: None })?;
    if console.is_structured() {
        console.print_data(&report::to_json(&checks));
    } else {
        console.print_untrusted(&report::total(&checks));
    }
    let has_failed = checks.iter().any(Check::is_failed);
    Ok(ExitCode::from(if has_failed { exit::FAILURE } else { exit::SUCCESS }))
}

/// Opens engines with the flags of the command.
struct Context<'a> {
    arguments: &'a ProviderTest,
    console: &'a mut Console,
    /// The type and the number of the example of the last heading.
    shown: Option<(String, usize)>,
}

impl ConformanceContext for Context<'_> {
    fn open(&mut self, root: Option<&Path>) -> Result<Engine> {
        let settings = self.console.settings(&self.arguments.common, root, "user")?;
        let options = self.arguments.compile.options(None);
        Engine::open(settings, options, self.console.engine_hooks(), self.console)
    }

    fn logger(&mut self) -> &mut dyn Logger {
        self.console
    }

    fn begin(&mut self, type_name: &str, example: usize) {
        let shown = Some((type_name.to_owned(), example));
        if !self.console.is_structured() && self.shown != shown {
            self.console.print_untrusted(&report::heading(type_name, example));
        }
        self.shown = shown;
    }

    fn finish(&mut self, check: &Check) {
        if !self.console.is_structured() {
            self.console.print_untrusted(&report::line(check));
        }
    }
}
