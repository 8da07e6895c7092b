//! Settings of `puppet.conf` and `environment.conf` that have no effect.

use std::path::Path;

use engine::settings::file::{self, SettingEntry};
use engine::settings::table::{self, NameStatus};
use ownership::OwnershipRule;

use crate::Repository;
use crate::finding::{FindingGroup, FindingSeverity, Location, MigrationReport};

/// Sections that are read.
const READ_SECTIONS: [&str; 4] = ["agent", "main", "server", "user"];

/// Settings that belong to an environment.
const OF_ENVIRONMENT: [&str; 3] = ["config_version", "manifest", "modulepath"];

/// Reports settings without effect.
pub(crate) fn check(repository: &Repository<'_>, report: &mut MigrationReport) {
    let path = report.directory.join("environment.conf");
    for warning in repository.warnings {
        let kind = (FindingSeverity::Warning, FindingGroup::Settings);
        report.add(kind, "environment.conf", warning.clone(), "remove them", &[Location::file(&path)]);
    }
    report.files += usize::from(path.is_file());
    let path = report.directory.join("puppet.conf");
    if !path.is_file() {
        return;
    }
    report.files += 1;
    match file::read(&path, repository.checker, OwnershipRule::Code) {
        Ok(entries) => entries.iter().for_each(|entry| check_entry(entry, &path, report)),
        Err(error) => {
            let kind = (FindingSeverity::Warning, FindingGroup::Settings);
            report.add(kind, "puppet.conf", format!("{error:#}"), "", &[Location::file(&path)]);
        }
    }
}

fn check_entry(entry: &SettingEntry, path: &Path, report: &mut MigrationReport) {
    let SettingEntry { section, name, value, line } = entry;
    let locations = [Location::line(path, u32::try_from(*line).ok())];
    let mut add = |severity, message: String, remedy: &str| {
        report.add((severity, FindingGroup::Settings), name, message, remedy, &locations);
    };
    match table::find(name) {
        NameStatus::Unsupported => {
            add(
                FindingSeverity::Warning,
                format!("The setting '{name}' has no effect here"),
                "remove it from marotte.conf",
            );
        }
        NameStatus::Unknown(near) => {
            let near = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
            let message = format!("There is no setting '{name}'{near}");
            add(FindingSeverity::Warning, message, "remove it: marotte.conf must not contain unknown settings");
        }
        NameStatus::Supported(_) if OF_ENVIRONMENT.contains(&name.as_str()) => {
            let message = format!("The setting '{name}' belongs to an environment");
            add(FindingSeverity::Warning, message, "move it to environment.conf");
        }
        NameStatus::Supported(_) if section == "agent" && name == "noop" && value != "false" => {
            let message = format!("'noop = {value}' in the section [agent] is only for 'marotte agent'");
            let remedy = "move the line to [main] of marotte.conf if nodes compile their own catalogs";
            add(FindingSeverity::Warning, message, remedy);
        }
        NameStatus::Supported(_) if !READ_SECTIONS.contains(&section.as_str()) => {
            let message = format!("The section [{section}] is not read, so '{name} = {value}' has no effect there");
            add(FindingSeverity::Warning, message, "move the line to [main] of marotte.conf");
        }
        NameStatus::Supported(_) => {}
    }
}
