//! Puppet's lists of classes, which `--loadclasses` reads, and of resources.

use std::path::Path;

use catalog::schema::Role;
use catalog::{Catalog, Level, engine_types};
use ownership::{CheckError, Checker, OwnershipRule};
use runtime::Runtime;
use transaction::Prepared;
use value::NodeClass;

use crate::log::Logger;
use crate::settings::Settings;
use files::Durability;

/// Writes the lists. Failures are logged and do not end the run.
pub(crate) fn write(prepared: &Prepared, runtime: &Runtime, settings: &Settings, logger: &mut dyn Logger) {
    let catalog = prepared.catalog();
    let files = [
        ("class", &settings.classfile, lines(catalog.classes.iter().map(ToString::to_string))),
        ("resource", &settings.resourcefile, lines(managed(prepared, runtime).into_iter())),
    ];
    for (what, path, text) in files {
        let written = files::keep(path, 0o640, Durability::Lazy, |out| out.write_all(text.as_bytes()));
        if let Err(error) = written {
            logger.log(Level::Err, "", &format!("Could not create {what} file {}: {error}", path.display()));
        }
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    let text: String = lines.map(|line| line + "\n").collect();
    if text.is_empty() { "\n".to_owned() } else { text }
}

/// Returns the resources with at least one managed property, in lower case.
fn managed(prepared: &Prepared, runtime: &Runtime) -> Vec<String> {
    let engine = engine_types();
    let catalog: &Catalog = prepared.catalog();
    let is_managed = |(index, resource): &(_, &catalog::Resource)| {
        let name = resource.reference.type_name.to_lowercase();
        let own = engine.iter().find(|schema| schema.name == name);
        let Some(schema) = own.or_else(|| runtime.registry().schema(&name).map(|schema| &**schema)) else {
            return false;
        };
        let is_property = |name: &str| {
            schema.attributes.iter().any(|attribute| attribute.name == name && attribute.role == Role::Property)
        };
        prepared.values(*index).any(|(name, _)| is_property(name))
    };
    let resources = catalog.iter().filter(is_managed);
    resources.map(|(_, resource)| resource.reference.to_string().to_lowercase()).collect()
}

/// Returns the classes listed by an earlier run; empty without a list.
///
/// # Errors
/// Returns an error if the list cannot be read, or other users can change it.
pub(crate) fn load(path: &Path, checker: &Checker) -> Result<Vec<NodeClass>, CheckError> {
    let bytes = match checker.read(path, OwnershipRule::Trusted) {
        Err(missing) if missing.is_missing() => return Ok(Vec::new()),
        read => read?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let class = |name: &str| NodeClass { name: name.to_owned(), parameters: Vec::new() };
    // The class `settings` always exists.
    Ok(text.split_whitespace().filter(|name| *name != "settings").map(class).collect())
}
