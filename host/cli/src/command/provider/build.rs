//! `provider build`: builds the component of a project and checks it like the host.

mod cargo;
mod tool;
mod world;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use runtime::{ComponentSource, Package, Runtime, RuntimeConfig};

use super::show;
use crate::args::ProviderBuild;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::components;

/// Restrictions on the crates with which a Rust project is built.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CrateSource {
    /// Only use crates that are already downloaded.
    pub(super) is_offline: bool,
    /// Require an up-to-date Cargo.lock.
    pub(super) is_locked: bool,
}

/// Builds the component and prints its description.
///
/// # Errors
/// Returns an error if the build fails, or the host would reject the component.
pub(super) fn run(arguments: &ProviderBuild, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let file = make(&arguments.directory, CrateSource { is_offline: arguments.offline, is_locked: false })?;
    let bytes = components::read(&file)?;
    let path = file.display();
    let package = runtime::read_package("component", &bytes).with_context(|| format!("'{path}' is not a provider"))?;
    check(&package, bytes.clone())?;
    warn(&package, console);
    let digest = runtime::sha256(&bytes);
    for (import, section) in world::unneeded(&package) {
        let words =
            format!("It imports {import}, and provider.toml asks for nothing in {section} that needs it: leave it out");
        console.log(Level::Warning, "", &words);
    }
    if console.is_json() {
        let mut answer = show::to_json(&package, &digest);
        answer["file"] = path.to_string().into();
        answer["size"] = bytes.len().into();
        console.print_json(&answer);
    } else {
        console.print_untrusted(&format!(
            "{path}: {} kB\n\n{}",
            bytes.len().div_ceil(1000),
            show::to_text(&package, &digest)
        ));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// The language of a project.
#[derive(Debug, Clone, Copy)]
pub(super) enum SourceLanguage {
    Rust,
    JavaScript,
    Python,
}

/// Builds the component of a project with the tool of its language.
///
/// # Errors
/// Returns an error if the directory is not a project, or the build fails.
pub(super) fn make(directory: &Path, crates: CrateSource) -> Result<PathBuf> {
    match language(directory)? {
        SourceLanguage::Rust => cargo::build(directory, crates),
        SourceLanguage::JavaScript => tool::build(directory, &tool::Npm),
        SourceLanguage::Python => tool::build(directory, &tool::Python),
    }
}

/// Returns the language of a project.
///
/// # Errors
/// Returns an error if the directory is not a project.
pub(super) fn language(directory: &Path) -> Result<SourceLanguage> {
    let has = |name: &str| directory.join(name).is_file();
    if has("Cargo.toml") {
        Ok(SourceLanguage::Rust)
    } else if has("package.json") {
        Ok(SourceLanguage::JavaScript)
    } else if has("app.py") {
        Ok(SourceLanguage::Python)
    } else {
        let shown = directory.display();
        bail!(
            "'{shown}' is no project of a provider: it has no Cargo.toml, package.json or app.py. marotte provider new NAME \
             makes one"
        );
    }
}

/// Warns about imports that are not in the contract.
pub(super) fn warn(package: &Package, console: &mut Console) {
    for import in package.imports.iter().filter(|import| !runtime::is_exposed(import)) {
        let words = format!("It imports {import}, which is not lent: a call of it ends the resource's turn");
        console.log(Level::Warning, "", &words);
    }
}

/// Checks that the component and its schema section agree; the host would only detect a difference at the first
/// use.
///
/// # Errors
/// Returns an error if the component returns another description than that in its section.
pub(super) fn check(package: &Package, bytes: Vec<u8>) -> Result<()> {
    let mut runtime = Runtime::new(RuntimeConfig::new(vec![ComponentSource::new("component", bytes)]))?;
    for schema in &package.schema.types {
        runtime.check_description(&schema.name).context("The component and its section do not agree")?;
    }
    Ok(())
}
