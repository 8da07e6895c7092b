//! Facts that modules define in Ruby, and legacy facts.

use std::collections::BTreeSet;

use engine::input;
use engine::node::RubyFactFiles;

use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};
use crate::index::Index;
use crate::repository::files_below;
use crate::uses::Uses;

/// Reports used facts that are written in Ruby and not replaced by an external fact, and legacy facts.
pub(crate) fn check(uses: &Uses, index: &Index<'_>, report: &mut MigrationReport) {
    let ruby = RubyFactFiles::of(index.modules().path().to_vec());
    let external = external(index);
    let mut used = BTreeSet::new();
    let mut legacy = Vec::new();
    for (name, locations) in &uses.facts {
        if facts::is_core(name) {
            continue;
        }
        if let Some(replacement) = facts::replacement(name) {
            legacy.push((name, replacement, locations));
            continue;
        }
        let Some(file) = ruby.file(name) else { continue };
        if !external.contains(name) {
            let kind = (FindingSeverity::Warning, FindingGroup::Facts);
            let shown = report.shown(file);
            let message = format!("The fact '{name}' is written in Ruby ({shown})");
            let remedy = "install the interpreter with 'marotte ruby add FILE', or replace it with an external fact of that \
                          name in a directory facts.d of a module or of the system; otherwise it has no value, and using \
                          it with 'strict_variables' is an error";
            report.add(kind, name, message, remedy, locations);
        }
        used.insert(file);
    }
    add_legacy(&legacy, report);
    let checked: Vec<_> = index.checked().collect();
    let unused = ruby
        .all()
        .into_iter()
        .filter(|file| !used.contains(*file) && checked.iter().any(|module| file.starts_with(module)))
        .count();
    if unused > 0 {
        let kind = (FindingSeverity::Note, FindingGroup::Facts);
        let message = format!("{unused} other facts of modules are written in Ruby; none of them is used");
        report.add(kind, "", message, "", &[]);
    }
}

fn add_legacy(legacy: &[(&String, String, &Vec<Location>)], report: &mut MigrationReport) {
    let Some((name, replacement, _)) = legacy.first() else { return };
    let names: Vec<String> = legacy.iter().map(|(name, ..)| format!("'{name}'")).collect();
    let locations: Vec<Location> = legacy.iter().flat_map(|(.., locations)| (*locations).clone()).collect();
    let message = format!("Legacy facts are used: {}", names.join(", "));
    let keys: Vec<String> = replacement.split('.').map(|key| format!("['{key}']")).collect();
    let remedy = format!(
        "they have values, unless 'include_legacy_facts' is false; structured facts replace them, $facts{} '{name}'",
        keys.concat()
    );
    report.add((FindingSeverity::Note, FindingGroup::Facts), name, message, remedy, &locations);
}

/// Returns the names of the external facts in data files of modules. Programs are not run.
fn external(index: &Index<'_>) -> BTreeSet<String> {
    let directories = index.modules().all().map(|(_, module)| module.join("facts.d"));
    let files = directories.flat_map(|directory| files_below(&directory, &["json", "txt", "yaml"]));
    files.flat_map(|file| facts::names_in_file(&file, input::yaml_of_facts)).collect()
}
