//! Owns `module list`: the modules of the module path, and whether what they need is there. The words are Puppet's.

mod needs;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use serde_json::{Value as Json, json};

use crate::args::ModuleList;
use crate::console::{Console, Level};
use crate::settings::folders_in;
use crate::{exit, surroundings};

use needs::{Fault, Need, Unmet};

/// A module.
#[derive(Debug, PartialEq)]
struct Module {
    /// The name of its folder, by which manifests know it.
    name: String,
    /// The folder that it is in.
    path: PathBuf,
    /// Its name with its author's before it, as in `puppetlabs/stdlib`.
    forge_name: Option<String>,
    version: Option<String>,
    needs: Vec<Need>,
}

impl Module {
    /// Reads a module; what is wrong with its metadata is told.
    fn read(folder: &Path, name: &str, console: &mut Console) -> Self {
        let path = folder.parent().unwrap_or(folder).to_path_buf();
        let mut module = Self { name: name.to_owned(), path, forge_name: None, version: None, needs: Vec::new() };
        let Ok(text) = std::fs::read_to_string(folder.join("metadata.json")) else { return module };
        let metadata: Json = match serde_json::from_str(&text) {
            Ok(metadata) => metadata,
            Err(error) => {
                let message =
                    format!("{name} has an invalid and unparsable metadata.json file. The parse error: {error}");
                console.log(Level::Warning, "", &message);
                return module;
            }
        };
        let text = |value: &Json, key: &str| value.get(key).and_then(Json::as_str).map(str::to_owned);
        module.forge_name = text(&metadata, "name").map(|name| name.replacen('-', "/", 1));
        module.version = text(&metadata, "version");
        for need in metadata.get("dependencies").and_then(Json::as_array).into_iter().flatten() {
            if let Some(name) = text(need, "name") {
                let versions = text(need, "version_requirement").unwrap_or_else(|| ">= 0.0.0".to_owned());
                module.needs.push(Need { name: name.replacen('-', "/", 1), versions });
            }
        }
        module
    }

    /// Returns the name that is shown.
    fn shown(&self) -> String {
        self.forge_name.as_ref().map_or_else(|| self.name.clone(), |name| name.replacen('/', "-", 1))
    }

    /// Returns the name that it is sorted by.
    fn key(&self) -> &str {
        self.forge_name.as_deref().unwrap_or(&self.name)
    }
}

/// Lists modules.
///
/// # Errors
/// There is no such environment.
pub(crate) fn list(arguments: &ModuleList, console: &mut Console) -> Result<ExitCode> {
    let (settings, modulepath) = surroundings::modulepath(&arguments.common, console)?;
    let folders: Vec<PathBuf> = modulepath.into_iter().filter(|folder| folder.is_dir()).collect();
    let mut modules: Vec<Module> = Vec::new();
    for folder in folders.iter().flat_map(|folder| folders_in(folder)) {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_module_name(name) {
            modules.push(Module::read(&folder, name, console));
        }
    }
    let unmet = needs::unmet(&modules);
    for message in needs::warnings(&unmet) {
        console.log(Level::Warning, "", &message);
    }
    if console.is_json() {
        let environment = settings.values.text("environment")?;
        console.answer(&format!("{:#}\n", as_json(&environment, &folders, &modules, &unmet)));
    } else {
        let text = tree::show(&folders, &modules, &unmet, arguments.tree, console.is_colored());
        console.answer(&text);
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

fn as_json(environment: &str, folders: &[PathBuf], modules: &[Module], unmet: &[Unmet]) -> Json {
    let of = |folder: &PathBuf| -> Vec<Json> {
        let inside = modules.iter().filter(|module| module.path == *folder);
        inside.map(|module| json!({ "name": module.shown(), "version": module.version })).collect()
    };
    let by_path: serde_json::Map<String, Json> =
        folders.iter().map(|folder| (folder.display().to_string(), of(folder).into())).collect();
    let fault = |fault: Fault| -> Vec<Json> {
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
            "non_semantic_version": fault(Fault::NoVersion),
            "version_mismatch": fault(Fault::Mismatch),
            "missing": fault(Fault::Missing),
        },
    })
}
