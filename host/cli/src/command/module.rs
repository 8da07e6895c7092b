//! `module`: the modules of the module path and their dependencies. The output of `module list` is Puppet's.

mod check;
mod tree;
mod trust;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Value as Json, json};

use crate::args::{ModuleCommand, ModuleList};
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::settings::directories_in;
use modules::{DependencyFault, Module, UnmetDependency};

/// More warnings than this are summed up, since they would hide the list.
const WARNINGS: usize = 5;

/// Runs a `module` command.
///
/// # Errors
/// Returns an error if the environment does not exist, or a file cannot be read.
pub(crate) fn run(command: &ModuleCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        ModuleCommand::List(arguments) => list(arguments, console),
        ModuleCommand::Check(arguments) => check::run(arguments, console),
        ModuleCommand::Trust(arguments) => trust::run(arguments, console),
    }
}

fn list(arguments: &ModuleList, console: &mut Console) -> Result<ExitCode> {
    let (settings, environment) = console.environment(&arguments.common)?;
    let directories: Vec<PathBuf> = environment.modulepath.into_iter().filter(|directory| directory.is_dir()).collect();
    let (modules, invalid) = modules::read(directories.iter().flat_map(|directory| directories_in(directory)));
    let unmet = modules::unmet(&modules);
    if console.is_structured() {
        let environment = &settings.environment;
        console.print_data(&as_json(environment, &directories, &modules, &unmet));
    } else {
        let text = tree::show(&directories, &modules, &unmet, arguments.tree, console.is_colored());
        console.print(&text);
    }
    for (_, message) in invalid {
        console.log(Level::Warning, "", &message);
    }
    let warnings = modules::warnings(&unmet);
    if warnings.len() <= WARNINGS || arguments.common.verbose {
        warnings.iter().for_each(|(_, message)| console.log(Level::Warning, "", message));
    } else {
        console.log(Level::Warning, "", &format!("{}; 'marotte module check' lists them", modules::counts(&unmet)));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn as_json(environment: &str, directories: &[PathBuf], modules: &[Module], unmet: &[UnmetDependency]) -> Json {
    let of = |directory: &PathBuf| -> Vec<Json> {
        let inside = modules.iter().filter(|module| module.path == *directory);
        inside.map(|module| json!({ "name": module.display_name(), "version": module.version })).collect()
    };
    let by_path: serde_json::Map<String, Json> =
        directories.iter().map(|directory| (directory.display().to_string(), of(directory).into())).collect();
    let fault = |fault: DependencyFault| -> Vec<Json> {
        let found = unmet.iter().filter(|unmet| unmet.fault == fault);
        found
            .map(|unmet| {
                json!({
                    "name": unmet.dependency.name,
                    "versions": unmet.dependency.versions,
                    "needed_by": unmet.dependent,
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
