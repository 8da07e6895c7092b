//! The command line of Marotte: the only crate that prints, reads the environment or sets an exit code.
//! [`main`] is the whole of its interface for the binary; [`SystemWorld`] and [`embedded`] are for harnesses that compile and apply as it
//! does, but look at catalogs and reports instead of log lines.

mod allocator;
mod args;
mod atomic_file;
mod catalog_cache;
mod classifier;
mod clock;
mod command;
mod compilation;
mod compile_context;
mod components;
mod console;
mod environment;
mod exit;
mod export_store;
mod graph_render;
mod hooks;
mod html;
mod input;
mod json;
mod lock;
mod node;
mod plan;
mod provider_lock;
mod render;
mod report;
mod sanitize;
mod settings;
mod shims;
mod transaction_store;
mod usage;
mod world;
mod yaml;

use std::env;
use std::process::ExitCode;

pub use components::embedded;
pub use hooks::Hooks;
pub use world::SystemWorld;

use clap::Parser as _;

use crate::console::Console;

/// Runs the program and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    main_with(Hooks::default())
}

/// Runs the program with hooks, for tests.
#[must_use]
pub fn main_with(hooks: Hooks) -> ExitCode {
    protect_process();
    let mut words = env::args_os().skip(1);
    if words.next().is_some_and(|word| word == launcher::SELF_TEST_ARGUMENT) {
        // An attempt of `doctor` to break out of the sandbox.
        return launcher::attempt_main(words);
    }
    if env::args_os().len() < 2 {
        return usage::hint();
    }
    let arguments = match args::Cli::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage::refuse(&error),
    };
    let mut console = Console::new(arguments.command.common(), hooks);
    match command::run(&arguments.command, &mut console) {
        Ok(code) => exit::finish_stdout(code, &mut console),
        Err(error) => {
            console.fail(&error);
            ExitCode::from(exit::FAILURE)
        }
    }
}

/// Protects the memory, the environment and the file descriptors of this process.
#[expect(unsafe_code, reason = "the environment is moved while there is no other thread")]
fn protect_process() {
    // SAFETY: called at the beginning of `main`, before any thread is started and anything is read from the environment.
    unsafe { launcher::harden() };
}
