//! `provider add`: installs and locks third-party providers, or restores the locked ones to the store.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use registry::accepted::AcceptanceError;
use registry::installed::{VerifyError, inspect};
use registry::{Artifact, Digest, LockedProvider};
use serde_json::json;

use super::acquire::named::NamedProvider;
use super::acquire::{Acquisition, ProviderOffer, open};
use crate::args::ProviderAdd;
use crate::console::Console;
use crate::exit;
use engine::{components, provider_lock};

/// Installs providers.
///
/// # Errors
/// Returns an error if a provider is not available or is rejected; nothing is changed then.
pub(super) fn run(arguments: &ProviderAdd, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let mut acquisition = Acquisition::begin(&settings, &arguments.choice, console)?;
    if arguments.providers.is_empty() && !arguments.from_modules {
        return restore(&mut acquisition, arguments.downgrade, console);
    }
    let named: Vec<NamedProvider> = match arguments.from_modules {
        true => {
            let carried = provider_lock::in_modules(&console.modulepath(&arguments.common)?.1);
            if carried.is_empty() {
                bail!("No module carries a component in its directory providers");
            }
            // The version was not named explicitly.
            let take = |path: &PathBuf| {
                let named = NamedProvider::file(&path.display().to_string(), &acquisition.policy)?;
                Ok(NamedProvider { may_go_back: false, ..named })
            };
            let named = carried.iter().map(take).collect::<Result<Vec<_>>>()?;
            check_one_of_each(&named, &carried)?;
            named
        }
        false => {
            let parse = |text: &String| NamedProvider::parse(text, &acquisition.network, &acquisition.policy);
            arguments.providers.iter().map(parse).collect::<Result<_>>()?
        }
    };
    for entry in acquisition.acquire(&named, console)? {
        if !console.is_json() {
            console.print_untrusted(&format!("{} {} is there already\n", entry.name, entry.version));
        }
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Checks that modules with the same provider carry the same component, since only one version can be
/// installed.
fn check_one_of_each(named: &[NamedProvider], carried: &[PathBuf]) -> Result<()> {
    let mut seen: BTreeMap<&str, (&PathBuf, Digest)> = BTreeMap::new();
    for (named, path) in named.iter().zip(carried) {
        let digest = Digest::of(&components::read(path)?);
        let (first, known) = *seen.entry(&named.name).or_insert((path, digest));
        if known != digest {
            bail!(
                "Two modules carry the provider '{}', and not the same one: '{}' and '{}'. One of them has to go",
                named.name,
                first.display(),
                path.display()
            );
        }
    }
    Ok(())
}

/// A provider of the lock.
struct Restored {
    entry: LockedProvider,
    artifact: Artifact,
    /// The store did not contain the component, or its content was damaged.
    is_fetched: bool,
}

/// Fetches locked providers that are missing or damaged in the store, and requests acceptance of those that
/// were not accepted on this system, since the lock may come from another system.
fn restore(acquisition: &mut Acquisition<'_>, may_go_back: bool, console: &mut Console) -> Result<ExitCode> {
    let entries = acquisition.lock.entries().to_vec();
    let all = entries.into_iter().map(|entry| find(acquisition, entry)).collect::<Result<Vec<_>>>()?;
    let mut offers = Vec::new();
    for Restored { entry, artifact, .. } in &all {
        match acquisition.accepted.check(entry, artifact.package()) {
            Ok(()) => continue,
            Err(older @ AcceptanceError::Older { .. }) if !may_go_back => return Err(older.into()),
            Err(_) => {}
        }
        // The first version is accepted by a policy that limits the grants of its namespace.
        let is_first = acquisition.accepted.floor(&entry.name).is_none();
        let is_granted = is_first && acquisition.policy.has_maximum(&entry.name);
        offers.push(ProviderOffer { entry, package: artifact.package(), is_granted });
    }
    if !offers.is_empty() {
        acquisition.accept(&offers, console)?;
    }
    let mut restored = Vec::new();
    for Restored { entry, .. } in all.iter().filter(|restored| restored.is_fetched) {
        if !console.is_json() {
            console.print_untrusted(&format!("{} {} is installed again\n", entry.name, entry.version));
        }
        restored.push(json!({ "name": entry.name, "version": entry.version.to_string(), "digest": entry.artifact }));
    }
    if !offers.is_empty() {
        acquisition.accepted.accept(offers.iter().map(|offer| (offer.entry, offer.package)), &acquisition.changes)?;
        acquisition.accepted.settle(&acquisition.lock, &acquisition.changes)?;
        for ProviderOffer { entry, .. } in &offers {
            if !console.is_json() {
                console.print_untrusted(&format!("{} {} is accepted on this machine\n", entry.name, entry.version));
            }
        }
    } else if console.is_json() {
        // The description for acceptance has the same fields.
        console.print_json(&restored.into());
    }
    acquisition.files.store.sweep(&acquisition.lock, &acquisition.changes)?;
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Finds a locked provider in the store, or fetches it from its source.
fn find(acquisition: &Acquisition<'_>, entry: LockedProvider) -> Result<Restored> {
    let Acquisition { files, changes, policy, network, .. } = acquisition;
    match inspect(&entry, &files.store, policy) {
        Ok(artifact) => return Ok(Restored { entry, artifact, is_fetched: false }),
        Err(VerifyError::Missing { .. } | VerifyError::Differs { .. } | VerifyError::Source { .. }) => {}
        Err(refused) => return Err(refused.into()),
    }
    let fetched = open(&entry.source, network, policy)?.fetch(&entry.name, &entry.version)?;
    let found = fetched.artifact.digest();
    if found != entry.artifact {
        let (name, version, source) = (&entry.name, &entry.version, &entry.source);
        bail!(
            "The provider '{name}' {version} of '{source}' is not what the lock has: its manifest is {found}, where {} was expected",
            entry.artifact
        );
    }
    files.store.put(&fetched, changes)?;
    let artifact = inspect(&entry, &files.store, policy)?;
    Ok(Restored { entry, artifact, is_fetched: true })
}
