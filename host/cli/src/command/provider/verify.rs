//! `provider verify`: the checks of a run for each locked provider, without a run.

use std::process::ExitCode;

use anyhow::{Result, bail};
use registry::{Artifact, LockedProvider, installed};
use serde_json::json;

use crate::args::ProviderVerify;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::provider_lock::{self, LockPaths, ProviderLock};

/// Verifies providers.
///
/// # Errors
/// Returns an error if the lock or the policy cannot be read, or a named provider is not in the lock.
pub(super) fn run(arguments: &ProviderVerify, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let files = LockPaths::of(&settings);
    let ProviderLock { lock, policy, accepted } = files.read()?;
    if let Some(name) = arguments.names.iter().find(|name| lock.find(name).is_none()) {
        bail!("The provider '{name}' is not in the lock");
    }
    let is_selected = |name: &String| arguments.names.is_empty() || arguments.names.contains(name);
    let (mut code, mut answers) = (exit::SUCCESS, Vec::new());
    for entry in lock.entries().iter().filter(|entry| is_selected(&entry.name)) {
        let verified = installed::verify(entry, &files.store, &policy, &accepted).map_err(anyhow::Error::from);
        let verified = verified.and_then(|artifact| check(entry, &artifact));
        let fault = verified.err().map(|refused| format!("{refused:#}"));
        let (name, version) = (&entry.name, entry.version.to_string());
        match &fault {
            Some(refused) => {
                console.log(Level::Err, "", refused);
                code = exit::FAILURE;
            }
            None if !console.is_structured() => {
                console.print_untrusted(&format!("{name} {version} matches the lock and is accepted\n"));
            }
            None => {}
        }
        answers.push(json!({ "name": name, "version": version, "may_run": fault.is_none(), "fault": fault }));
    }
    if console.is_structured() {
        console.print_data(&answers.into());
    }
    Ok(ExitCode::from(code))
}

/// Performs the checks of a run that loads the component, and checks the clear text of the grants, which reviewers of the
/// lock file read.
fn check(entry: &LockedProvider, artifact: &Artifact) -> Result<()> {
    let name = &entry.name;
    let package = artifact.package();
    provider_lock::check_types(name, &package.schema, &package.manifest)?;
    runtime::check_package(artifact.package())?;
    if !entry.has_requests_of(artifact) {
        bail!(
            "The grants of '{name}' that the lock file lists are not those of the component; 'marotte provider add {name}' lists them \
             again"
        );
    }
    Ok(())
}
