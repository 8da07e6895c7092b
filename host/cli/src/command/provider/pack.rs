//! `provider pack`: packs a component in its distribution format.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use registry::{Artifact, pack};
use serde_json::json;
use toml::Table;

use super::build::{CrateSource, check, make, warn};
use crate::args::ProviderPack;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::components;
use files::Durability;

/// Packs a component.
///
/// # Errors
/// Returns an error if the component cannot be built or would be rejected by the host, or the file cannot be
/// written.
pub(super) fn run(arguments: &ProviderPack, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let from = &arguments.from;
    let is_project = from.is_dir();
    let crates = CrateSource { is_offline: arguments.offline, is_locked: has_own_lock(from) };
    let file = if is_project { make(from, crates)? } else { from.clone() };
    let shown = file.display().to_string();
    let bytes = pack::pack(&shown, &components::read(&file)?)?;
    let artifact = Artifact::of(&shown, bytes)?;
    // A component that could not be published need not be packed.
    artifact.version().with_context(|| format!("The version of '{}' is not a semantic version", artifact.name()))?;
    check(artifact.package(), artifact.component_bytes().to_vec())?;
    warn(artifact.package(), console);
    if is_project {
        warn_of_place(from, artifact.component_bytes(), console)?;
    }
    let output = arguments.output.clone().unwrap_or_else(|| file_name(&artifact));
    files::replace(&output, 0o644, Durability::Fsync, |out| out.write_all(artifact.component_bytes()))
        .with_context(|| format!("Could not write '{}'", output.display()))?;
    let (output, size) = (output.display(), artifact.component_bytes().len());
    let (name, version) = (artifact.name(), &artifact.package().manifest.package.version);
    if console.is_json() {
        let answer = json!({
            "file": output.to_string(), "name": name, "version": version, "size": size,
            "component": artifact.component_digest(), "digest": artifact.digest(),
        });
        console.print_json(&answer);
    } else {
        let kilobytes = size.div_ceil(1000);
        console.print_untrusted(&format!(
            "Packed {name} {version} into {output}: {kilobytes} kB, {}\n",
            artifact.digest()
        ));
    }
    Ok(ExitCode::from(exit::SUCCESS))
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

fn file_name(artifact: &Artifact) -> PathBuf {
    let version = &artifact.package().manifest.package.version;
    format!("{}-{version}.wasm", artifact.name().replace('/', "-")).into()
}

/// Warns if the component contains the path of the build directory, which only text of the project itself can
/// cause.
fn warn_of_place(project: &Path, bytes: &[u8], console: &mut Console) -> Result<()> {
    let place = project.canonicalize()?.display().to_string();
    if place.len() > 1 && bytes.windows(place.len()).any(|part| part == place.as_bytes()) {
        let message = format!(
            "The component has the path '{place}' in it, so that it would be another one if it were built elsewhere: it may come from \
             env!(\"CARGO_MANIFEST_DIR\") or a build script"
        );
        console.log(Level::Warning, "", &message);
    }
    Ok(())
}
