//! `migrate`: checks of control repositories written for Puppet. The checks are in the crate `migration`.

mod nodes;

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use engine::DirectoryEnvironment;
use engine::components;
use migration::{FindingSeverity, InstalledTypes, Repository};
use runtime::{ComponentRegistry, Runtime, RuntimeConfig};

use crate::args::{MigrateCheck, MigrateCommand};
use crate::console::Console;
use crate::exit;

/// The parts of an environment, one of which a control repository has.
const PARTS: [&str; 4] = ["environment.conf", "manifests", "modules", "Puppetfile"];

/// The types of the installed components.
struct Installed<'a>(&'a ComponentRegistry);

impl InstalledTypes for Installed<'_> {
    fn has_type(&self, type_name: &str) -> bool {
        self.0.defines(type_name)
    }

    fn providers_of(&self, type_name: &str) -> Vec<String> {
        self.0.providers_of(type_name).into_iter().map(|(_, provider)| provider.name.clone()).collect()
    }
}

/// Runs a `migrate` command.
///
/// # Errors
/// Returns an error if the directory is not an environment, or a component cannot be read.
pub(crate) fn run(command: &MigrateCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        MigrateCommand::Check(arguments) => check(arguments, console),
    }
}

fn check(arguments: &MigrateCheck, console: &mut Console) -> Result<ExitCode> {
    console.log_to_stderr();
    let directory = std::path::absolute(&arguments.directory).context("Could not find the current directory")?;
    if !directory.is_dir() {
        bail!("There is no directory '{}'", directory.display());
    }
    if !PARTS.iter().any(|part| directory.join(part).exists()) {
        bail!("'{}' is not an environment: it contains none of {}", directory.display(), PARTS.join(", "));
    }
    if let Some(address) = &arguments.puppetdb {
        return nodes::check(&directory, address, arguments, console);
    }
    let settings = console.settings(&arguments.common, None, "user")?;
    let (environment, warnings) = DirectoryEnvironment::of_directory(&settings, &directory)?;
    let runtime = Runtime::new(RuntimeConfig::new(components::of_run(&settings, &arguments.provider, console)?))?;
    let report = migration::check(&Repository {
        directory: &directory,
        environment: &environment,
        warnings: &warnings,
        types: &Installed(runtime.registry()),
        checker: &settings.checker,
    });
    match console.is_structured() {
        true => console.print_data(&migration::as_json(&report)),
        false => console.print_untrusted(&migration::as_text(&report)),
    }
    let has_errors = report.count(FindingSeverity::Error) > 0;
    Ok(ExitCode::from(if has_errors { exit::FAILURE } else { exit::SUCCESS }))
}
