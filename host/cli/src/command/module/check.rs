//! `module check`: problems with the modules of the module path, and differences from the Puppetfile.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use datatype::{SemVer, SemVerRange};
use serde_json::json;
use syntax::SourceMap;

use super::metadata::{Module, System};
use super::needs::{self, numbered};
use super::puppetfile::{DeclaredModule, ModuleOrigin, Puppetfile};
use crate::args::ModuleCheck;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use catalog::PUPPET_VERSION;

/// Accepted names of the product in requirements. A module with both requires only one of them.
const PRODUCTS: [&str; 2] = ["puppet", "openvox"];

/// A problem.
#[derive(Debug, PartialEq)]
struct Fault {
    /// The kind of problem, for JSON output.
    kind: &'static str,
    /// The affected module.
    module: String,
    message: String,
}

impl Fault {
    fn new(kind: &'static str, module: impl Into<String>, message: String) -> Self {
        Self { kind, module: module.into(), message }
    }
}

/// Checks modules.
///
/// # Errors
/// Returns an error if the environment does not exist, or the Puppetfile cannot be read.
pub(super) fn run(arguments: &ModuleCheck, console: &mut Console) -> Result<ExitCode> {
    let environment = console.environment(&arguments.common)?.1;
    let (modules, unreadable) = super::modules(&environment.modulepath);
    let mut faults: Vec<Fault> =
        unreadable.into_iter().map(|(module, message)| Fault::new("metadata", module, message)).collect();
    faults.extend(duplicates(&modules));
    faults.extend(unmet(&modules));
    faults.extend(modules.iter().filter_map(product));
    if let Some(system) = &arguments.os {
        faults.extend(modules.iter().filter_map(|module| unsupported(module, system)));
    }
    let own = environment.directory.map(|directory| directory.join("Puppetfile")).filter(|file| file.is_file());
    let puppetfile = arguments.puppetfile.clone().or(own);
    if let Some(path) = &puppetfile {
        match read(path, console)? {
            Some(file) => faults.extend(compare(&file, path, &modules)),
            None => return Ok(ExitCode::from(exit::FAILURE)),
        }
    }
    tell(&modules, puppetfile.as_deref(), &faults, console);
    Ok(ExitCode::from(if faults.is_empty() { exit::SUCCESS } else { exit::FAILURE }))
}

fn tell(modules: &[Module], puppetfile: Option<&Path>, faults: &[Fault], console: &mut Console) {
    if console.is_json() {
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| json!({ "kind": fault.kind, "module": fault.module, "message": fault.message }))
            .collect();
        let puppetfile = puppetfile.map(|path| path.display().to_string());
        let answer = json!({ "modules": modules.len(), "puppetfile": puppetfile, "faults": faults });
        return console.print(&format!("{answer:#}\n"));
    }
    for fault in faults {
        console.log(Level::Err, "", &fault.message);
    }
    let count = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    console.print(&format!("{}, {}\n", count(modules.len(), "module"), count(faults.len(), "fault")));
}

/// Returns the modules whose name occurs earlier in the module path. Such modules are never loaded.
fn duplicates(modules: &[Module]) -> Vec<Fault> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for module in modules {
        places.entry(&module.name).or_default().push(module.path.display().to_string());
    }
    let several = places.into_iter().filter(|(_, paths)| paths.len() > 1);
    several
        .map(|(name, paths)| {
            let others = paths[1..].join(", ");
            let message = format!("The module '{name}' is in {}, and again in {others}: the first counts", paths[0]);
            Fault::new("duplicate", name, message)
        })
        .collect()
}

fn unmet(modules: &[Module]) -> Vec<Fault> {
    let warnings = needs::warnings(&needs::unmet(modules));
    warnings.into_iter().map(|(name, message)| Fault::new("dependency", name, message)).collect()
}

