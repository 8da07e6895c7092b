//! Resource types, providers and data types that need Ruby, and resources that need a server.

use std::collections::BTreeSet;

use crate::InstalledTypes;
use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};
use crate::index::Index;
use crate::uses::Uses;

/// Reports types, providers and data types that are not available, filebuckets and sources on servers, and exported resources.
pub(crate) fn check(uses: &Uses, index: &Index<'_>, types: &dyn InstalledTypes, report: &mut MigrationReport) {
    for (name, locations) in &uses.types {
        let is_available =
            types.has_type(name) || catalog::is_engine_type(name) || index.definitions().defines.contains(name);
        if !is_available {
            check_type(name, locations, index, report);
        }
    }
    check_providers(uses, index, types, report);
    check_data_types(uses, index, report);
    check_servers(uses, report);
    count_unused(uses, index, types, report);
}

fn check_type(name: &str, locations: &[Location], index: &Index<'_>, report: &mut MigrationReport) {
    let kind = (FindingSeverity::Error, FindingGroup::Types);
    if let Some(file) = index.ruby_file(&format!("puppet/type/{name}.rb")) {
        let shown = report.shown(&file);
        let text = std::fs::read(&file).unwrap_or_default();
        let declaration = compiler::ruby_type::read(&String::from_utf8_lossy(&text), &|_| None);
        let is_read = declaration.is_some_and(|it| it.schema.name == name);
        let effect =
            if is_read { "manifests compile, but its resources fail" } else { "its declaration cannot be read" };
        let message = format!("The type '{name}' is written in Ruby ({shown}): {effect}");
        let remedy = format!(
            "install a provider that defines it ('marotte provider search {name}'), or write one: 'marotte provider new \
             {name} --from-ruby {shown}'"
        );
        report.add(kind, name, message, remedy, locations);
    } else if !index.lacks_module_of(name) {
        let message = format!("There is no resource type '{name}'");
        report.add(kind, name, message, "install the module that defines it, or correct the name", locations);
    }
}

fn check_providers(uses: &Uses, index: &Index<'_>, types: &dyn InstalledTypes, report: &mut MigrationReport) {
    for (name, locations) in &uses.providers {
        let Some((type_name, provider)) = name.split_once('/') else { continue };
        let known = if types.has_type(type_name) { types.providers_of(type_name) } else { Vec::new() };
        if known.is_empty() || known.iter().any(|known| known == provider) {
            continue;
        }
        let kind = (FindingSeverity::Error, FindingGroup::Types);
        let remedy = format!("use one of {}, or write the provider: 'marotte provider new'", known.join(", "));
        let message = match index.ruby_file(&format!("puppet/provider/{type_name}/{provider}.rb")) {
            Some(file) => {
                format!("The provider '{provider}' of '{type_name}' is written in Ruby ({})", report.shown(&file))
            }
            None => format!("The type '{type_name}' has no provider '{provider}' here"),
        };
        report.add(kind, name, message, remedy, locations);
    }
}

fn check_data_types(uses: &Uses, index: &Index<'_>, report: &mut MigrationReport) {
    for (name, locations) in &uses.type_names {
        let is_defined = index.definitions().aliases.contains(name) || index.definitions().defines.contains(name);
        let path = format!("puppet/datatypes/{}.rb", name.replace("::", "/"));
        let Some(file) = index.ruby_file(&path).filter(|_| !is_defined) else { continue };
        let kind = (FindingSeverity::Error, FindingGroup::Types);
        let message = format!("The data type '{name}' is written in Ruby ({})", report.shown(&file));
        report.add(kind, name, message, "write it in the Puppet language, as a type alias", locations);
    }
}

fn check_servers(uses: &Uses, report: &mut MigrationReport) {
    if !uses.filebuckets.is_empty() {
        let message = "A filebucket on a server is replaced with the one of this system".to_owned();
        let remedy = "remove 'server' and 'path'; 'marotte undo' restores replaced files without a filebucket";
        report.add((FindingSeverity::Warning, FindingGroup::Server), "filebucket", message, remedy, &uses.filebuckets);
    }
    for (source, locations) in &uses.sources {
        let message = format!("The source '{source}' is a file of a file server");
        let remedy = "put the file into a module: 'puppet:///modules/NAME/PATH' is read from the directory 'files'";
        report.add((FindingSeverity::Error, FindingGroup::Server), source, message, remedy, locations);
    }
    if !uses.exported.is_empty() {
        let message = "Exported resources are only found if nodes share a database".to_owned();
        let remedy = "set 'storeconfigs = true': a server has one for its nodes; with 'storeconfigs_backend = puppetdb', \
                      nodes also share the PuppetDB of puppetdb.conf";
        report.add((FindingSeverity::Warning, FindingGroup::Server), "exported", message, remedy, &uses.exported);
    }
}

/// Adds a note with the number of types in Ruby that are not used and not installed.
fn count_unused(uses: &Uses, index: &Index<'_>, types: &dyn InstalledTypes, report: &mut MigrationReport) {
    let names: BTreeSet<String> = index.ruby_files("puppet/type").into_iter().map(|(_, name)| name).collect();
    let unused = names.iter().filter(|name| !uses.types.contains_key(*name) && !types.has_type(name)).count();
    if unused > 0 {
        let kind = (FindingSeverity::Note, FindingGroup::Types);
        let message = format!("{unused} other types of modules are written in Ruby; none of them is used");
        report.add(kind, "", message, "", &[]);
    }
}
