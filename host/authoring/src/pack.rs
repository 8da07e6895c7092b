//! Packing of components in their distribution format.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use engine::components;
use registry::{Artifact, pack as format};
use toml::Table;

use crate::build::{self, CrateSource};

/// Packs a component file, or the component of a project, which is built first. A build with a Cargo.lock of the project
/// requires it to be up to date.
///
/// # Errors
/// Returns an error if the component cannot be built, would be rejected by the host, or could not be published.
pub fn pack(from: &Path, is_offline: bool) -> Result<Artifact> {
    let file = match from.is_dir() {
        true => build::make(from, CrateSource { is_offline, is_locked: has_own_lock(from) })?,
        false => from.to_path_buf(),
    };
    let shown = file.display().to_string();
    let artifact = Artifact::of(&shown, format::pack(&shown, &components::read(&file)?)?)?;
    // A component that could not be published need not be packed.
    artifact.version().with_context(|| format!("The version of '{}' is not a semantic version", artifact.name()))?;
    build::check(artifact.package(), artifact.component_bytes().to_vec())?;
    Ok(artifact)
}

/// Returns the path of a project if its component contains it, which only text of the project itself can cause. Such a
/// component differs when it is built in another directory.
///
/// # Errors
/// Returns an error if the directory does not exist.
pub fn embedded_path(project: &Path, component: &[u8]) -> Result<Option<String>> {
    let path = project.canonicalize()?.display().to_string();
    let is_embedded = path.len() > 1 && component.windows(path.len()).any(|part| part == path.as_bytes());
    Ok(is_embedded.then_some(path))
}

/// Returns whether a project's Cargo.lock belongs to the project. A new project has the SDK's lock file; the
/// first build adds the project and keeps the versions.
fn has_own_lock(project: &Path) -> bool {
    let read = |name: &str| fs::read_to_string(project.join(name)).ok()?.parse::<Table>().ok();
    let named = read("Cargo.toml").and_then(|manifest| manifest.get("package")?.get("name").cloned());
    let lock = read("Cargo.lock");
    let listed = lock.as_ref().and_then(|lock| lock.get("package")?.as_array());
    // Without a name or a lock file, cargo's error message is better.
    let (Some(name), Some(listed)) = (named, listed) else { return lock.is_some() };
    listed.iter().any(|package| package.get("name") == Some(&name))
}