/// Returns a problem if a module does not support this version of the language.
fn product(module: &Module) -> Option<Fault> {
    let version = SemVer::parse(PUPPET_VERSION)?;
    let wanted = || module.requirements.iter().filter(|need| PRODUCTS.contains(&need.name.as_str()));
    let is_met = wanted().any(|need| SemVerRange::parse(&need.versions).is_some_and(|range| range.includes(&version)));
    if is_met || wanted().next().is_none() {
        return None;
    }
    let wanted: Vec<String> = wanted().map(|need| format!("'{}' ({})", need.name, numbered(&need.versions))).collect();
    let (name, wanted) = (module.shown(), wanted.join(" or "));
    let own = numbered(module.version.as_deref().unwrap_or_default());
    let message = format!("'{name}' ({own}) requires {wanted}; the language here is that of Puppet {PUPPET_VERSION}");
    Some(Fault::new("language", name, message))
}

/// Returns a problem if a module does not support a system (`Debian` or `Debian/12`). A module without a list
/// of systems supports all.
fn unsupported(module: &Module, system: &str) -> Option<Fault> {
    let (name, release) = match system.split_once('/') {
        Some((name, release)) => (name, Some(release)),
        None => (system, None),
    };
    let is_it = |known: &System| {
        let has = |release: &str| known.releases.is_empty() || known.releases.iter().any(|known| known == release);
        known.name.eq_ignore_ascii_case(name) && release.is_none_or(has)
    };
    if module.systems.is_empty() || module.systems.iter().any(is_it) {
        return None;
    }
    let shown = module.shown();
    let own = numbered(module.version.as_deref().unwrap_or_default());
    let message = format!("'{shown}' ({own}) does not say that it is made for {system}");
    Some(Fault::new("operating_system", shown, message))
}

/// Reads a Puppetfile; errors in it are logged.
fn read(path: &Path, console: &mut Console) -> Result<Option<Puppetfile>> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).with_context(|| format!("Could not read {name}"))?;
    let mut sources = SourceMap::default();
    match Puppetfile::read(&sources.add(name, text)) {
        Ok(file) => Ok(Some(file)),
        Err(diagnostic) => {
            console.diagnostic(&diagnostic, &sources, "", "");
            Ok(None)
        }
    }
}

/// Compares a Puppetfile with the installed modules.
fn compare(file: &Puppetfile, path: &Path, modules: &[Module]) -> Vec<Fault> {
    let path = engine::settings::absolute(path);
    let mut faults: Vec<Fault> =
        file.modules.iter().filter_map(|declared| missing(declared, &file.place(&path, declared), modules)).collect();
    // Modules in other directories are not managed by the Puppetfile.
    let own: PathBuf = path.parent().unwrap_or(Path::new("")).join(&file.moduledir);
    for module in modules.iter().filter(|module| is_same(&module.path, &own)) {
        if !file.modules.iter().any(|declared| declared.directory() == module.name) {
            let shown = module.shown();
            let message = format!("'{shown}' is in {}, but not in the Puppetfile", own.display());
            faults.push(Fault::new("undeclared", shown, message));
        }
    }
    faults
}

fn missing(declared: &DeclaredModule, place: &Path, modules: &[Module]) -> Option<Fault> {
    let wanted = declared.name.replacen('/', "-", 1);
    let fault = |kind, message| Some(Fault::new(kind, &wanted, message));
    let found = modules.iter().find(|module| module.name == declared.directory() && is_same(&module.path, place));
    let Some(module) = found else {
        let message = format!("The Puppetfile wants '{wanted}', which is not in {}", place.display());
        return fault("not_installed", message);
    };
    if declared.origin != ModuleOrigin::Forge {
        return None;
    }
    let other = module.forge_name.as_ref().filter(|name| declared.name.contains('/') && **name != declared.name);
    if other.is_some() {
        let message = format!("The Puppetfile wants '{wanted}'; installed is '{}'", module.shown());
        return fault("other_author", message);
    }
    let version = declared.version.as_ref()?;
    let own = module.version.as_deref().unwrap_or_default();
    let includes = |range: SemVerRange| SemVer::parse(own).is_some_and(|own| range.includes(&own));
    if own == version || SemVerRange::parse(version).is_some_and(includes) {
        return None;
    }
    let (version, own) = (numbered(version), if own.is_empty() { "???".to_owned() } else { numbered(own) });
    fault("other_version", format!("The Puppetfile wants '{wanted}' ({version}); installed is {own}"))
}

/// Returns whether two paths refer to the same directory.
fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
