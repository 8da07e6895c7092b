//! Dependencies between modules, and detection of unmet dependencies.

use std::collections::BTreeMap;

use datatype::{SemVer, SemVerRange};

use crate::metadata::Module;

/// A module that another one depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct ModuleDependency {
    /// Its name: `puppetlabs/stdlib`.
    pub name: String,
    /// The accepted versions.
    pub versions: String,
}

/// Kinds of unmet dependencies, in the order of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DependencyFault {
    /// The installed version or the required range is not valid.
    NoVersion,
    /// The installed version does not match.
    Mismatch,
    /// The module is not installed.
    Missing,
}

/// A dependency that is not met.
#[derive(Debug, PartialEq)]
pub struct UnmetDependency {
    /// The kind.
    pub fault: DependencyFault,
    /// The dependency.
    pub dependency: ModuleDependency,
    /// The dependent module.
    pub dependent: String,
    /// Its version; empty if unknown.
    pub dependent_version: String,
    /// The installed version.
    pub found: Option<String>,
}

impl ModuleDependency {
    /// Finds the required module: the first one in a directory of that name, if it is by the same author.
    fn find<'a>(&self, modules: &'a [Module]) -> Option<&'a Module> {
        self.in_directory(modules).filter(|module| module.forge_name.as_ref() == Some(&self.name))
    }

    /// Finds the first module in a directory of that name, by any author.
    #[must_use]
    pub fn in_directory<'a>(&self, modules: &'a [Module]) -> Option<&'a Module> {
        let (_, directory) = self.name.split_once('/')?;
        modules.iter().find(|module| module.name == directory)
    }

    /// Returns whether the required module is not installed.
    #[must_use]
    pub fn is_missing(&self, modules: &[Module]) -> bool {
        self.find(modules).is_none()
    }
}

/// Returns the unmet dependencies, sorted by the dependent module.
#[must_use]
pub fn unmet(modules: &[Module]) -> Vec<UnmetDependency> {
    let mut sorted: Vec<&Module> = modules.iter().collect();
    // Of several modules with the same name only the first is loaded.
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    sorted.dedup_by(|later, first| later.name == first.name);
    let mut found = Vec::new();
    for module in sorted {
        for dependency in &module.dependencies {
            let installed = dependency.find(modules);
            if let Some(fault) = fault(dependency, installed) {
                found.push(UnmetDependency {
                    fault,
                    dependency: dependency.clone(),
                    dependent: module.display_name(),
                    dependent_version: module.version.clone().unwrap_or_default(),
                    found: installed.and_then(|module| module.version.clone()),
                });
            }
        }
    }
    found
}

fn fault(dependency: &ModuleDependency, installed: Option<&Module>) -> Option<DependencyFault> {
    let Some(module) = installed else { return Some(DependencyFault::Missing) };
    let version = module.version.as_deref().and_then(SemVer::parse);
    match (version, SemVerRange::parse(&dependency.versions)) {
        (Some(version), Some(range)) if range.includes(&version) => None,
        (Some(_), Some(_)) => Some(DependencyFault::Mismatch),
        _ => Some(DependencyFault::NoVersion),
    }
}

/// Returns Puppet's warnings about unmet dependencies, with the name of the required module.
#[must_use]
pub fn warnings(unmet: &[UnmetDependency]) -> Vec<(String, String)> {
    let mut by_dependency: BTreeMap<(DependencyFault, &str), Vec<&UnmetDependency>> = BTreeMap::new();
    for fault in unmet {
        by_dependency.entry((fault.fault, &fault.dependency.name)).or_default().push(fault);
    }
    let messages = by_dependency.into_iter().map(|((fault, name), faults)| {
        let name = name.replacen('/', "-", 1);
        let version = faults.last().and_then(|fault| fault.found.clone()).unwrap_or_default();
        let mut message = match fault {
            DependencyFault::NoVersion => format!("Non semantic version dependency {name} (v{version}):"),
            DependencyFault::Mismatch => format!("Module '{name}' (v{version}) fails to meet some dependencies:"),
            DependencyFault::Missing => format!("Missing dependency '{name}':"),
        };
        for fault in faults {
            let (dependent, version) = (&fault.dependent, with_prefix(&fault.dependent_version));
            let versions = with_prefix(&fault.dependency.versions);
            message += &format!("\n  '{dependent}' ({version}) requires '{name}' ({versions})");
        }
        (name, message)
    });
    messages.collect()
}

/// Returns the numbers of unmet dependencies: "27 version conflicts, 1 missing dependency".
#[must_use]
pub fn counts(unmet: &[UnmetDependency]) -> String {
    let kinds = [
        (DependencyFault::Mismatch, "version conflict", "version conflicts"),
        (DependencyFault::Missing, "missing dependency", "missing dependencies"),
        (DependencyFault::NoVersion, "dependency without a version", "dependencies without a version"),
    ];
    let counts = kinds.map(|(fault, one, several)| {
        let count = unmet.iter().filter(|unmet| unmet.fault == fault).count();
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { several }))
    });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    counts.join(", ")
}

/// Returns a version with the prefix `v` if it begins with a digit.
#[must_use]
pub fn with_prefix(version: &str) -> String {
    let is_number = version.starts_with(|first: char| first.is_ascii_digit());
    if is_number { format!("v{version}") } else { version.to_owned() }
}
