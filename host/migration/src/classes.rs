//! Modules that manifests refer to, or that other modules require, and that are not on the module path.

use std::collections::{BTreeMap, BTreeSet};

use modules::Module;

use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};
use crate::index::Index;
use crate::uses::{Condition, ModuleReference, Uses};

/// Reports missing modules. Missing modules of the Puppetfile are already reported.
pub(crate) fn check(uses: &Uses, index: &Index<'_>, reported: &BTreeSet<String>, report: &mut MigrationReport) {
    let is_missing =
        |module: &str| index.modules().get(module).is_none() && !reported.contains(module) && module != "environment";
    let metadata = Metadata::of(index);
    let mut found = BTreeSet::new();
    for (module, references) in uses.namespaces.iter().filter(|(module, _)| is_missing(module)) {
        let missing = undefined(references, index);
        if !missing.is_empty() {
            found.insert(module.as_str());
            add_referenced(module, &missing, &metadata, report);
        }
    }
    for (module, dependents) in metadata.required() {
        if is_missing(module) && !found.contains(module) {
            add_required(module, &dependents, index, report);
        }
    }
}

/// The metadata of the checked modules.
struct Metadata(BTreeMap<String, Module>);

impl Metadata {
    fn of(index: &Index<'_>) -> Self {
        let read = |directory: &std::path::Path| {
            let name = directory.file_name()?.to_str()?;
            let (module, _) = Module::read(directory, name);
            // Modules of the repository itself often have no metadata.
            module.forge_name.is_some().then(|| (name.to_owned(), module))
        };
        Self(index.checked().filter_map(read).collect())
    }

    /// Returns whether a module works without another one: it has metadata that do not name the other one as a dependency.
    fn is_independent(&self, from: &str, module: &str) -> bool {
        self.0.get(from).is_some_and(|from| !dependencies(from).any(|name| name == module))
    }

    /// Returns the required modules, each with the modules that require it.
    fn required(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut required: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, module) in &self.0 {
            for dependency in dependencies(module) {
                required.entry(dependency).or_default().push(name);
            }
        }
        required
    }
}

/// Returns the directories of the modules that a module depends on.
fn dependencies(module: &Module) -> impl Iterator<Item = &str> {
    module.dependencies.iter().filter_map(|dependency| Some(dependency.name.split_once('/')?.1))
}

/// Returns the references to names that are defined nowhere.
fn undefined<'a>(references: &'a [ModuleReference], index: &Index<'_>) -> Vec<&'a ModuleReference> {
    let definitions = index.definitions();
    let built_in: BTreeSet<&str> = compiler::functions().map(|function| function.name).collect();
    let is_defined = |name: &String| {
        definitions.classes.contains(name)
            || definitions.defines.contains(name)
            || definitions.functions.contains(name)
            || built_in.contains(name.as_str())
    };
    let is_undefined = |reference: &&ModuleReference| {
        !is_defined(&reference.name) && reference.name != "settings" && reference.name != "main"
    };
    references.iter().filter(is_undefined).collect()
}

/// Reports a missing module that code refers to. It is optional if each reference tests what is defined, or is in a module
/// whose metadata do not require it.
fn add_referenced(module: &str, missing: &[&ModuleReference], metadata: &Metadata, report: &mut MigrationReport) {
    let is_optional = |reference: &&ModuleReference| {
        let is_independent = reference.from.as_ref().is_some_and(|from| metadata.is_independent(from, module));
        reference.condition == Condition::Definitions || is_independent
    };
    let names: BTreeSet<String> = missing.iter().map(|reference| format!("'{}'", reference.name)).collect();
    let names: Vec<String> = names.into_iter().collect();
    let locations: Vec<Location> = missing.iter().map(|reference| reference.location.clone()).collect();
    let (severity, role, remedy) = match missing.iter().all(is_optional) {
        true => (
            FindingSeverity::Warning,
            "optional code refers to",
            "if that code is used, add the module to the Puppetfile and install it with r10k or g10k",
        ),
        false => {
            (FindingSeverity::Error, "it should define", "add it to the Puppetfile and install it with r10k or g10k")
        }
    };
    let message = format!("The module '{module}' is not on the module path; {role} {}", names.join(", "));
    report.add((severity, FindingGroup::Modules), module, message, remedy, &locations);
}

/// Reports a missing module that the metadata of other modules require and that no checked code refers to.
fn add_required(module: &str, dependents: &[&str], index: &Index<'_>, report: &mut MigrationReport) {
    let names: Vec<String> = dependents.iter().map(|name| format!("'{name}'")).collect();
    let verb = if names.len() == 1 { "requires" } else { "require" };
    let message = format!("The module '{module}', which {} {verb}, is not on the module path", names.join(", "));
    let directories = dependents.iter().filter_map(|name| index.modules().get(name));
    let locations: Vec<Location> =
        directories.map(|directory| Location::file(&directory.join("metadata.json"))).collect();
    let remedy = "no code that was checked refers to it; if it is needed, add it to the Puppetfile";
    report.add((FindingSeverity::Warning, FindingGroup::Modules), module, message, remedy, &locations);
}
