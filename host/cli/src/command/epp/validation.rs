//! `epp validate`: checking templates.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use engine::SystemWorld;
use engine::input::{self, ManifestText};
use syntax::{Diagnostic, Mode, SourceMap};

use super::file_of_module;
use crate::args::EppValidate;
use crate::console::Console;
use crate::exit;

/// Checks templates; prints nothing for valid ones. Without `--continue_on_error`, stops at the first template
/// with errors.
///
/// # Errors
/// Returns an error if a file does not exist or cannot be read, or a template has errors, which are logged.
pub(crate) fn validate(arguments: &EppValidate, console: &mut Console) -> Result<ExitCode> {
    let (settings, modulepath) = console.modulepath(&arguments.common)?;
    let checker = &settings.checker;
    let directories = SystemWorld::new("production", Vec::new(), modulepath, BTreeMap::new());
    let mut is_sound = true;
    let mut missing = Vec::new();
    if arguments.templates.is_empty() {
        let mut input = input::read_stdin()?;
        input.name = "<stdin>".to_owned();
        is_sound = is_valid(input, console);
    }
    for name in &arguments.templates {
        if !is_sound && !arguments.continue_on_error {
            break;
        }
        let file = file_of_module(&directories, name).unwrap_or_else(|| name.clone());
        if Path::new(&file).exists() {
            is_sound &= is_valid(input::read(Path::new(&file), checker)?, console);
        } else {
            missing.push(format!("   {name}"));
        }
    }
    if !missing.is_empty() {
        return Err(anyhow!("One or more file(s) specified did not exist:\n{}", missing.join("\n")));
    }
    if is_sound { Ok(ExitCode::from(exit::SUCCESS)) } else { Err(anyhow!("Errors while validating epp")) }
}

fn is_valid(input: ManifestText, console: &mut Console) -> bool {
    let mut sources = SourceMap::default();
    let source = sources.add(input.name, input.text);
    let (_, diagnostics) = syntax::parse(&source, Mode::Epp);
    for diagnostic in &diagnostics {
        console.diagnostic(diagnostic, &sources, "", "");
    }
    !diagnostics.iter().any(Diagnostic::is_error)
}
