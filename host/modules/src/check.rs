//! Problems with modules, and differences from a Puppetfile.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use catalog::PUPPET_VERSION;
use datatype::{SemVer, SemVerRange};

use crate::dependency::{self, with_prefix};
use crate::metadata::{Module, OperatingSystem};
use crate::puppetfile::{DeclaredModule, ModuleOrigin, Puppetfile};

/// Accepted names of the product in requirements. A module with both requires only one of them.
const PRODUCTS: [&str; 2] = ["puppet", "openvox"];

/// A problem.
#[derive(Debug, PartialEq)]
pub struct ModuleFault {
    /// The kind of problem, for JSON output.
    pub kind: &'static str,
    /// The affected module.
    pub module: String,
    /// The message.
    pub message: String,
}

impl ModuleFault {
    fn new(kind: &'static str, module: impl Into<String>, message: String) -> Self {
        Self { kind, module: module.into(), message }
    }
}

/// Returns the problems of modules: invalid metadata, modules of the same name, unmet dependencies, and modules for another
/// version of the language. `invalid` are messages about metadata with the names of the modules.
#[must_use]
pub fn check(modules: &[Module], invalid: Vec<(String, String)>) -> Vec<ModuleFault> {
    let invalid = invalid.into_iter().map(|(module, message)| ModuleFault::new("metadata", module, message));
    let dependencies = dependency::warnings(&dependency::unmet(modules));
    let dependencies = dependencies.into_iter().map(|(name, message)| ModuleFault::new("dependency", name, message));
    let languages = modules.iter().filter_map(language);
    invalid.chain(duplicates(modules)).chain(dependencies).chain(languages).collect()
}

/// Returns the problems of modules that do not support a system: `Debian` or `Debian/12`.
#[must_use]
pub fn check_system(modules: &[Module], system: &str) -> Vec<ModuleFault> {
    modules.iter().filter_map(|module| unsupported(module, system)).collect()
}

/// Returns the modules whose name occurs earlier in the module path. Such modules are never loaded.
fn duplicates(modules: &[Module]) -> Vec<ModuleFault> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for module in modules {
        places.entry(&module.name).or_default().push(module.path.display().to_string());
    }
    let several = places.into_iter().filter(|(_, paths)| paths.len() > 1);
    several
        .map(|(name, paths)| {
            let others = paths[1..].join(", ");
            let message = format!("The module '{name}' is in {} and in {others}; the first one is used", paths[0]);
            ModuleFault::new("duplicate", name, message)
        })
        .collect()
}

/// Returns a problem if a module does not support this version of the language.
fn language(module: &Module) -> Option<ModuleFault> {
    let version = SemVer::parse(PUPPET_VERSION)?;
    let wanted = || module.requirements.iter().filter(|need| PRODUCTS.contains(&need.name.as_str()));
    let is_met = wanted().any(|need| SemVerRange::parse(&need.versions).is_some_and(|range| range.includes(&version)));
    if is_met || wanted().next().is_none() {
        return None;
    }
    let wanted: Vec<String> =
        wanted().map(|need| format!("'{}' ({})", need.name, with_prefix(&need.versions))).collect();
    let (name, wanted) = (module.display_name(), wanted.join(" or "));
    let own = with_prefix(module.version.as_deref().unwrap_or_default());
    let message = format!("'{name}' ({own}) requires {wanted}; this is the language of Puppet {PUPPET_VERSION}");
    Some(ModuleFault::new("language", name, message))
}

/// Returns a problem if a module does not support a system (`Debian` or `Debian/12`). A module without a list
/// of systems supports all.
fn unsupported(module: &Module, system: &str) -> Option<ModuleFault> {
    let (name, release) = match system.split_once('/') {
        Some((name, release)) => (name, Some(release)),
        None => (system, None),
    };
    let matches_system = |known: &OperatingSystem| {
        let has = |release: &str| known.releases.is_empty() || known.releases.iter().any(|known| known == release);
        known.name.eq_ignore_ascii_case(name) && release.is_none_or(has)
    };
    if module.systems.is_empty() || module.systems.iter().any(matches_system) {
        return None;
    }
    let shown = module.display_name();
    let own = with_prefix(module.version.as_deref().unwrap_or_default());
    let message = format!("'{shown}' ({own}) does not list {system} as supported");
    Some(ModuleFault::new("operating_system", shown, message))
}

/// Returns the differences between a Puppetfile at a path and the installed modules.
#[must_use]
pub fn compare(file: &Puppetfile, path: &Path, modules: &[Module]) -> Vec<ModuleFault> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut faults: Vec<ModuleFault> = file
        .modules
        .iter()
        .filter_map(|declared| missing(declared, &file.directory_of(&path, declared), modules))
        .collect();
    // Modules in other directories are not managed by the Puppetfile.
    let own: PathBuf = path.parent().unwrap_or(Path::new("")).join(&file.moduledir);
    for module in modules.iter().filter(|module| is_same(&module.path, &own)) {
        if !file.modules.iter().any(|declared| declared.directory() == module.name) {
            let shown = module.display_name();
            let message = format!("'{shown}' is in {}, but not in the Puppetfile", own.display());
            faults.push(ModuleFault::new("undeclared", shown, message));
        }
    }
    faults
}

fn missing(declared: &DeclaredModule, place: &Path, modules: &[Module]) -> Option<ModuleFault> {
    let wanted = declared.name.replacen('/', "-", 1);
    let fault = |kind, message| Some(ModuleFault::new(kind, &wanted, message));
    let found = modules.iter().find(|module| module.name == declared.directory() && is_same(&module.path, place));
    let Some(module) = found else {
        let message = format!("The Puppetfile requires '{wanted}', which is not in {}", place.display());
        return fault("not_installed", message);
    };
    if declared.origin != ModuleOrigin::Forge {
        return None;
    }
    let other = module.forge_name.as_ref().filter(|name| declared.name.contains('/') && **name != declared.name);
    if other.is_some() {
        let message = format!("The Puppetfile requires '{wanted}'; installed is '{}'", module.display_name());
        return fault("other_author", message);
    }
    let version = declared.version.as_ref()?;
    let own = module.version.as_deref().unwrap_or_default();
    let includes = |range: SemVerRange| SemVer::parse(own).is_some_and(|own| range.includes(&own));
    if own == version || SemVerRange::parse(version).is_some_and(includes) {
        return None;
    }
    let (version, own) = (with_prefix(version), if own.is_empty() { "???".to_owned() } else { with_prefix(own) });
    fault("other_version", format!("The Puppetfile requires '{wanted}' ({version}); installed is {own}"))
}

/// Returns whether two paths refer to the same directory.
fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
