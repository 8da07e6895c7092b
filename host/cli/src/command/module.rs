//! `module`: the modules of the module path and their dependencies. The output of `module list` is Puppet's.

mod check;
mod metadata;
mod needs;
mod puppetfile;
mod tree;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Value as Json, json};

use crate::args::{ModuleCommand, ModuleList};
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::settings::directories_in;

use metadata::Module;
use needs::{DependencyFault, UnmetDependency};

/// Runs a `module` command.
///
/// # Errors
/// Returns an error if the environment does not exist, or a file cannot be read.
pub(crate) fn run(command: &ModuleCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        ModuleCommand::List(arguments) => list(arguments, console),
        ModuleCommand::Check(arguments) => check::run(arguments, console),
    }
}

fn list(arguments: &ModuleList, console: &mut Console) -> Result<ExitCode> {
    let (settings, environment) = console.environment(&arguments.common)?;
    let directories: Vec<PathBuf> = environment.modulepath.into_iter().filter(|directory| directory.is_dir()).collect();
    let (modules, faults) = modules(&directories);
    for (_, fault) in faults {
        console.log(Level::Warning, "", &fault);
    }
    let unmet = needs::unmet(&modules);
    for (_, message) in needs::warnings(&unmet) {
        console.log(Level::Warning, "", &message);
    }
    if console.is_json() {
        let environment = &settings.environment;
        console.print(&format!("{:#}\n", as_json(environment, &directories, &modules, &unmet)));
    } else {
        let text = tree::show(&directories, &modules, &unmet, arguments.tree, console.is_colored());
        console.print(&text);
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Reads the modules in directories, and the errors in their metadata.
fn modules(directories: &[PathBuf]) -> (Vec<Module>, Vec<(String, String)>) {
    let (mut modules, mut faults) = (Vec::new(), Vec::new());
    for directory in directories.iter().flat_map(|directory| directories_in(directory)) {
        let name = directory.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_module_name(name) {
            let (module, fault) = Module::read(&directory, name);
            modules.push(module);
            faults.extend(fault.map(|fault| (name.to_owned(), fault)));
        }
    }
    (modules, faults)
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

fn as_json(environment: &str, directories: &[PathBuf], modules: &[Module], unmet: &[UnmetDependency]) -> Json {
    let of = |directory: &PathBuf| -> Vec<Json> {
        let inside = modules.iter().filter(|module| module.path == *directory);
        inside.map(|module| json!({ "name": module.shown(), "version": module.version })).collect()
    };
    let by_path: serde_json::Map<String, Json> =
        directories.iter().map(|directory| (directory.display().to_string(), of(directory).into())).collect();
    let fault = |fault: DependencyFault| -> Vec<Json> {
        let found = unmet.iter().filter(|unmet| unmet.fault == fault);
        found
            .map(|unmet| {
                json!({
                    "name": unmet.need.name,
                    "versions": unmet.need.versions,
                    "needed_by": unmet.by,
                    "found": unmet.found,
                })
            })
            .collect()
    };
    json!({
        "environment": environment,
        "modules_by_path": by_path,
        "unmet_dependencies": {
            "non_semantic_version": fault(DependencyFault::NoVersion),
            "version_mismatch": fault(DependencyFault::Mismatch),
            "missing": fault(DependencyFault::Missing),
        },
    })
}
