//! Owns `provider add`: providers of others come into the store and the lock; or what the lock has comes into the store again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use registry::Digest;
use registry::installed::{VerifyError, verify};
use serde_json::json;

use super::acquire::named::Named;
use super::acquire::{Acquisition, open};
use crate::args::ProviderAdd;
use crate::console::Console;
use crate::settings::Settings;
use crate::surroundings;
use crate::{components, exit, locked};

/// Adds providers.
///
/// # Errors
/// One is not to be had or not taken; then nothing has changed.
pub(super) fn run(arguments: &ProviderAdd, console: &mut Console) -> Result<ExitCode> {
    let settings = Settings::of(&arguments.common, None, "user", console)?;
    let mut acquisition = Acquisition::begin(&settings, &arguments.choice, console)?;
    if arguments.providers.is_empty() && !arguments.from_modules {
        return restore(&acquisition, console);
    }
    let named: Vec<Named> = match arguments.from_modules {
        true => {
            let carried = locked::in_modules(&surroundings::modulepath(&arguments.common, console)?.1);
            if carried.is_empty() {
                bail!("No module carries a component in its folder providers");
            }
            // Nobody has named this version.
            let take = |path: &PathBuf| {
                let named = Named::file(&path.display().to_string(), &acquisition.policy)?;
                Ok(Named { may_go_back: false, ..named })
            };
            let named = carried.iter().map(take).collect::<Result<Vec<_>>>()?;
            check_one_of_each(&named, &carried)?;
            named
        }
        false => {
            let parse = |text: &String| Named::parse(text, &acquisition.network, &acquisition.policy);
            arguments.providers.iter().map(parse).collect::<Result<_>>()?
        }
    };
    for entry in acquisition.acquire(&named, console)? {
        if !console.is_json() {
            console.tell(&format!("{} {} is there already\n", entry.name, entry.version));
        }
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Of a provider there is one at a time: two modules have to agree.
fn check_one_of_each(named: &[Named], carried: &[PathBuf]) -> Result<()> {
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

/// Fetches what the lock has and the store has not, or not whole.
fn restore(acquisition: &Acquisition<'_>, console: &mut Console) -> Result<ExitCode> {
    let Acquisition { files, changes, lock, policy, network, .. } = acquisition;
    let mut restored = Vec::new();
    for entry in lock.entries() {
        match verify(entry, &files.store, policy) {
            Ok(_) => continue,
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
        verify(entry, &files.store, policy)?;
        if !console.is_json() {
            console.tell(&format!("{} {} is installed again\n", entry.name, entry.version));
        }
        restored.push(json!({ "name": entry.name, "version": entry.version.to_string(), "digest": entry.artifact }));
    }
    if console.is_json() {
        console.answer_json(&restored.into());
    }
    files.store.sweep(lock, changes)?;
    Ok(ExitCode::from(exit::SUCCESS))
}
