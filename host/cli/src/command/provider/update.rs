//! `provider update`: updates locked providers within their ranges.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use catalog::Level;
use engine::installation::{Installation, NamedProvider, NewerVersion, open_source};

use super::{acceptance, place};
use crate::args::ProviderUpdate;
use crate::console::Console;
use crate::exit;

/// Updates providers.
///
/// # Errors
/// Returns an error if a provider is not in the lock, is not available or is rejected; nothing is changed then.
pub(super) fn run(arguments: &ProviderUpdate, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    let mut installation = Installation::begin(&settings, &arguments.choice.from, network, console)?;
    let all = installation.lock.entries().iter().map(|entry| entry.name.clone());
    let names: Vec<String> = if arguments.providers.is_empty() { all.collect() } else { arguments.providers.clone() };
    let mut named = Vec::new();
    for text in &names {
        let mut wanted = NamedProvider::by_name(text)?;
        let entry = installation.lock.find(&wanted.name);
        let missing = || format!("The provider '{}' is not in the lock: marotte provider add {text}", wanted.name);
        let entry = entry.with_context(missing)?;
        if wanted.requirement.is_none() {
            wanted.choice = entry.requirement.clone();
        }
        if arguments.choice.from.is_empty() {
            wanted.source = Some(open_source(&entry.source, &installation.network, &installation.policy)?);
        }
        named.push(wanted);
    }
    let before = installation.lock.clone();
    acceptance::install(&mut installation, &named, arguments.choice.accept_grants, console)?;
    if installation.lock == before && !console.is_structured() {
        console.print_untrusted("All providers are up to date\n");
    }
    for NewerVersion { locked, version, source } in installation.newer_versions(&named)? {
        let (name, range) = (&locked.name, &locked.requirement);
        let message = format!(
            "{name} {version} is available in '{source}', outside of the range {range} in the lock file: marotte provider add \
             {name}@^{version} --from {source}"
        );
        console.log(Level::Notice, "", &message);
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
