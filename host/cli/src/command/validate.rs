//! `parser validate`: the syntax of manifests and templates, all faults of all files.

use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Map, Value as Json, json};
use syntax::{Diagnostic, SourceMap};

use crate::args::{LanguageFlag, Validate};
use crate::console::Console;
use crate::{exit, render};
use catalog::Level;
use engine::input::{self, ManifestText};

/// What Puppet says before a fault.
const BEFORE: &str = "Could not parse for environment production: ";

/// Checks the files; silent if all is well, as Puppet is.
///
/// # Errors
/// A directory can't be read.
pub(crate) fn run(arguments: &Validate, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let missing: Vec<String> =
        arguments.files.iter().filter(|path| !path.exists()).map(|path| path.display().to_string()).collect();
    if !missing.is_empty() {
        let message = format!("One or more file(s) specified did not exist:\n{}", missing.join("\n"));
        console.log(Level::Err, "", &message);
        console.log(Level::Err, "", "Try 'marotte help parser validate' for usage");
        return Ok(ExitCode::from(exit::FAILURE));
    }
    let mut faults = Map::new();
    if arguments.files.is_empty() {
        validate("STDIN".to_owned(), input::read_stdin(), arguments.language, console, &mut faults);
    }
    for path in &arguments.files {
        let checker = &settings.checker;
        for file in input::files_of(path, &["pp", "epp"], checker)? {
            validate(file.display().to_string(), input::read(&file, checker), arguments.language, console, &mut faults);
        }
    }
    let code = if faults.is_empty() { exit::SUCCESS } else { exit::FAILURE };
    if console.is_json() && !faults.is_empty() {
        console.print(&format!("{:#}\n", Json::Object(faults)));
    }
    Ok(ExitCode::from(code))
}

/// Checks a text; faults go to the console or, with JSON output, into `faults` by the name of the file.
fn validate(
    name: String,
    input: Result<ManifestText>,
    language: LanguageFlag,
    console: &mut Console,
    faults: &mut Map<String, Json>,
) {
    let input = match input {
        Ok(input) => input,
        Err(error) => {
            faults.insert(name, json!({ "message": format!("{error:#}") }));
            return console.log(Level::Err, "", &format!("{error:#}"));
        }
    };
    let mode = language.mode(&input.name);
    let mut sources = SourceMap::default();
    let source = sources.add(input.name, input.text);
    let (program, diagnostics) = syntax::parse(&source, mode);
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    if console.is_json() {
        faults.extend(fault(&errors, &diagnostics, &sources).map(|fault| (name, fault)));
    } else {
        // Several faults are reported one by one, followed by their number.
        let giving_up = syntax::giving_up(&diagnostics);
        let before = if giving_up.is_some() { "" } else { BEFORE };
        for diagnostic in &diagnostics {
            console.diagnostic(diagnostic, &sources, before, "");
        }
        if let Some(giving_up) = giving_up {
            console.log(Level::Err, "", &giving_up.message);
        }
        if !errors.is_empty() {
            faults.insert(name, Json::Null);
        }
    }
    // The process ends soon: giving a big tree back piece by piece would only take time.
    std::mem::forget(program);
}

/// What Puppet says of a file that does not parse: its error, or how many there are; beside that all of them.
fn fault(errors: &[&Diagnostic], diagnostics: &[Diagnostic], sources: &SourceMap) -> Option<Json> {
    let entry = |diagnostic: &Diagnostic| {
        let full = format!("{BEFORE}{}", diagnostic.headline(sources));
        render::as_json(&full, diagnostic, sources)
    };
    let giving_up = syntax::giving_up(diagnostics);
    let mut whole = entry(giving_up.as_ref().or(errors.first().copied())?);
    whole["errors"] = errors.iter().map(|error| entry(error)).collect();
    Some(whole)
}
