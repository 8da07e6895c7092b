//! `hiera.yaml` of the environment and the modules, and the facts that data use.

use std::fs;
use std::path::Path;

use hiera::{ConfigLayer, ConfigOutline, interpolated_variables};

use crate::Repository;
use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};
use crate::index::Index;
use crate::repository::files_below;
use crate::uses::Uses;

/// Reads the configurations; their data functions and the facts in data are added to the uses.
pub(crate) fn check(repository: &Repository<'_>, index: &Index<'_>, uses: &mut Uses, report: &mut MigrationReport) {
    if let Some(directory) = &repository.environment.directory {
        check_directory(directory, ConfigLayer::Environment, uses, report);
    }
    for directory in index.checked() {
        check_directory(directory, ConfigLayer::Module, uses, report);
    }
}

fn check_directory(directory: &Path, layer: ConfigLayer, uses: &mut Uses, report: &mut MigrationReport) {
    let file = directory.join("hiera.yaml");
    let Ok(text) = fs::read_to_string(&file) else { return };
    report.files += 1;
    add_facts(&file, &text, uses);
    match ConfigOutline::read(&text, &file.display().to_string(), layer) {
        Ok(outline) => {
            for function in &outline.functions {
                uses.add_function(&function.name, Location::line(&file, function.line));
            }
            for data in &outline.directories {
                add_data(directory, data, uses, report);
            }
        }
        Err(problem) => {
            let shown = report.shown(&file);
            let kind = (FindingSeverity::Error, FindingGroup::Hiera);
            let locations = [Location::line(&file, problem.line)];
            report.add(kind, &shown, problem.message, problem.hint.unwrap_or_default(), &locations);
        }
    }
}

/// Adds the facts that the files of a data directory use. The part of the path after an interpolation is not known.
fn add_data(directory: &Path, data: &str, uses: &mut Uses, report: &mut MigrationReport) {
    let fixed = data.split("%{").next().unwrap_or_default();
    let fixed = if fixed.len() == data.len() { fixed } else { fixed.rsplit_once('/').map_or("", |(fixed, _)| fixed) };
    let base = directory.join(fixed);
    // Without a fixed part, the directory would contain the modules.
    if base == directory {
        return;
    }
    for file in files_below(&base, &["eyaml", "json", "yaml", "yml"]) {
        if let Ok(text) = fs::read_to_string(&file) {
            report.files += 1;
            add_facts(&file, &text, uses);
        }
    }
}

fn add_facts(file: &Path, text: &str, uses: &mut Uses) {
    for (name, line) in interpolated_variables(text) {
        uses.add_fact(&name, Location::line(file, Some(line)));
    }
}
