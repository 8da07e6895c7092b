//! `completions` and `man`: scripts that enable completion in shells, and manual pages, generated from the
//! definitions of the command line.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::args::{self, Completions, Man};
use crate::console::Console;
use crate::exit;

/// Prints the completion script of a shell.
///
/// # Errors
/// Returns an error if a setting is invalid.
pub(crate) fn completions(arguments: &Completions, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    console.print(arguments.shell.script());
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Prints the manual page of the program, or writes all pages to a directory.
///
/// # Errors
/// Returns an error if the pages cannot be written.
pub(crate) fn man(arguments: &Man, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    match &arguments.directory {
        None => {
            let mut text = Vec::new();
            clap_mangen::Man::new(args::command()).render(&mut text)?;
            console.print(&String::from_utf8_lossy(&text));
        }
        Some(directory) => {
            let could_not = || format!("Could not write the pages to '{}'", directory.display());
            fs::create_dir_all(directory).with_context(could_not)?;
            clap_mangen::generate_to(args::command(), directory).with_context(could_not)?;
        }
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
