//! `parser validate`: syntax errors of manifests and templates.

use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Map, Value as Json, json};
use syntax::{Diagnostic, SourceMap};

use crate::args::{LanguageFlag, Validate};
use crate::console::Console;
use crate::{exit, render};
use catalog::Level;
use engine::input::{self, ManifestText};

/// Puppet's prefix of errors.
const BEFORE: &str = "Could not parse for environment production: ";

/// Checks the files; as in Puppet, prints nothing for valid ones.
///
/// # Errors
/// Returns an error if a directory cannot be read.
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
    if console.is_structured() && !faults.is_empty() {
        console.print_data(&Json::Object(faults));
    }
    Ok(ExitCode::from(code))
}

/// Checks a text. Errors are logged or, with JSON output, added to `faults` by file name.
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
    if console.is_structured() {
        faults.extend(fault(&errors, &diagnostics, &sources).map(|fault| (name, fault)));
    } else {
        // Several errors are reported one by one, followed by their number.
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
    // The process ends soon; dropping a large tree would only take time.
    std::mem::forget(program);
}

/// Returns the JSON of a file with errors: Puppet's message, which is the only error or the number of errors,
/// and a list of all errors.
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
