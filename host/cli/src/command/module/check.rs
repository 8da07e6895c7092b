//! `module check`: problems with the modules of the module path, and differences from the Puppetfile.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use catalog::Level;
use engine::settings::directories_in;
use modules::{ModuleFault, Puppetfile};
use serde_json::json;
use syntax::SourceMap;

use crate::args::ModuleCheck;
use crate::console::Console;
use crate::exit;

/// Checks modules.
///
/// # Errors
/// Returns an error if the environment does not exist, or the Puppetfile cannot be read.
pub(super) fn run(arguments: &ModuleCheck, console: &mut Console) -> Result<ExitCode> {
    let environment = console.environment(&arguments.common)?.1;
    let directories = environment.modulepath.iter().flat_map(|directory| directories_in(directory));
    let (modules, invalid) = modules::read(directories);
    let mut faults = modules::check(&modules, invalid);
    if let Some(system) = &arguments.os {
        faults.extend(modules::check_system(&modules, system));
    }
    let own = environment.directory.map(|directory| directory.join("Puppetfile")).filter(|file| file.is_file());
    let puppetfile = arguments.puppetfile.clone().or(own);
    if let Some(path) = &puppetfile {
        match read(path, console)? {
            Some(file) => faults.extend(modules::compare(&file, path, &modules)),
            None => return Ok(ExitCode::from(exit::FAILURE)),
        }
    }
    print(modules.len(), puppetfile.as_deref(), &faults, console);
    Ok(ExitCode::from(if faults.is_empty() { exit::SUCCESS } else { exit::FAILURE }))
}

/// Reads a Puppetfile; errors in it are logged.
fn read(path: &Path, console: &mut Console) -> Result<Option<Puppetfile>> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).with_context(|| format!("Could not read {name}"))?;
    let mut sources = SourceMap::default();
    match Puppetfile::read(&sources.add(name, text)) {
        Ok(file) => Ok(Some(file)),
        Err(diagnostic) => {
            console.diagnostic(&diagnostic, &sources, "", "");
            Ok(None)
        }
    }
}

fn print(modules: usize, puppetfile: Option<&Path>, faults: &[ModuleFault], console: &mut Console) {
    if console.is_structured() {
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| json!({ "kind": fault.kind, "module": fault.module, "message": fault.message }))
            .collect();
        let puppetfile = puppetfile.map(|path| path.display().to_string());
        let answer = json!({ "modules": modules, "puppetfile": puppetfile, "faults": faults });
        return console.print_data(&answer);
    }
    for fault in faults {
        console.log(Level::Err, "", &fault.message);
    }
    let count = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    console.print(&format!("{}, {}\n", count(modules, "module"), count(faults.len(), "fault")));
}
