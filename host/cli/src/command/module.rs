//! Owns `module`: the modules of the module path, and whether what they need is there. The words of `module list` are Puppet's.

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
use crate::console::{Console, Level};
use crate::settings::folders_in;
use crate::{compile_context, exit};

use metadata::Module;
use needs::{DependencyFault, UnmetDependency};

/// Does what is asked for.
///
/// # Errors
/// There is no such environment, or a file can't be read.
pub(crate) fn run(command: &ModuleCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        ModuleCommand::List(arguments) => list(arguments, console),
        ModuleCommand::Check(arguments) => check::run(arguments, console),
    }
}

fn list(arguments: &ModuleList, console: &mut Console) -> Result<ExitCode> {
    let (settings, environment) = compile_context::environment(&arguments.common, console)?;
    let folders: Vec<PathBuf> = environment.modulepath.into_iter().filter(|folder| folder.is_dir()).collect();
    let (modules, faults) = modules(&folders);
    for (_, fault) in faults {
        console.log(Level::Warning, "", &fault);
    }
    let unmet = needs::unmet(&modules);
    for (_, message) in needs::warnings(&unmet) {
        console.log(Level::Warning, "", &message);
    }
    if console.is_json() {
        let environment = &settings.environment;
        console.print(&format!("{:#}\n", as_json(environment, &folders, &modules, &unmet)));
    } else {
        let text = tree::show(&folders, &modules, &unmet, arguments.tree, console.is_colored());
        console.print(&text);
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Reads the modules of folders, and what is wrong with the metadata of which of them.
fn modules(folders: &[PathBuf]) -> (Vec<Module>, Vec<(String, String)>) {
    let (mut modules, mut faults) = (Vec::new(), Vec::new());
    for folder in folders.iter().flat_map(|folder| folders_in(folder)) {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_module_name(name) {
            let (module, fault) = Module::read(&folder, name);
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

fn as_json(environment: &str, folders: &[PathBuf], modules: &[Module], unmet: &[UnmetDependency]) -> Json {
    let of = |folder: &PathBuf| -> Vec<Json> {
        let inside = modules.iter().filter(|module| module.path == *folder);
        inside.map(|module| json!({ "name": module.shown(), "version": module.version })).collect()
    };
    let by_path: serde_json::Map<String, Json> =
        folders.iter().map(|folder| (folder.display().to_string(), of(folder).into())).collect();
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
