//! The `marotte` program: arguments, console and commands. The binary only calls [`main`]; test harnesses call
//! [`main_with`] to inject hooks.

mod args;
mod command;
mod completion;
mod console;
mod exit;
mod hooks;
mod interrupt;
mod layout;
mod render;
mod report_processors;
mod rollout;
mod ruby_output;
mod sealing;
mod usage;

use std::env;
use std::process::ExitCode;

pub use hooks::Hooks;

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
    match words.next() {
        // An attempt of `doctor` to break out of the sandbox.
        Some(word) if word == launcher::SELF_TEST_ARGUMENT => return launcher::attempt_main(words),
        // The processes of the sandbox of `provider test`.
        Some(word) if word == launcher::ISOLATION_ARGUMENT => return launcher::isolation_main(words),
        // The process that signs for a server.
        Some(word) if word == server::SIGN_ARGUMENT => return server::sign_main(words),
        Some(word) if word == completion::ARGUMENT => return completion::main(words),
        _ => {}
    }
    if env::args_os().len() < 2 {
        return usage::overview();
    }
    let arguments = match args::parse(env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return usage::refuse(&error),
    };
    let mut console = Console::new(arguments.command.common(), hooks);
    match command::run(&arguments.command, &mut console) {
        Ok(code) => exit::finish_stdout(code, &mut console),
        Err(error) => exit::failed(&error, &mut console),
    }
}

/// Protects the memory, the environment and the file descriptors of this process.
#[expect(unsafe_code, reason = "the environment is moved while there is no other thread")]
fn protect_process() {
    // SAFETY: called at the beginning of `main`, before any thread is started and anything is read from the
    // environment.
    unsafe { launcher::harden() };
}
