//! Selection of provider versions: version resolution and the checks of each selected version.

use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use registry::installed::{LockedSource, verify};
use registry::resolver::{ChosenProvider, RequestedProvider, ResolveError, resolve};
use registry::{ArtifactSource, LockedProvider, SourceError};
use runtime::ComponentSource;
use semver::{Comparator, Op, Version, VersionReq};

use super::{Candidate, Installation, NamedProvider, NewerVersion, named, open_source};
use crate::{components, provider_lock};

/// Treatment of locked providers that are not named.
#[derive(Debug, Clone, Copy)]
enum OtherProviders {
    /// They keep their version, and no source is contacted for them.
    Keep,
    /// They may change to another version of their source within their range.
    Update,
}

impl Installation {
    /// Selects versions. Locked providers that are not named keep their version; if that has no solution, they
    /// change as little as necessary within their ranges.
    pub(super) fn choose(&self, named: &[NamedProvider]) -> Result<Vec<ChosenProvider>> {
        if self.sources.is_empty() && named.iter().any(|named| named.source.is_none()) {
            bail!("No source of providers is configured: use --from or the setting provider_sources");
        }
        let conflict = match self.resolve(named, OtherProviders::Keep) {
            Err(conflict @ ResolveError::Conflict { .. }) => conflict,
            chosen => return Ok(chosen?),
        };
        self.check_forward(named)?;
        if !self.has_others(named) {
            return Err(conflict.into());
        }
        match self.resolve(named, OtherProviders::Update) {
            // Another attempt cannot help if a source failed; the conflict found before is reported.
            Err(ResolveError::Source(_)) => Err(conflict.into()),
            chosen => Ok(chosen?),
        }
    }

    fn has_others(&self, named: &[NamedProvider]) -> bool {
        self.lock.entries().iter().any(|entry| !named::contains(named, &entry.name))
    }

