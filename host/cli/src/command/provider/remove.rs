//! `provider remove`: removes providers from the lock and then from the store.

use std::process::ExitCode;

use anyhow::{Result, bail};
use registry::installed::verify;
use serde_json::json;

use crate::args::ProviderRemove;
use crate::console::Console;
use crate::exit;
use engine::provider_lock::{LockPaths, ProviderLock};
use report::sanitize::printable_line;

/// Removes providers.
///
/// # Errors
/// Returns an error if a provider is not installed or another one depends on it; nothing is changed then.
pub(super) fn run(arguments: &ProviderRemove, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let files = LockPaths::of(&settings);
    let changes = files.change(console)?;
    files.store.check_owner(&changes)?;
    let ProviderLock { mut lock, policy, mut accepted } = files.read()?;
    for name in &arguments.names {
        // After an interrupted removal, a provider may only be in the store.
        if lock.remove(name).is_none() && files.store.versions(name)?.is_empty() {
            bail!("The provider '{name}' is not in the lock");
        }
    }
    for entry in lock.entries() {
        // A provider that is not permitted to run has no dependencies.
        let Ok(artifact) = verify(entry, &files.store, &policy, &accepted) else { continue };
        let needed = artifact.package().manifest.dependencies.keys().find(|name| arguments.names.contains(name));
        if let Some(needed) = needed {
            bail!("The provider '{}' depends on '{needed}': remove both, or neither", entry.name);
        }
    }
    lock.save(&changes)?;
    accepted.withdraw(&arguments.names, &changes)?;
    for name in &arguments.names {
        files.store.remove(name, &changes)?;
        if !console.is_structured() {
            console.print_untrusted(&format!("{} is removed\n", printable_line(name)));
        }
    }
    files.store.sweep(&lock, &changes)?;
    if console.is_structured() {
        console.print_data(&json!({ "removed": arguments.names }));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
