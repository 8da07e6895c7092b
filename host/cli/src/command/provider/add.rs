//! `provider add`: installs and locks third-party providers, or restores the locked ones to the store.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use engine::installation::{Installation, NamedProvider};
use engine::{components, provider_lock};
use registry::Digest;

use super::{acceptance, place, restore};
use crate::args::ProviderAdd;
use crate::console::Console;
use crate::exit;

/// Installs providers.
///
/// # Errors
/// Returns an error if a provider is not available or is rejected; nothing is changed then.
pub(super) fn run(arguments: &ProviderAdd, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    let mut installation = Installation::begin(&settings, &arguments.choice.from, network, console)?;
    if arguments.providers.is_empty() && !arguments.from_modules {
        return restore::run(arguments, &mut installation, console);
    }
    let named = match arguments.from_modules {
        true => of_modules(&console.modulepath(&arguments.common)?.1, &installation)?,
        false => {
            let parse = |text: &String| NamedProvider::parse(text, &installation.network, &installation.policy);
            arguments.providers.iter().map(parse).collect::<Result<_>>()?
        }
    };
    let unchanged = acceptance::install(&mut installation, &named, arguments.choice.accept_grants, console)?;
    acceptance::print_unchanged(&unchanged, console);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the providers in the modules of the module path.
fn of_modules(modulepath: &[PathBuf], installation: &Installation) -> Result<Vec<NamedProvider>> {
    let files = provider_lock::in_modules(modulepath);
    if files.is_empty() {
        bail!("No module contains a component in its directory 'providers'");
    }
    // The version was not named explicitly.
    let read = |path: &PathBuf| {
        let named = NamedProvider::file(&path.display().to_string(), &installation.policy)?;
        Ok(NamedProvider { may_go_back: false, ..named })
    };
    let named = files.iter().map(read).collect::<Result<Vec<_>>>()?;
    check_unique(&named, &files)?;
    Ok(named)
}

/// Checks that modules with the same provider contain the same component, since only one version can be
/// installed.
fn check_unique(named: &[NamedProvider], files: &[PathBuf]) -> Result<()> {
    let mut seen: BTreeMap<&str, (&PathBuf, Digest)> = BTreeMap::new();
    for (named, path) in named.iter().zip(files) {
        let digest = Digest::of(&components::read(path)?);
        let (first, known) = *seen.entry(&named.name).or_insert((path, digest));
        if known != digest {
            bail!(
                "Two modules contain different components of the provider '{}': '{}' and '{}'. Remove one of them",
                named.name,
                first.display(),
                path.display()
            );
        }
    }
    Ok(())
}
