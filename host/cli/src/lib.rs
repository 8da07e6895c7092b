//! Owns the command line of Marotte: the only crate that prints, reads the environment or sets an exit code.
//! [`main`] is the whole of its interface for the binary; [`Folders`] and [`embedded`] are for harnesses that compile and apply as it
//! does, but look at catalogs and reports instead of log lines.

mod allocator;
mod args;
mod cache;
mod classifier;
mod clock;
mod command;
mod compilation;
mod components;
mod configured;
mod console;
mod counterpart;
mod drawing;
mod environment;
mod exit;
mod input;
mod json;
mod lock;
mod locked;
mod markup;
mod memory;
mod node;
mod plan;
mod printable;
mod render;
mod report;
mod settings;
mod store;
mod surroundings;
mod usage;
mod whole;
mod yaml;

use std::env;
use std::process::ExitCode;

pub use components::embedded;
pub use environment::Folders;

use clap::Parser as _;

use crate::console::Console;

/// Runs the program: reads the arguments, does what they ask, returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    protect_process();
    let mut words = env::args_os().skip(1);
    if words.next().is_some_and(|word| word == launcher::SELF_TEST_ARGUMENT) {
        // An attempt of `doctor` to break out of the sandbox.
        return launcher::attempt_main(words);
    }
    if env::args_os().len() < 2 {
        return usage::hint();
    }
    let arguments = match args::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage::refuse(&error),
    };
    let mut console = Console::new(arguments.command.common());
    match command::run(&arguments.command, &mut console) {
        Ok(code) => exit::delivered(code, &mut console),
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
