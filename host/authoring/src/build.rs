//! Builds of components, with the checks of the host.

mod cargo;
mod imports;
mod native;
mod tool;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use runtime::{ComponentSource, Package, Runtime, RuntimeConfig};

use crate::Language;

pub use imports::{interface, undefined as undefined_imports, unneeded as unneeded_imports};
pub use native::test;

/// Restrictions on the crates with which a Rust project is built.
#[derive(Debug, Clone, Copy, Default)]
pub struct CrateSource {
    /// Only use crates that are already downloaded.
    pub is_offline: bool,
    /// Require an up-to-date Cargo.lock.
    pub is_locked: bool,
}

/// Builds the component of a project with the tool of its language.
///
/// # Errors
/// Returns an error if the directory is not a project, or the build fails.
pub fn make(directory: &Path, crates: CrateSource) -> Result<PathBuf> {
    match language(directory)? {
        Language::Rust => cargo::build(directory, crates),
        Language::JavaScript => tool::build(directory, &tool::Npm),
        Language::Python => tool::build(directory, &tool::Python),
    }
}

/// Returns the language of a project.
///
/// # Errors
/// Returns an error if the directory is not a project.
pub fn language(directory: &Path) -> Result<Language> {
    let has = |name: &str| directory.join(name).is_file();
    if has("Cargo.toml") {
        Ok(Language::Rust)
    } else if has("package.json") {
        Ok(Language::JavaScript)
    } else if has("app.py") {
        Ok(Language::Python)
    } else {
        let shown = directory.display();
        bail!(
            "'{shown}' is not the project of a provider: it has no Cargo.toml, package.json or app.py. Create one with marotte \
             provider new NAME"
        );
    }
}

/// Checks that the component and its schema section agree; the host would only detect a difference at the first
/// use.
///
/// # Errors
/// Returns an error if the component returns another description than that in its section.
pub fn check(package: &Package, bytes: Vec<u8>) -> Result<()> {
    let mut runtime = Runtime::new(RuntimeConfig::new(vec![ComponentSource::new("component", bytes)]))?;
    for schema in &package.schema.types {
        runtime.check_description(&schema.name).context("The component and its section do not agree")?;
    }
    Ok(())
}
