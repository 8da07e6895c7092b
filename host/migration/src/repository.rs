//! The modules of an environment, and the files of directories.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use engine::DirectoryEnvironment;
use engine::settings::directories_in;

use crate::uses::Uses;

/// The modules on the module path. The first directory with a name takes precedence.
#[derive(Debug, Default)]
pub(crate) struct Modules {
    directories: BTreeMap<String, PathBuf>,
    /// The module path.
    path: Vec<PathBuf>,
    /// The directory of the environment.
    environment: PathBuf,
}

impl Modules {
    pub(crate) fn of(environment: &DirectoryEnvironment) -> Self {
        let mut directories = BTreeMap::new();
        for module in environment.modulepath.iter().flat_map(|directory| directories_in(directory)) {
            if let Some(name) = module.file_name().and_then(|name| name.to_str()) {
                directories.entry(name.to_owned()).or_insert(module);
            }
        }
        let path = environment.modulepath.clone();
        Self { directories, path, environment: environment.directory.clone().unwrap_or_default() }
    }

    /// Returns the directory of a module.
    pub(crate) fn get(&self, name: &str) -> Option<&Path> {
        self.directories.get(name).map(PathBuf::as_path)
    }

    /// Returns the names and directories of all modules.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.directories.iter().map(|(name, directory)| (name.as_str(), directory.as_path()))
    }

    /// Returns the module path.
    pub(crate) fn path(&self) -> &[PathBuf] {
        &self.path
    }

    /// Returns the directory of the environment.
    pub(crate) fn environment(&self) -> &Path {
        &self.environment
    }

    /// Returns the next module to check: one in the directory of the repository, or one that was referred to.
    pub(crate) fn next(&self, repository: &Path, uses: &Uses, checked: &BTreeSet<String>) -> Option<(&str, &Path)> {
        let repository = std::path::absolute(repository).unwrap_or_else(|_| repository.to_path_buf());
        self.all().find(|(name, directory)| {
            !checked.contains(*name) && (directory.starts_with(&repository) || uses.namespaces.contains_key(*name))
        })
    }
}

/// Returns the files below a directory whose names end with one of the extensions, ordered by path. As in Puppet, hidden
/// entries are skipped.
pub(crate) fn files_below(directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            // Links to directories are not followed, since they may form cycles.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            } else if path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
