//! Paths of the trees that were pulled to this system. An environment is a symbolic link in a directory of the setting
//! `environmentpath` to a tree by digest, so that a new version replaces it at once and the files of a tree never change.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::is_environment_name;
use crate::digest::Digest;

/// The directory of all trees in a directory of environments. It is not the name of an environment.
pub(super) const PULLED: &str = ".pulled";

/// Prefix of the name of a tree, before the digits of its digest.
const TREE: &str = "sha256-";

/// The tree of a version of an environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptTree {
    /// The digest of the artifact.
    pub digest: Digest,
    /// The directory with its files.
    pub directory: PathBuf,
}

/// Returns the name of the directory of a tree.
pub(super) fn tree_name(digest: &Digest) -> String {
    format!("{TREE}{}", digest.hex())
}

/// Returns the digest of the tree with a name.
pub(super) fn digest_of(name: &str) -> Option<Digest> {
    name.strip_prefix(TREE).and_then(Digest::from_hex)
}

/// Returns the path of a tree relative to the directory of environments.
pub(super) fn tree_path(name: &str, digest: &Digest) -> PathBuf {
    Path::new(PULLED).join(name).join(tree_name(digest))
}

/// Returns the current tree of an environment, given its path in a directory of environments; `None` if it was not pulled.
#[must_use]
pub fn current(environment: &Path) -> Option<KeptTree> {
    let target = fs::read_link(environment).ok()?;
    let (parent, name) = (environment.parent()?, environment.file_name()?);
    let mut components = target.components();
    let parts = [components.next()?, components.next()?, components.next()?];
    let [Component::Normal(pulled), Component::Normal(owner), Component::Normal(tree)] = parts else { return None };
    let digest = digest_of(tree.to_str()?)?;
    let is_own = pulled == PULLED && owner == name && components.next().is_none();
    is_own.then(|| KeptTree { digest, directory: parent.join(target) })
}

/// Returns the path of a file in the tree of a version of an environment, if this system has the version. `environments` are the
/// directories of environments, `path` is relative to the environment.
#[must_use]
pub fn content_path(environments: &[PathBuf], name: &str, digest: &Digest, path: &str) -> Option<PathBuf> {
    let is_plain = Path::new(path).components().all(|component| matches!(component, Component::Normal(_)));
    if !is_environment_name(name) || !is_plain {
        return None;
    }
    let mut trees = environments.iter().map(|directory| directory.join(tree_path(name, digest)));
    trees.find(|tree| tree.is_dir()).map(|tree| tree.join(path))
}
