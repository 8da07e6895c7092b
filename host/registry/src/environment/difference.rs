//! Differences between two environments: modules with their versions, and files.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::entry_check::EntryCheck;
use super::layer::{EntryReceiver, LayerEntry, unpack};
use super::{
    EnvironmentError, EnvironmentManifest, EnvironmentReference, EnvironmentTree, FileContent, ModuleVersion, TreeEntry,
};
use crate::digest::Digest;
use crate::repository::Repository;

/// How an entry or a module differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileChange {
    /// Only the second environment has it.
    Added,
    /// Only the first environment has it.
    Removed,
    /// It has other content.
    Changed,
}

/// A difference of a file, directory or link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileDifference {
    /// The path in the environment.
    pub path: String,
    /// How it differs.
    pub change: FileChange,
}

/// A difference of a module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModuleDifference {
    /// The path in the environment.
    pub path: String,
    /// How it differs.
    pub change: FileChange,
    /// The version in the first environment.
    pub before: Option<String>,
    /// The version in the second environment.
    pub after: Option<String>,
}

/// The differences between two environments.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TreeDifference {
    /// The modules with differences, sorted by path.
    pub modules: Vec<ModuleDifference>,
    /// The files, directories and links with differences, sorted by path.
    pub files: Vec<FileDifference>,
}

impl EnvironmentTree {
    /// Fetches the files of an artifact, without their content. Layers for which `is_needed` returns false are left out.
    ///
    /// # Errors
    /// Returns an error if a layer cannot be fetched or is not valid.
    pub fn fetch(
        from: &dyn Repository,
        reference: &EnvironmentReference,
        manifest: &EnvironmentManifest,
        is_needed: impl Fn(&Digest) -> bool,
    ) -> Result<Self, EnvironmentError> {
        let (mut check, mut tree) = (EntryCheck::default(), Self::default());
        // The first layer has the parents of the others' entries.
        for (number, layer) in manifest.layers.iter().enumerate() {
            if number == 0 || is_needed(&layer.digest) {
                let bytes = from.blob(&reference.name, &layer.descriptor())?;
                unpack(&layer.path, &bytes, &mut check, &mut tree)?;
            }
        }
        Ok(tree)
    }
}

impl EntryReceiver for EnvironmentTree {
    fn receive(&mut self, path: &str, entry: LayerEntry<'_>) -> Result<(), EnvironmentError> {
        let entry = match entry {
            LayerEntry::Directory => TreeEntry::Directory,
            LayerEntry::Link(target) => TreeEntry::Link(target.to_owned()),
            LayerEntry::File { is_executable, content, .. } => {
                let mut bytes = Vec::new();
                let read = content.read_to_end(&mut bytes);
                read.map_err(|error| EnvironmentError::malformed(path, error.to_string()))?;
                TreeEntry::File(FileContent { digest: Digest::of(&bytes), is_executable, bytes: None })
            }
        };
        self.entries.insert(path.to_owned(), entry);
        Ok(())
    }
}

impl TreeDifference {
    /// Compares two environments, each with its modules and files.
    #[must_use]
    pub fn between(
        (modules_before, before): (&[ModuleVersion], &EnvironmentTree),
        (modules_after, after): (&[ModuleVersion], &EnvironmentTree),
    ) -> Self {
        let paths: BTreeSet<&String> = before.entries.keys().chain(after.entries.keys()).collect();
        let difference = |path: &&String| {
            let change = match (before.entries.get(*path), after.entries.get(*path)) {
                (None, Some(_)) => FileChange::Added,
                (Some(_), None) => FileChange::Removed,
                (Some(one), Some(other)) if !is_same(one, other) => FileChange::Changed,
                _ => return None,
            };
            Some(FileDifference { path: (*path).clone(), change })
        };
        let files: Vec<FileDifference> = paths.iter().filter_map(difference).collect();
        Self { modules: modules(modules_before, modules_after, &files), files }
    }

    /// Returns whether there is no difference.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

fn is_same(one: &TreeEntry, other: &TreeEntry) -> bool {
    match (one, other) {
        (TreeEntry::File(one), TreeEntry::File(other)) => one.is_same(other),
        _ => one == other,
    }
}

fn modules(before: &[ModuleVersion], after: &[ModuleVersion], files: &[FileDifference]) -> Vec<ModuleDifference> {
    let by_path = |modules: &[ModuleVersion]| -> BTreeMap<String, Option<String>> {
        modules.iter().map(|module| (module.path.clone(), module.version.clone())).collect()
    };
    let (before, after) = (by_path(before), by_path(after));
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let difference = |path: &&String| {
        let change = match (before.contains_key(*path), after.contains_key(*path)) {
            (false, _) => FileChange::Added,
            (_, false) => FileChange::Removed,
            _ => FileChange::Changed,
        };
        let prefix = format!("{path}/");
        let has_change = files.iter().any(|file| file.path.starts_with(&prefix));
        let version = |of: &BTreeMap<String, Option<String>>| of.get(*path).cloned().flatten();
        (change != FileChange::Changed || has_change).then(|| ModuleDifference {
            path: (*path).clone(),
            change,
            before: version(&before),
            after: version(&after),
        })
    };
    paths.iter().filter_map(difference).collect()
}
