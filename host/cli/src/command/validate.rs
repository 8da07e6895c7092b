//! Owns `parser validate`: the syntax of manifests and templates, all faults of all files.

use std::process::ExitCode;

use anyhow::Result;
use syntax::{Mode, Sources};

use crate::args::Validate;
use crate::console::{Console, Level};
use crate::exit;
use crate::input::{self, Input};

/// Checks the files; silent if all is well, as Puppet is.
///
/// # Errors
/// A folder can't be read.
pub(crate) fn run(arguments: &Validate) -> Result<ExitCode> {
    let mut console = Console::new(&arguments.common, false);
    let missing: Vec<String> =
        arguments.files.iter().filter(|path| !path.exists()).map(|path| path.display().to_string()).collect();
    if !missing.is_empty() {
        let message = format!("One or more file(s) specified did not exist:\n{}", missing.join("\n"));
        console.log(Level::Err, "", &message);
        return Ok(ExitCode::from(exit::FAILURE));
    }
    let mut is_valid = true;
    if arguments.files.is_empty() {
        is_valid &= validate(input::read_stdin(), &mut console);
    }
    for path in &arguments.files {
        for file in input::files_of(path, &["pp", "epp"])? {
            is_valid &= validate(input::read(&file), &mut console);
        }
    }
    Ok(ExitCode::from(if is_valid { exit::SUCCESS } else { exit::FAILURE }))
}

fn validate(input: Result<Input>, console: &mut Console) -> bool {
    let input = match input {
        Ok(input) => input,
        Err(error) => {
            console.log(Level::Err, "", &format!("{error:#}"));
            return false;
        }
    };
    let mode = if input.name.ends_with(".epp") { Mode::Epp } else { Mode::Manifest };
    let mut sources = Sources::default();
    let source = sources.add(input.name, input.text);
    let (program, diagnostics) = syntax::parse(&source, mode);
    for diagnostic in &diagnostics {
        console.diagnostic(diagnostic, &sources, "Could not parse for environment production: ", "");
    }
    // The process ends soon: giving a big tree back piece by piece would only take time.
    std::mem::forget(program);
    !diagnostics.iter().any(syntax::Diagnostic::is_error)
}
