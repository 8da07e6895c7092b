//! Dependencies between modules, and detection of unmet dependencies.

use std::collections::BTreeMap;

use datatype::{SemVer, SemVerRange};

use super::metadata::Module;

/// A module that another one depends on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ModuleDependency {
    /// Its name: `puppetlabs/stdlib`.
    pub(super) name: String,
    /// The accepted versions.
    pub(super) versions: String,
}

/// Kinds of unmet dependencies, in the order of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DependencyFault {
    /// The installed version or the required range is not valid.
    NoVersion,
    /// The installed version does not match.
    Mismatch,
    /// The module is not installed.
    Missing,
}

/// A dependency that is not met.
#[derive(Debug, PartialEq)]
pub(super) struct UnmetDependency {
    pub(super) fault: DependencyFault,
    pub(super) need: ModuleDependency,
    /// The dependent module.
    pub(super) by: String,
    pub(super) by_version: String,
    /// The installed version.
    pub(super) found: Option<String>,
}

impl ModuleDependency {
    /// Finds the required module: the first one in a directory of that name, if it is by the same author.
    fn find<'a>(&self, modules: &'a [Module]) -> Option<&'a Module> {
        self.in_directory(modules).filter(|module| module.forge_name.as_ref() == Some(&self.name))
    }

    /// Finds the first module in a directory of that name, by any author.
    pub(super) fn in_directory<'a>(&self, modules: &'a [Module]) -> Option<&'a Module> {
        let (_, directory) = self.name.split_once('/')?;
        modules.iter().find(|module| module.name == directory)
    }

    /// Returns whether the required module is not installed.
    pub(super) fn is_missing(&self, modules: &[Module]) -> bool {
        self.find(modules).is_none()
    }
}

/// Returns the unmet dependencies, sorted by the dependent module.
pub(super) fn unmet(modules: &[Module]) -> Vec<UnmetDependency> {
    let mut sorted: Vec<&Module> = modules.iter().collect();
    // Of several modules with the same name only the first is loaded.
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    sorted.dedup_by(|later, first| later.name == first.name);
    let mut found = Vec::new();
    for module in sorted {
        for need in &module.needs {
            let there = need.find(modules);
            if let Some(fault) = fault(need, there) {
                found.push(UnmetDependency {
                    fault,
                    need: need.clone(),
                    by: module.shown(),
                    by_version: module.version.clone().unwrap_or_default(),
                    found: there.and_then(|module| module.version.clone()),
                });
            }
        }
    }
    found
}

fn fault(need: &ModuleDependency, there: Option<&Module>) -> Option<DependencyFault> {
    let Some(module) = there else { return Some(DependencyFault::Missing) };
    let version = module.version.as_deref().and_then(SemVer::parse);
    match (version, SemVerRange::parse(&need.versions)) {
        (Some(version), Some(range)) if range.includes(&version) => None,
        (Some(_), Some(_)) => Some(DependencyFault::Mismatch),
        _ => Some(DependencyFault::NoVersion),
    }
}

/// Returns the warnings about unmet dependencies as pairs of the required module and a message.
pub(super) fn warnings(unmet: &[UnmetDependency]) -> Vec<(String, String)> {
    let mut by_need: BTreeMap<(DependencyFault, &str), Vec<&UnmetDependency>> = BTreeMap::new();
    for fault in unmet {
        by_need.entry((fault.fault, &fault.need.name)).or_default().push(fault);
    }
    let messages = by_need.into_iter().map(|((fault, name), faults)| {
        let name = name.replacen('/', "-", 1);
        let version = faults.last().and_then(|fault| fault.found.clone()).unwrap_or_default();
        let mut message = match fault {
            DependencyFault::NoVersion => format!("Non semantic version dependency {name} (v{version}):"),
            DependencyFault::Mismatch => format!("Module '{name}' (v{version}) fails to meet some dependencies:"),
            DependencyFault::Missing => format!("Missing dependency '{name}':"),
        };
        for fault in faults {
            let (by, by_version) = (&fault.by, numbered(&fault.by_version));
            message += &format!("\n  '{by}' ({by_version}) requires '{name}' ({})", numbered(&fault.need.versions));
        }
        (name, message)
    });
    messages.collect()
}

/// Prefixes a version that begins with a digit with `v`.
pub(super) fn numbered(version: &str) -> String {
    let is_number = version.starts_with(|first: char| first.is_ascii_digit());
    if is_number { format!("v{version}") } else { version.to_owned() }
}
