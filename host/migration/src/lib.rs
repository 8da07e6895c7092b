//! Checks a control repository written for Puppet: functions, types, providers, facts and Hiera backends that need Ruby,
//! settings without effect, constructs that were removed from the language, and modules that are not installed.
//!
//! [`estate`] compiles the catalogs of the nodes in PuppetDB instead. Otherwise nothing is evaluated or executed. Manifests and EPP templates are parsed by `syntax`, ERB templates by `erb`, declarations of
//! types by `compiler::ruby_type`, `hiera.yaml` by `hiera`, Puppetfiles by `modules`.

mod classes;
pub mod estate;
mod fact;
mod finding;
mod function;
mod hierarchy;
mod index;
mod puppetfile;
mod render;
mod repository;
mod resource_type;
mod setting;
mod source;
mod uses;

use std::collections::BTreeSet;
use std::path::Path;

use engine::DirectoryEnvironment;
use ownership::Checker;

pub use finding::{Finding, FindingGroup, FindingSeverity, MigrationReport, Place};
pub use render::{as_json, as_text};

use index::Index;
use repository::Modules;
use source::Sources;
use uses::Uses;

/// The resource types that are installed here.
pub trait InstalledTypes {
    /// Returns whether a type is installed.
    fn has_type(&self, type_name: &str) -> bool;

    /// Returns the names of the providers of a type.
    fn providers_of(&self, type_name: &str) -> Vec<String>;
}

/// A control repository to check.
pub struct Repository<'a> {
    /// The directory.
    pub directory: &'a Path,
    /// The environment in that directory, with its manifests and module path.
    pub environment: &'a DirectoryEnvironment,
    /// The warnings about its `environment.conf`.
    pub warnings: &'a [String],
    /// The installed resource types.
    pub types: &'a dyn InstalledTypes,
    /// The check of files that control a run.
    pub checker: &'a Checker,
}

/// Checks a control repository.
///
/// The modules in the directory are checked completely; modules elsewhere on the module path only if those refer to them.
#[must_use]
pub fn check(repository: &Repository<'_>) -> MigrationReport {
    let mut report = MigrationReport::new(repository.directory);
    let modules = Modules::of(repository.environment);
    let mut sources = Sources::default();
    let mut uses = Uses::default();
    sources.read_environment(repository.environment, &mut uses, &mut report);
    let mut checked = BTreeSet::new();
    while let Some((name, module)) = modules.next(repository.directory, &uses, &checked) {
        checked.insert(name.to_owned());
        sources.read_module(name, module, &mut uses, &mut report);
    }
    let index = Index::new(&modules, &checked, sources.definitions());
    hierarchy::check(repository, &index, &mut uses, &mut report);
    let missing = puppetfile::check(repository, &mut report);
    function::check(&uses, &index, &mut report);
    resource_type::check(&uses, &index, repository.types, &mut report);
    fact::check(&uses, &index, &mut report);
    classes::check(&uses, &index, &missing, &mut report);
    setting::check(repository, &mut report);
    report.files += sources.len();
    report.sort();
    report
}
