//! Owns `provider mirror`: copies of providers, with their signatures, in a folder or a registry of one's own.

use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use registry::repository::{self, Published};
use registry::{Digest, Entry, Lock, Network, Source};
use semver::Version;

use super::acquire::named::Named;
use super::{acquire, place};
use crate::args::ProviderMirror;
use crate::console::Console;
use crate::exit;
use crate::locked::Files;
use crate::settings::Settings;

/// Copies providers: what the lock has, or the newest versions of what is named at a source.
///
/// # Errors
/// One can't be had, or the place does not take it; those before it are there.
pub(super) fn run(arguments: &ProviderMirror, console: &mut Console) -> Result<ExitCode> {
    let settings = Settings::of(&arguments.common, None, "user", console)?;
    let network = place::network(console);
    let named = arguments.providers.iter().map(|text| Named::by_name(text)).collect::<Result<Vec<_>>>()?;
    let copies = match &arguments.from {
        Some(_) if named.is_empty() => {
            bail!("Name what is to be copied: marotte provider mirror DEST NAME --from SOURCE")
        }
        Some(from) => of_source(from, &named, &network)?,
        None => of_lock(&Files::of(&settings)?.read()?.0, &named, &network)?,
    };
    let to = place::destination(&arguments.destination, &network)?;
    for copy in copies {
        let fetched = copy.source.fetch(&copy.name, &copy.version)?;
        let found = fetched.artifact.digest();
        if let Some(locked) = copy.locked.filter(|locked| *locked != found) {
            bail!(
                "'{}' has other bytes as {} {} than the lock: {found}, where {locked} was expected",
                copy.source.describe(),
                copy.name,
                copy.version
            );
        }
        let how = match repository::publish(&*to, &fetched)? {
            Published::Newly => "Copied",
            Published::Again => "Was there already:",
        };
        console.tell(&format!("{how} {} ({found})\n", to.reference(&copy.name, &copy.version.to_string())));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// What is copied, and where it is.
struct Wanted {
    name: String,
    version: Version,
    source: Rc<dyn Source>,
    /// What the lock says that it is.
    locked: Option<Digest>,
}

fn of_lock(lock: &Lock, named: &[Named], network: &Network) -> Result<Vec<Wanted>> {
    let is_named = |name: &str| named.is_empty() || named.iter().any(|named| named.name == name);
    for named in named {
        let entry = lock.find(&named.name);
        let name = &named.name;
        let entry =
            entry.with_context(|| format!("'{name}' is not in the lock; --from SOURCE says where else it is"))?;
        if !named.choice.matches(&entry.version) {
            bail!("The lock has version {} of '{name}'; --from SOURCE says where another one is", entry.version);
        }
    }
    let copy = |entry: &Entry| -> Result<Wanted> {
        let source = acquire::open(&entry.source, network)?;
        Ok(Wanted { name: entry.name.clone(), version: entry.version.clone(), source, locked: Some(entry.artifact) })
    };
    let entries = lock.entries().iter().filter(|entry| is_named(&entry.name));
    let copies = entries.map(copy).collect::<Result<Vec<_>>>()?;
    if copies.is_empty() {
        bail!("The lock has no providers to copy; name some, and with --from SOURCE where they are");
    }
    Ok(copies)
}

fn of_source(from: &str, named: &[Named], network: &Network) -> Result<Vec<Wanted>> {
    let source = acquire::open(from, network)?;
    let copy = |named: &Named| -> Result<Wanted> {
        let newest = source.versions(&named.name)?.into_iter().rfind(|version| named.choice.matches(version));
        let version = newest.with_context(|| {
            format!("'{}' has no version {} of the provider '{}'", source.describe(), named.choice, named.name)
        })?;
        Ok(Wanted { name: named.name.clone(), version, source: Rc::clone(&source), locked: None })
    };
    named.iter().map(copy).collect()
}
