//! Modules that manifests refer to and that are not on the module path.

use std::collections::BTreeSet;

use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};
use crate::index::Index;
use crate::uses::Uses;

/// Reports missing modules. Missing modules of the Puppetfile are already reported.
pub(crate) fn check(uses: &Uses, index: &Index<'_>, reported: &BTreeSet<String>, report: &mut MigrationReport) {
    let definitions = index.definitions();
    let built_in: BTreeSet<&str> = compiler::functions().map(|function| function.name).collect();
    for (module, references) in &uses.namespaces {
        if index.modules().get(module).is_some() || reported.contains(module) || module == "environment" {
            continue;
        }
        let is_defined = |name: &String| {
            definitions.classes.contains(name)
                || definitions.defines.contains(name)
                || definitions.functions.contains(name)
                || built_in.contains(name.as_str())
        };
        let missing: Vec<&(String, Location)> =
            references.iter().filter(|(name, _)| !is_defined(name) && name != "settings" && name != "main").collect();
        let names: BTreeSet<&str> = missing.iter().map(|(name, _)| name.as_str()).collect();
        if names.is_empty() {
            continue;
        }
        let locations: Vec<Location> = missing.iter().map(|(_, location)| location.clone()).collect();
        let names: Vec<String> = names.into_iter().map(|name| format!("'{name}'")).collect();
        let kind = (FindingSeverity::Error, FindingGroup::Modules);
        let message = format!("The module '{module}' is not on the module path; it should define {}", names.join(", "));
        report.add(kind, module, message, "add it to the Puppetfile and install it with r10k or g10k", &locations);
    }
}
