//! Selection of the providers to copy: locked ones, named ones, or all of a source.

use std::collections::BTreeSet;
use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use engine::installation::{NamedProvider, open_source};
use registry::source::file::FileSource;
use registry::{
    ArtifactSource, Digest, LockFile, LockedProvider, Network, OciLayout, Policy, RepositoryIndex, SourceLocator,
};
use semver::Version;

use super::super::place;

/// A provider to copy and its source.
pub(super) struct MirroredProvider {
    pub(super) name: String,
    pub(super) version: Version,
    pub(super) source: Rc<dyn ArtifactSource>,
    /// The expected digest and its origin.
    pub(super) known: Option<(Digest, &'static str)>,
}

pub(super) fn of_lock(
    lock: &LockFile,
    named: &[NamedProvider],
    network: &Network,
    policy: &Policy,
) -> Result<Vec<MirroredProvider>> {
    let is_named = |name: &str| named.is_empty() || named.iter().any(|named| named.name == name);
    for named in named {
        let entry = lock.find(&named.name);
        let name = &named.name;
        let entry = entry.with_context(|| format!("'{name}' is not in the lock; give its source with --from"))?;
        if !named.choice.matches(&entry.version) {
            bail!("The lock has version {} of '{name}'; give the source of another version with --from", entry.version);
        }
    }
    let copy = |entry: &LockedProvider| -> Result<MirroredProvider> {
        let source = open_source(&entry.source, network, policy)?;
        let known = Some((entry.artifact, "the lock"));
        Ok(MirroredProvider { name: entry.name.clone(), version: entry.version.clone(), source, known })
    };
    let entries = lock.entries().iter().filter(|entry| is_named(&entry.name));
    let copies = entries.map(copy).collect::<Result<Vec<_>>>()?;
    if copies.is_empty() {
        bail!("The lock has no providers to copy; give names, and their source with --from");
    }
    Ok(copies)
}

/// Lists the newest version of each provider in a directory or in the index of a registry.
pub(super) fn all_of_source(from: &str, network: &Network, policy: &Policy) -> Result<Vec<MirroredProvider>> {
    let place = SourceLocator::find(from)?;
    policy.check_source(&place.to_string())?;
    let (names, index) = match &place {
        SourceLocator::Layout(directory) => (OciLayout::open(directory)?.names()?, None),
        SourceLocator::File(path) => (vec![FileSource::new(path.clone()).read()?.artifact.name().to_owned()], None),
        SourceLocator::Registry { .. } => {
            let index = RepositoryIndex::fetch(&*place::repository(from, network)?)?.with_context(|| {
                format!(
                    "Registries do not list their providers, and '{from}' has no index: give their names, for example marotte provider \
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
    for provider in &mut copies {
        let entry = listed.iter().find(|entry| entry.name == provider.name && entry.version == provider.version);
        provider.known = entry.map(|entry| (entry.digest, "its index"));
    }
    if copies.is_empty() {
        bail!("'{from}' has no providers to copy");
    }
    Ok(copies)
}

pub(super) fn of_source(
    from: &str,
    named: &[NamedProvider],
    network: &Network,
    policy: &Policy,
) -> Result<Vec<MirroredProvider>> {
    let source = open_source(from, network, policy)?;
    let copy = |named: &NamedProvider| -> Result<MirroredProvider> {
        let newest = source.versions(&named.name)?.into_iter().rfind(|version| named.choice.matches(version));
        let version = newest.with_context(|| {
            format!("'{}' has no version {} of the provider '{}'", source.describe(), named.choice, named.name)
        })?;
        Ok(MirroredProvider { name: named.name.clone(), version, source: Rc::clone(&source), known: None })
    };
    named.iter().map(copy).collect()
}
