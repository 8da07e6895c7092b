//! `environment`: environments as artifacts in registries and directories.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use catalog::Level;
use engine::{DirectoryEnvironment, Settings};
use ownership::Checker;
use registry::environment::{EnvironmentReference, EnvironmentStore, PulledEnvironment, SealedValues};

use crate::args::EnvironmentCommand;
use crate::console::Console;

mod diff;
mod list;
mod publish;
mod pull;
mod rollout;
mod show;
mod trust;

/// Runs an `environment` command.
///
/// # Errors
/// Returns an error if the command fails; the error is shown to the user.
pub(super) fn run(command: &EnvironmentCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        EnvironmentCommand::Publish(arguments) => publish::run(arguments, console),
        EnvironmentCommand::Pull(arguments) => pull::run(arguments, console),
        EnvironmentCommand::List(arguments) => list::run(arguments, console),
        EnvironmentCommand::Show(arguments) => show::run(arguments, console),
        EnvironmentCommand::Diff(arguments) => diff::run(arguments, console),
        EnvironmentCommand::Trust(arguments) => trust::run(arguments, console),
        EnvironmentCommand::Rollout(arguments) => rollout::run(arguments, console),
    }
}

/// Returns the name of an environment: the given one, or that of a reference.
fn name_of<'a>(given: Option<&'a str>, reference: &'a EnvironmentReference) -> Result<&'a str> {
    let name = given.unwrap_or(&reference.name);
    if !engine::is_environment_name(name) {
        bail!("'{name}' is not the name of an environment, which has letters, digits and '_'; give it with --name");
    }
    Ok(name)
}

/// Returns the directory of environments in which an environment is, or the first one.
fn directory_of(settings: &Settings, name: &str) -> Result<PathBuf> {
    let path = &*settings.environmentpath;
    let existing = path.iter().find(|directory| directory.join(name).symlink_metadata().is_ok());
    existing.or(path.first()).cloned().context("The setting environmentpath has no directory")
}

/// Returns a pulled environment, and the directory of its current version.
fn pulled(settings: &Settings, name: &str) -> Result<Option<(PulledEnvironment, PathBuf)>> {
    if !engine::is_environment_name(name) {
        return Ok(None);
    }
    let store = EnvironmentStore::new(directory_of(settings, name)?, &settings.checker);
    let found = store.find(name)?;
    Ok(found
        .and_then(|found| Some((found.current.map(|current| store.tree(name, &current))?, found)))
        .map(|(directory, found)| (found, directory)))
}

/// Returns the directories of modules of an environment in a directory, and logs warnings about its configuration.
fn module_directories(directory: &std::path::Path, checker: &Checker, console: &mut Console) -> Result<Vec<String>> {
    let (directories, warnings) = DirectoryEnvironment::own_module_directories(directory, checker)?;
    warnings.iter().for_each(|warning| console.log(Level::Warning, "", warning));
    Ok(directories)
}

/// Returns a line with the numbers of values that were encrypted for their readers.
fn sealed_text(sealed: &SealedValues) -> String {
    let SealedValues { files, values, readers } = sealed;
    let number = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    format!(
        "  {} in {} sealed for {}\n",
        number(*values, "value"),
        number(*files, "file"),
        number(*readers, "certificate")
    )
}

/// Returns the version of a module as a text.
fn version_text(version: Option<&String>) -> String {
    version.cloned().unwrap_or_else(|| "no version".to_owned())
}