    /// Checks that no provider would be downgraded without being named.
    fn check_forward(&self, named: &[NamedProvider]) -> Result<()> {
        for wanted in named.iter().filter(|named| !named.may_go_back) {
            let Some(floor) = self.floor(&wanted.name) else { continue };
            let Some(source) = self.find(&wanted.name, named, OtherProviders::Keep)? else { continue };
            let (name, place) = (&wanted.name, source.describe());
            let how = if self.lock.find(name).is_some_and(|entry| entry.version == floor) {
                "locked"
            } else {
                "accepted on this system"
            };
            match source.versions(name)?.last() {
                Some(newest) if *newest < floor => bail!(
                    "The newest version of {name} in '{place}' is {newest}, but {floor} is {how}. To downgrade: marotte provider add \
                     {name}@={newest} --from {place}"
                ),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the version below which a provider is only downgraded on request: the locked one or the one
    /// accepted on this system.
    pub(super) fn floor(&self, name: &str) -> Option<Version> {
        let locked = self.lock.find(name).map(|entry| &entry.version);
        locked.max(self.accepted.floor(name)).cloned()
    }

    /// Returns the acceptable versions of a named provider: not older than the locked one, unless requested.
    fn choice(&self, named: &NamedProvider) -> VersionReq {
        let mut choice = named.choice.clone();
        if let Some(floor) = self.floor(&named.name).filter(|_| !named.may_go_back) {
            let Version { major, minor, patch, pre, .. } = floor;
            let (minor, patch) = (Some(minor), Some(patch));
            choice.comparators.push(Comparator { op: Op::GreaterEq, major, minor, patch, pre });
        }
        choice
    }

    fn resolve(&self, named: &[NamedProvider], others: OtherProviders) -> Result<Vec<ChosenProvider>, ResolveError> {
        let requested = named.iter().map(|named| RequestedProvider {
            name: named.name.clone(),
            requirement: self.choice(named),
            preferred: None,
        });
        let locked = |entry: &LockedProvider| RequestedProvider {
            name: entry.name.clone(),
            requirement: entry.requirement.clone(),
            preferred: Some(entry.version.clone()),
        };
        let unnamed = self.lock.entries().iter().filter(|entry| !named::contains(named, &entry.name)).map(locked);
        let wanted: Vec<RequestedProvider> = requested.chain(unnamed).collect();
        resolve(&wanted, &|name| self.find(name, named, others))
    }

    /// Returns the source of a provider.
    fn find(
        &self,
        name: &str,
        named: &[NamedProvider],
        others: OtherProviders,
    ) -> Result<Option<Rc<dyn ArtifactSource>>, SourceError> {
        if let Some(named) = named.iter().find(|named| named.name == name) {
            if let Some(source) = &named.source {
                return Ok(Some(Rc::clone(source)));
            }
        } else if let Some(entry) = self.lock.find(name) {
            let malformed =
                |reason: String| SourceError::Malformed { place: self.files.lock.display().to_string(), reason };
            let source: Rc<dyn ArtifactSource> = match others {
                OtherProviders::Keep => {
                    let locked = LockedSource::new(entry, &self.files.store, &self.policy, &self.accepted);
                    Rc::new(locked.map_err(|error| malformed(error.to_string()))?)
                }
                OtherProviders::Update => open_source(&entry.source, &self.network, &self.policy)
                    .map_err(|error| malformed(format!("{error:#}")))?,
            };
            return Ok(Some(source));
        }
        // The first source that has the name is used, so a higher version elsewhere cannot replace it.
        for source in &self.sources {
            if !source.versions(name)?.is_empty() {
                return Ok(Some(Rc::clone(source)));
            }
        }
        Ok(None)
    }

    /// Checks a chosen version against the policy.
    pub(super) fn candidate(&self, chosen: ChosenProvider, named: &[NamedProvider]) -> Result<Candidate> {
        let artifact = &chosen.fetched.artifact;
        named::check_name(artifact.name())?;
        let version = artifact.version().with_context(|| format!("The provider '{}'", artifact.name()))?;
        let requested =
            named.iter().find(|named| named.name == artifact.name()).and_then(|named| named.requirement.clone());
        let before = self.lock.find(artifact.name()).map(|entry| entry.requirement.clone());
        // The range of a dependency is that of its dependents. Pre-releases are used only if named.
        let is_dependency = !named::contains(named, artifact.name()) && version.pre.is_empty();
        let requirement = match requested.or(before.filter(|range| range.matches(&version))) {
            Some(range) => range,
            None if is_dependency => VersionReq::STAR,
            None => VersionReq::parse(&format!("^{version}"))?,
        };
        if !requirement.matches(&version) {
            bail!(
                "The provider '{}' has version {version}, which is not in the requested range {requirement}",
                artifact.name()
            );
        }
        self.policy.check_source(&chosen.source)?;
        let signed = self.policy.check_signer(artifact, &chosen.fetched.signatures)?;
        self.policy.check_grants(artifact.package())?;
        let package = artifact.package();
        provider_lock::check_types(artifact.name(), &package.schema, &package.manifest)?;
        let entry = LockedProvider::of(artifact, requirement, chosen.source.clone(), signed)?;
        self.check_locked_bytes(&entry)?;
        Ok(Candidate { chosen, entry })
    }

    /// Checks that a version in the lock file has the locked bytes: a version never changes.
    fn check_locked_bytes(&self, entry: &LockedProvider) -> Result<()> {
        let LockedProvider { name, version, source, artifact: found, .. } = entry;
        let locked = self.lock.find(name).filter(|locked| locked.version == *version);
        let Some(locked) = locked.filter(|locked| locked.artifact != *found) else { return Ok(()) };
        bail!(
            "'{source}' has other bytes of {name} {version} than those in the lock file: their digest is {found}, the locked one {}. \
             A version never changes: changed code needs a new version. To use the other bytes nevertheless, remove the block of \
             '{name}' from '{}'",
            locked.artifact,
            self.files.lock.display()
        )
    }

    /// Returns the newest version of each named provider that its source has, if it is newer than the locked one and
    /// outside of the locked range.
    ///
    /// # Errors
    /// Returns an error if a source cannot be accessed.
    pub fn newer_versions(&self, named: &[NamedProvider]) -> Result<Vec<NewerVersion>> {
        let mut newer = Vec::new();
        for wanted in named {
            let Some(entry) = self.lock.find(&wanted.name) else { continue };
            let Some(source) = self.find(&wanted.name, named, OtherProviders::Keep)? else { continue };
            let newest = source.versions(&wanted.name)?.into_iter().filter(|version| version.pre.is_empty()).max();
            if let Some(version) = newest.filter(|version| *version > entry.version)
                && !entry.requirement.matches(&version)
            {
                newer.push(NewerVersion { locked: entry.clone(), version, source: source.describe() });
            }
        }
        Ok(newer)
    }

    /// Checks that a run will accept the new providers together with the built-in and locked ones. No component
    /// code is run.
    pub(super) fn check_together(&self, new: &[Candidate]) -> Result<()> {
        let mut sources = Vec::new();
        let is_new = |name: &str| new.iter().any(|candidate| candidate.entry.name == name);
        for entry in self.lock.entries().iter().filter(|entry| !is_new(&entry.name)) {
            sources.push(provider_lock::source(verify(entry, &self.files.store, &self.policy, &self.accepted)?));
        }
        let mut defined: Vec<&str> =
            sources.iter().filter_map(ComponentSource::outline).flat_map(|outline| outline.types.iter()).collect();
        defined
            .extend(new.iter().flat_map(|candidate| provider_lock::types(candidate.chosen.fetched.artifact.package())));
        let mut all = components::embedded();
        components::replace_types(&mut all, &|name| defined.contains(&name));
        let of = |candidate: &Candidate| {
            let bytes = candidate.chosen.fetched.artifact.component_bytes().to_vec();
            ComponentSource::new(candidate.entry.name.clone(), bytes)
        };
        all.extend(sources.iter().cloned());
        all.extend(new.iter().map(of));
        runtime::ComponentRegistry::new(all)?;
        Ok(())
    }
}
