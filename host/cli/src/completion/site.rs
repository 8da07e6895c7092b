//! Names on this system that complete a command line: types, facts, runs, environments, tags. Only files are read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::schema::TypeSchema;
use catalog::{ResourceRef, Value};
use engine::clock::LocalZone;
use engine::log::Silent;
use engine::provider_lock::LockPaths;
use engine::settings::directories_in;
use engine::settings::table::{self, NameStatus};
use engine::{DirectoryEnvironment, Settings, components};
use facts::{FactOptions, Facts, SystemProbe};
use registry::index::first_sentence;
use report::{ReportStore, graph};
use runtime::{Runtime, RuntimeConfig};

use super::candidate::Candidates;
use super::line::CommandLine;

/// The number of runs offered, the latest ones.
const RUNS: usize = 50;

/// The number of templates and classes that are looked for.
const FILES: usize = 2000;

/// The settings of a command line; `None` if they cannot be read.
pub(super) struct Site {
    settings: Option<Settings>,
}

impl Site {
    /// Reads the settings of a command line.
    pub(super) fn of(line: &CommandLine) -> Self {
        let flags: BTreeMap<String, String> = line
            .flags
            .iter()
            .filter(|(name, _)| matches!(table::find(name), NameStatus::Supported(_)))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let root = line.flags.get("root").map(Path::new);
        let settings = Settings::load(&flags, root, "user").ok().map(|(settings, _)| settings);
        Self { settings }
    }

    /// Returns the resource types of the built-in and the locked components.
    pub(super) fn types(&self) -> Candidates {
        let has_lock = self.settings.as_ref().is_some_and(|settings| settings.provider_lock.is_file());
        let mut names: BTreeSet<String> = match has_lock.then(|| self.runtime()).flatten() {
            Some(runtime) => runtime.registry().type_names().map(str::to_owned).collect(),
            None => components::built_in_types().map(str::to_owned).collect(),
        };
        names.extend(catalog::engine_types().into_iter().map(|schema| schema.name));
        names.iter().collect()
    }

    /// Opens the built-in components and, if the settings and the lock can be read, the locked ones.
    fn runtime(&self) -> Option<Runtime> {
        let locked = self.settings.as_ref().and_then(|settings| components::of_run(settings, &[], &mut Silent).ok());
        Runtime::new(RuntimeConfig::new(locked.unwrap_or_else(components::embedded))).ok()
    }

    fn schema(&self, type_name: &str) -> Option<Arc<TypeSchema>> {
        let schema = self.runtime()?.registry().schema(&type_name.to_lowercase()).cloned();
        schema.or_else(|| catalog::engine_types().into_iter().find(|schema| schema.name == type_name).map(Arc::new))
    }

    /// Returns the attributes of a type.
    pub(super) fn attributes(&self, type_name: &str) -> Candidates {
        let mut candidates = Candidates::default();
        if let Some(schema) = self.schema(type_name) {
            for attribute in &schema.attributes {
                candidates.add(&attribute.name, first_sentence(&attribute.docs).trim_end_matches('.'));
            }
        }
        candidates
    }

    /// Returns the values that an attribute of a type lists.
    pub(super) fn values_of_attribute(&self, type_name: &str, attribute: &str) -> Candidates {
        let Some(schema) = self.schema(type_name) else { return Candidates::default() };
        let attribute = schema.attributes.iter().find(|known| known.name == attribute);
        let choices = attribute.iter().flat_map(|attribute| &attribute.choices).filter(|choice| choice.is_named());
        choices.map(|choice| choice.value.as_str()).collect()
    }

    /// Returns facts: the names of core facts or, after a dot, of the parts of a fact.
    pub(super) fn facts(&self, text: &str) -> Candidates {
        // External facts can be programs, and facts in Ruby need an interpreter.
        let facts = Facts::new(SystemProbe::this(None, None), FactOptions::default());
        let Some((parent, _)) = text.rsplit_once('.') else {
            return facts.all(false).iter().map(|(name, _)| name).collect();
        };
        match facts.query(parent) {
            Some(Value::Hash(parts)) => {
                let names = parts.iter().filter_map(|(name, _)| name.as_str());
                names.collect::<Candidates>().with_prefix(&format!("{parent}."))
            }
            _ => Candidates::default(),
        }
    }

    /// Returns the runs that have a report, latest first.
    pub(super) fn reports(&self) -> Candidates {
        let mut candidates = Candidates::default();
        let Some(settings) = &self.settings else { return candidates };
        for report in ReportStore::new(settings.reportdir.value.clone()).all().iter().rev().take(RUNS) {
            let about =
                report.head().map(|head| format!("{} {}", head.time.get(..19).unwrap_or_default(), head.status));
            candidates.add(&report.run.to_string(), &about.unwrap_or_default());
        }
        candidates
    }

