//! `provider mirror`: copies of providers, with their signatures, in another directory or registry.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use registry::repository::{self, PublishOutcome};
use registry::source::file::FileSource;
use registry::{
    ArtifactSource, Digest, LockFile, LockedProvider, Network, OciLayout, Policy, Repository, RepositoryIndex,
    SourceLocator,
};
use semver::Version;
use serde_json::json;

use super::acquire::named::NamedProvider;
use super::{acquire, place};
use crate::args::ProviderMirror;
use crate::console::Console;
use crate::exit;
use engine::provider_lock::{LockPaths, ProviderLock};

/// Copies providers: the locked ones, or the newest versions of the named or of all providers of a source.
///
/// # Errors
/// Returns an error if a provider is not available or the destination rejects it; earlier copies remain.
pub(super) fn run(arguments: &ProviderMirror, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    let files = LockPaths::of(&settings);
    let ProviderLock { lock, policy, .. } = files.read()?;
    let named = arguments.providers.iter().map(|text| NamedProvider::by_name(text)).collect::<Result<Vec<_>>>()?;
    let copies = match &arguments.from {
        Some(from) if named.is_empty() => all_of_source(from, &network, &policy)?,
        Some(from) => of_source(from, &named, &network, &policy)?,
        None => of_lock(&lock, &named, &network, &policy)?,
    };
    let to = place::destination(&arguments.destination, &network)?;
    let mut answers = Vec::new();
    for wanted in copies {
        let (how, digest) = copy(&wanted, &*to)?;
        let reference = to.reference(&wanted.name, &wanted.version.to_string());
        if console.is_json() {
            answers.push(json!({
                "reference": reference, "name": wanted.name, "version": wanted.version.to_string(), "digest": digest,
                "new": how == PublishOutcome::Newly,
            }));
            continue;
        }
        let how = match how {
            PublishOutcome::Newly => "Copied",
            PublishOutcome::Again => "Was there already:",
        };
        console.print_untrusted(&format!("{how} {reference} ({digest})\n"));
    }
    if console.is_json() {
        console.print_json(&answers.into());
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// A provider to copy and its source.
struct Wanted {
    name: String,
    version: Version,
    source: Rc<dyn ArtifactSource>,
    /// The expected digest and its origin.
    known: Option<(Digest, &'static str)>,
}

/// Copies a version with its signatures. If the destination already has the version, only the signatures are
/// copied.
fn copy(wanted: &Wanted, to: &dyn Repository) -> Result<(PublishOutcome, Digest)> {
    let Wanted { name, version, source, known } = wanted;
    let is_meant = |digest: Digest| known.is_none_or(|(known, _)| known == digest);
    if let Some(there) = repository::follow(&**source, to, name, version)?.filter(|there| is_meant(*there)) {
        return Ok((PublishOutcome::Again, there));
    }
    let fetched = source.fetch(name, version)?;
    let found = fetched.artifact.digest();
    if let Some((expected, who)) = known.filter(|_| !is_meant(found)) {
        let place = source.describe();
        bail!("'{place}' has other bytes as {name} {version} than {who}: {found}, where {expected} was expected");
    }
    Ok((repository::publish(to, &fetched)?, found))
}

fn of_lock(lock: &LockFile, named: &[NamedProvider], network: &Network, policy: &Policy) -> Result<Vec<Wanted>> {
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
    let copy = |entry: &LockedProvider| -> Result<Wanted> {
        let source = acquire::open(&entry.source, network, policy)?;
        let known = Some((entry.artifact, "the lock"));
        Ok(Wanted { name: entry.name.clone(), version: entry.version.clone(), source, known })
    };
    let entries = lock.entries().iter().filter(|entry| is_named(&entry.name));
    let copies = entries.map(copy).collect::<Result<Vec<_>>>()?;
    if copies.is_empty() {
        bail!("The lock has no providers to copy; name some, and with --from SOURCE where they are");
    }
    Ok(copies)
}

/// Lists the newest version of each provider in a directory or in the index of a registry.
fn all_of_source(from: &str, network: &Network, policy: &Policy) -> Result<Vec<Wanted>> {
    let place = SourceLocator::find(from)?;
    policy.check_source(&place.to_string())?;
    let (names, index) = match &place {
        SourceLocator::Layout(directory) => (OciLayout::open(directory)?.names()?, None),
        SourceLocator::File(path) => (vec![FileSource::new(path.clone()).read()?.artifact.name().to_owned()], None),
        SourceLocator::Registry { .. } => {
            let index = RepositoryIndex::fetch(&*place::repository(from, network)?)?.with_context(|| {
                format!(
                    "A registry does not say which providers it has, and '{from}' has no index: name them, as in marotte provider \
                     mirror DEST acme/motd --from {from}"
                )
            })?;
            let names: BTreeSet<&String> = index.providers.iter().map(|entry| &entry.name).collect();
            (names.into_iter().cloned().collect(), Some(index))
        }
    };
    let named = names.iter().map(|name| NamedProvider::by_name(name)).collect::<Result<Vec<_>>>()?;
    let mut copies = of_source(from, &named, network, policy)?;
    let listed = index.map(|index| index.providers).unwrap_or_default();
    for wanted in &mut copies {
        let entry = listed.iter().find(|entry| entry.name == wanted.name && entry.version == wanted.version);
        wanted.known = entry.map(|entry| (entry.digest, "its index"));
    }
    if copies.is_empty() {
        bail!("'{from}' has no providers to copy");
    }
    Ok(copies)
}

fn of_source(from: &str, named: &[NamedProvider], network: &Network, policy: &Policy) -> Result<Vec<Wanted>> {
    let source = acquire::open(from, network, policy)?;
    let copy = |named: &NamedProvider| -> Result<Wanted> {
        let newest = source.versions(&named.name)?.into_iter().rfind(|version| named.choice.matches(version));
        let version = newest.with_context(|| {
            format!("'{}' has no version {} of the provider '{}'", source.describe(), named.choice, named.name)
        })?;
        Ok(Wanted { name: named.name.clone(), version, source: Rc::clone(&source), known: None })
    };
    named.iter().map(copy).collect()
}
