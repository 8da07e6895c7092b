//! Modules that the Puppetfile requires and that are not installed.

use std::collections::BTreeSet;
use std::fs;

use engine::settings::directories_in;
use modules::Puppetfile;
use syntax::SourceMap;

use crate::Repository;
use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};

/// Reports modules of the Puppetfile that are missing or have another version. Returns the names of the missing ones.
pub(crate) fn check(repository: &Repository<'_>, report: &mut MigrationReport) -> BTreeSet<String> {
    let path = report.directory.join("Puppetfile");
    let mut missing = BTreeSet::new();
    let Ok(text) = fs::read_to_string(&path) else { return missing };
    report.files += 1;
    let mut sources = SourceMap::default();
    let source = sources.add(path.display().to_string(), text);
    let file = match Puppetfile::read(&source) {
        Ok(file) => file,
        Err(fault) => {
            let locations: Vec<Location> =
                fault.span.iter().filter_map(|span| Location::span(*span, &sources)).collect();
            let kind = (FindingSeverity::Warning, FindingGroup::Modules);
            let message = format!("The Puppetfile was not checked: {}", fault.message);
            report.add(kind, "Puppetfile", message, fault.hints.join("; "), &locations);
            return missing;
        }
    };
    let directories = repository.environment.modulepath.iter().flat_map(|directory| directories_in(directory));
    let (installed, _) = modules::read(directories);
    for fault in modules::compare(&file, &path, &installed) {
        let declared = file.modules.iter().find(|declared| declared.name.replacen('/', "-", 1) == fault.module);
        let locations: Vec<Location> =
            declared.iter().filter_map(|declared| Location::span(declared.span, &sources)).collect();
        let (severity, remedy) = match fault.kind {
            "not_installed" => {
                missing.extend(declared.map(|declared| declared.directory().to_owned()));
                (FindingSeverity::Error, "install the modules with r10k or g10k: 'r10k puppetfile install'")
            }
            "undeclared" => continue,
            _ => (FindingSeverity::Warning, "update the modules with r10k or g10k"),
        };
        report.add((severity, FindingGroup::Modules), &fault.module, fault.message, remedy, &locations);
    }
    missing
}
