//! Owns `provider verify`: what a run makes sure of, for each provider of the lock, without a run.

use std::process::ExitCode;

use anyhow::{Result, bail};
use registry::installed;

use crate::args::ProviderVerify;
use crate::console::{Console, Level};
use crate::exit;
use crate::locked::{self, Files};
use crate::settings::Settings;

/// Verifies providers.
///
/// # Errors
/// Lock or policy can't be read, or one that is named is not in the lock.
pub(super) fn run(arguments: &ProviderVerify, console: &mut Console) -> Result<ExitCode> {
    let settings = Settings::of(&arguments.common, None, "user", console)?;
    let files = Files::of(&settings)?;
    let (lock, policy) = files.read()?;
    if let Some(name) = arguments.names.iter().find(|name| lock.find(name).is_none()) {
        bail!("The provider '{name}' is not in the lock");
    }
    let is_meant = |name: &String| arguments.names.is_empty() || arguments.names.contains(name);
    let mut code = exit::SUCCESS;
    for entry in lock.entries().iter().filter(|entry| is_meant(&entry.name)) {
        let verified = installed::verify(entry, &files.store, &policy).map_err(anyhow::Error::from);
        match verified.and_then(|artifact| locked::check_types(&entry.name, locked::types(artifact.package()))) {
            Ok(()) => console.tell(&format!("{} {} is what the lock has, and may run\n", entry.name, entry.version)),
            Err(refused) => {
                console.log(Level::Err, "", &format!("{refused:#}"));
                code = exit::FAILURE;
            }
        }
    }
    Ok(ExitCode::from(code))
}