    /// Returns the runs that can be undone, latest first.
    pub(super) fn undoable_runs(&self) -> Candidates {
        let (mut candidates, zone) = (Candidates::default(), LocalZone::system());
        let Some(settings) = &self.settings else { return candidates };
        for run in runtime::kept_runs(&settings.statedir).iter().rev().take(RUNS) {
            if let Ok(journal) = &run.journal
                && journal.is_in_effect
            {
                let about = format!("{} {} changes", zone.time(journal.time).plain(), journal.changes);
                candidates.add(&run.number.to_string(), &about);
            }
        }
        candidates
    }

    /// Returns the directory environments.
    pub(super) fn environments(&self) -> Candidates {
        let Some(settings) = &self.settings else { return Candidates::default() };
        let found = settings.environmentpath.iter().flat_map(|directory| directories_in(directory));
        let names = found.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        names.filter(|name| engine::is_environment_name(name)).collect::<BTreeSet<String>>().iter().collect()
    }

    /// Returns the EPP templates of the module path as MODULE/TEMPLATE, and files.
    pub(super) fn templates(&self) -> Candidates {
        let mut names = BTreeSet::new();
        for module in self.modules() {
            let Some(name) = module.file_name().and_then(|name| name.to_str()) else { continue };
            let templates = files_below(&module.join("templates"), "epp");
            names.extend(templates.iter().map(|path| format!("{name}/{}", path.display())));
        }
        let mut candidates: Candidates = names.iter().collect();
        candidates.paths = Some(super::candidate::Paths::Files);
        candidates
    }

    /// Returns lists of tags whose last element is completed: the types and classes of the last run, and the classes of
    /// the module path.
    pub(super) fn tags(&self, text: &str) -> Candidates {
        let (before, last) = text.rsplit_once(',').map_or(("", text), |(before, last)| (before, last));
        let mut names = BTreeSet::new();
        for ResourceRef { type_name, title } in self.last_resources() {
            let name = if &*type_name == "Class" { title } else { type_name };
            names.insert(name.to_lowercase());
        }
        for module in self.modules() {
            let Some(name) = module.file_name().and_then(|name| name.to_str()) else { continue };
            names.extend(files_below(&module.join("manifests"), "pp").iter().map(|path| class_of(name, path)));
        }
        let candidates = names.iter().collect::<Candidates>().starting_with(last);
        if before.is_empty() { candidates } else { candidates.with_prefix(&format!("{before},")) }
    }

    /// Returns the titles of a type in the last run.
    pub(super) fn titles(&self, type_name: &str) -> Candidates {
        let resources = self.last_resources();
        let of_type = resources.iter().filter(|resource| resource.type_name.eq_ignore_ascii_case(type_name));
        of_type.map(|resource| &resource.title).collect()
    }

    /// Returns the names of the locked providers.
    pub(super) fn locked_providers(&self) -> Candidates {
        let lock = self.settings.as_ref().and_then(|settings| LockPaths::of(settings).read().ok());
        let mut candidates = Candidates::default();
        for entry in lock.iter().flat_map(|read| read.lock.entries()) {
            candidates.add(&entry.name, &entry.version.to_string());
        }
        candidates
    }

    fn last_resources(&self) -> Vec<ResourceRef> {
        let path = self.settings.as_ref().map(|settings| settings.lastrunreport.value.as_path());
        let text = path.filter(|path| path.is_file()).and_then(|path| fs::read_to_string(path).ok());
        text.map(|text| graph::resources_in(&text)).unwrap_or_default()
    }

    fn modules(&self) -> Vec<PathBuf> {
        let environment = self.settings.as_ref().and_then(|settings| DirectoryEnvironment::find(settings, None).ok());
        let paths = environment.map(|(environment, _)| environment.modulepath).unwrap_or_default();
        paths.iter().flat_map(|directory| directories_in(directory)).collect()
    }
}

/// Returns the class in a manifest of a module: `ntp` in `init.pp`, `ntp::server` in `server.pp`.
fn class_of(module: &str, path: &Path) -> String {
    let parts = path.with_extension("");
    let parts: Vec<&str> = parts.iter().filter_map(|part| part.to_str()).collect();
    if parts == ["init"] { module.to_owned() } else { format!("{module}::{}", parts.join("::")) }
}

/// Returns the files with an extension below a directory, relative to it. Symbolic links are not followed.
fn files_below(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut pending) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(next) = pending.pop().filter(|_| found.len() < FILES) {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.is_ok_and(|kind| kind.is_dir()) {
                pending.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.extend(path.strip_prefix(directory).map(Path::to_owned));
            }
        }
    }
    found
}
