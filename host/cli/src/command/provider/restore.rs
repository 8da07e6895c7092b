//! `provider add` without names: restores the locked providers to the store.

use std::process::ExitCode;

use anyhow::Result;
use engine::installation::{Installation, ProviderOffer, RestoredProvider};
use serde_json::json;

use super::acceptance;
use crate::args::ProviderAdd;
use crate::console::Console;
use crate::exit;

/// Fetches locked providers that are missing or damaged in the store, and requests acceptance of those that
/// were not accepted on this system.
///
/// # Errors
/// Returns an error if a provider is not available or is rejected.
pub(super) fn run(arguments: &ProviderAdd, installation: &mut Installation, console: &mut Console) -> Result<ExitCode> {
    let all = installation.restore()?;
    let offers = installation.unaccepted(&all, arguments.downgrade)?;
    if !offers.is_empty() {
        acceptance::accept(installation, &offers, arguments.choice.accept_grants, console)?;
    }
    let mut restored = Vec::new();
    for RestoredProvider { entry, .. } in all.iter().filter(|restored| restored.is_fetched) {
        if !console.is_structured() {
            console.print_untrusted(&format!("Restored {} {}\n", entry.name, entry.version));
        }
        restored.push(json!({ "name": entry.name, "version": entry.version.to_string(), "digest": entry.artifact }));
    }
    if !offers.is_empty() {
        installation.accept(&offers)?;
        for ProviderOffer { entry, .. } in &offers {
            if !console.is_structured() {
                console.print_untrusted(&format!("Accepted {} {} on this system\n", entry.name, entry.version));
            }
        }
    } else if console.is_structured() {
        // The description for acceptance has the same fields.
        console.print_data(&restored.into());
    }
    installation.remove_unlocked()?;
    Ok(ExitCode::from(exit::SUCCESS))
}
