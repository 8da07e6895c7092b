//! Installation of providers, for `add` and `update`: selects versions, checks them against the policy and
//! shows them with their grants. Once all are accepted they are written to the store and then to the lock.

pub(super) mod changes;
pub(super) mod named;

use std::collections::BTreeSet;
use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use registry::installed::{LockedSource, verify};
use registry::resolver::{ChosenProvider, RequestedProvider, ResolveError, resolve};
use registry::{
    AcceptedProviders, ArtifactSource, LockFile, LockGuard, LockedProvider, Network, Policy, SourceError, SourceLocator,
};
use runtime::{ComponentSource, Package};
use semver::{Comparator, Op, Version, VersionReq};

use super::place;
use crate::args::ProviderSelection;
use crate::console::Console;
use catalog::Level;
use engine::Settings;
use engine::components;
use engine::provider_lock::{self, LockPaths, ProviderLock};
use report::sanitize;

use named::NamedProvider;

/// Context of an installation.
pub(super) struct Acquisition<'a> {
    pub(super) files: LockPaths,
    pub(super) changes: LockGuard,
    pub(super) lock: LockFile,
    pub(super) policy: Policy,
    pub(super) accepted: AcceptedProviders,
    pub(super) network: Network,
    /// Sources of providers that are not in the lock.
    sources: Vec<Rc<dyn ArtifactSource>>,
    choice: &'a ProviderSelection,
}

/// Treatment of locked providers that are not named.
#[derive(Debug, Clone, Copy)]
enum Others {
    /// They keep their version, and no source is contacted for them.
    Stay,
    /// They may change to another version of their source within their range.
    Move,
}

/// A provider to be installed.
struct Candidate {
    chosen: ChosenProvider,
    entry: LockedProvider,
}

/// A provider that is presented for acceptance.
pub(super) struct ProviderOffer<'a> {
    pub(super) entry: &'a LockedProvider,
    pub(super) package: &'a Package,
    /// The policy accepts its grants without confirmation.
    pub(super) is_granted: bool,
}

impl Candidate {
    fn offer(&self) -> ProviderOffer<'_> {
        ProviderOffer { entry: &self.entry, package: self.chosen.fetched.artifact.package(), is_granted: false }
    }
}

impl<'a> Acquisition<'a> {
    /// Begins an installation, with exclusive access to lock and store until it ends.
    pub(super) fn begin(settings: &Settings, choice: &'a ProviderSelection, console: &mut Console) -> Result<Self> {
        let files = LockPaths::of(settings);
        let changes = files.change(console)?;
        files.store.check_owner(&changes)?;
        let ProviderLock { lock, policy, accepted } = files.read()?;
        let network = place::network(console);
        let listed = &settings.provider_sources;
        let listed = listed.split([',', ' ', '\t', '\n']).filter(|text| !text.is_empty()).map(str::to_owned);
        let texts: Vec<String> = if choice.from.is_empty() { listed.collect() } else { choice.from.clone() };
        let open = |text: &String| open(text, &network, &policy);
        let sources = texts.iter().map(open).collect::<Result<_>>()?;
        Ok(Self { files, changes, lock, policy, accepted, network, sources, choice })
    }

    /// Installs providers with their dependencies. Other locked providers stay as they are. Returns the named
    /// providers that were already installed.
    ///
    /// # Errors
    /// Returns an error if there is no solution, the policy or the user rejects a provider, or a file cannot be
    /// written; the lock is then unchanged.
    pub(super) fn acquire(&mut self, named: &[NamedProvider], console: &mut Console) -> Result<Vec<LockedProvider>> {
        let (mut new, mut there) = (Vec::new(), Vec::new());
        for chosen in self.choose(named)? {
            let candidate = self.candidate(chosen, named)?;
            let is_there = self.lock.find(&candidate.entry.name) == Some(&candidate.entry)
                && verify(&candidate.entry, &self.files.store, &self.policy, &self.accepted).is_ok();
            if !is_there {
                new.push(candidate);
            } else if is_named(named, &candidate.entry.name) {
                there.push(candidate.entry);
            }
        }
        self.check_together(&new)?;
        let offers: Vec<ProviderOffer<'_>> = new.iter().map(Candidate::offer).collect();
        self.accept(&offers, console)?;
        let needed = self.needed();
        for candidate in &new {
            self.files.store.put(&candidate.chosen.fetched, &self.changes)?;
            self.lock.put(candidate.entry.clone());
        }
        // Providers are stored and accepted before the lock refers to them; versions that it no longer refers
        // to are removed afterwards.
        self.accepted.accept(offers.iter().map(|offer| (offer.entry, offer.package)), &self.changes)?;
        self.lock.save(&self.changes)?;
        self.accepted.settle(&self.lock, &self.changes)?;
        self.files.store.sweep(&self.lock, &self.changes)?;
        for name in needed.difference(&self.needed()) {
            let words = format!(
                "Nobody depends on the provider '{name}' any more: if no manifest uses it, marotte provider remove {name} takes it out"
            );
            console.log(Level::Notice, "", &words);
        }
        Ok(there)
    }

    /// Returns the locked providers on which others depend.
    fn needed(&self) -> BTreeSet<String> {
        let artifacts = self
            .lock
            .entries()
            .iter()
            .filter_map(|entry| verify(entry, &self.files.store, &self.policy, &self.accepted).ok());
        let names =
            artifacts.flat_map(|artifact| artifact.package().manifest.dependencies.keys().cloned().collect::<Vec<_>>());
        names.filter(|name| self.lock.find(name).is_some()).collect()
    }

    /// Selects versions. Locked providers that are not named keep their version; if that has no solution, they
    /// change as little as necessary within their ranges.
    fn choose(&self, named: &[NamedProvider]) -> Result<Vec<ChosenProvider>> {
        if self.sources.is_empty() && named.iter().any(|named| named.source.is_none()) {
            bail!("There is no source of providers: name one with --from, or in the setting provider_sources");
        }
        let conflict = match self.resolve(named, Others::Stay) {
            Err(conflict @ ResolveError::Conflict { .. }) => conflict,
            chosen => return Ok(chosen?),
        };
        self.check_forward(named)?;
        if !self.has_others(named) {
            return Err(conflict.into());
        }
        match self.resolve(named, Others::Move) {
            // Another attempt cannot help if a source failed; the conflict found before is reported.
            Err(ResolveError::Source(_)) => Err(conflict.into()),
            chosen => Ok(chosen?),
        }
    }

    fn has_others(&self, named: &[NamedProvider]) -> bool {
        self.lock.entries().iter().any(|entry| !is_named(named, &entry.name))
    }

    /// Checks that no provider would be downgraded without being named.
    fn check_forward(&self, named: &[NamedProvider]) -> Result<()> {
        for wanted in named.iter().filter(|named| !named.may_go_back) {
            let Some(floor) = self.floor(&wanted.name) else { continue };
            let Some(source) = self.find(&wanted.name, named, Others::Stay)? else { continue };
            let (name, place) = (&wanted.name, source.describe());
            let how = if self.lock.find(name).is_some_and(|entry| entry.version == floor) {
                "locked"
            } else {
                "accepted here"
            };
            match source.versions(name)?.last() {
                Some(newest) if *newest < floor => bail!(
                    "'{place}' has nothing as new as {name} {floor}, which is {how}; its newest is {newest}. marotte provider add \
                     {name}@={newest} --from {place} goes back to that"
                ),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the version below which a provider is only downgraded on request: the locked one or the one
    /// accepted on this system.
    fn floor(&self, name: &str) -> Option<Version> {
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

    fn resolve(&self, named: &[NamedProvider], others: Others) -> Result<Vec<ChosenProvider>, ResolveError> {
        let asked = named.iter().map(|named| RequestedProvider {
            name: named.name.clone(),
            requirement: self.choice(named),
            preferred: None,
        });
        let locked = |entry: &LockedProvider| RequestedProvider {
            name: entry.name.clone(),
            requirement: entry.requirement.clone(),
            preferred: Some(entry.version.clone()),
        };
        let others_of = self.lock.entries().iter().filter(|entry| !is_named(named, &entry.name)).map(locked);
        let wanted: Vec<RequestedProvider> = asked.chain(others_of).collect();
        resolve(&wanted, &|name| self.find(name, named, others))
    }

    /// Returns the source of a provider.
    fn find(
        &self,
        name: &str,
        named: &[NamedProvider],
        others: Others,
    ) -> Result<Option<Rc<dyn ArtifactSource>>, SourceError> {
        if let Some(named) = named.iter().find(|named| named.name == name) {
            if let Some(source) = &named.source {
                return Ok(Some(Rc::clone(source)));
            }
        } else if let Some(entry) = self.lock.find(name) {
            let malformed =
                |reason: String| SourceError::Malformed { place: self.files.lock.display().to_string(), reason };
            let source: Rc<dyn ArtifactSource> = match others {
                Others::Stay => {
                    let kept = LockedSource::new(entry, &self.files.store, &self.policy, &self.accepted);
                    Rc::new(kept.map_err(|error| malformed(error.to_string()))?)
                }
                Others::Move => {
                    open(&entry.source, &self.network, &self.policy).map_err(|error| malformed(format!("{error:#}")))?
                }
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
    fn candidate(&self, chosen: ChosenProvider, named: &[NamedProvider]) -> Result<Candidate> {
        let artifact = &chosen.fetched.artifact;
        named::check(artifact.name())?;
        let version = artifact.version().with_context(|| format!("The provider '{}'", artifact.name()))?;
        let asked =
            named.iter().find(|named| named.name == artifact.name()).and_then(|named| named.requirement.clone());
        let before = self.lock.find(artifact.name()).map(|entry| entry.requirement.clone());
        // The range of a dependency is that of its dependents. Pre-releases are used only if named.
        let comes_along = !is_named(named, artifact.name()) && version.pre.is_empty();
        let requirement = match asked.or(before.filter(|range| range.matches(&version))) {
            Some(range) => range,
            None if comes_along => VersionReq::STAR,
            None => VersionReq::parse(&format!("^{version}"))?,
        };
        if !requirement.matches(&version) {
            bail!("The provider '{}' {version} is not within {requirement}, which was asked for", artifact.name());
        }
        self.policy.check_source(&chosen.source)?;
        let signed = self.policy.check_signer(artifact, &chosen.fetched.signatures)?;
        self.policy.check_grants(artifact.package())?;
        provider_lock::check_types(artifact.name(), provider_lock::types(artifact.package()))?;
        let entry = LockedProvider::of(artifact, requirement, chosen.source.clone(), signed)?;
        Ok(Candidate { chosen, entry })
    }

    /// Checks that a run will accept the new providers together with the built-in and locked ones. No component
    /// code is run.
    fn check_together(&self, new: &[Candidate]) -> Result<()> {
        let mut sources = components::embedded();
        let is_new = |name: &str| new.iter().any(|candidate| candidate.entry.name == name);
        for entry in self.lock.entries().iter().filter(|entry| !is_new(&entry.name)) {
            sources.push(provider_lock::source(verify(entry, &self.files.store, &self.policy, &self.accepted)?));
        }
        let of = |candidate: &Candidate| {
            let bytes = candidate.chosen.fetched.artifact.component_bytes().to_vec();
            ComponentSource::new(candidate.entry.name.clone(), bytes)
        };
        sources.extend(new.iter().map(of));
        runtime::ComponentRegistry::new(sources)?;
        Ok(())
    }

    /// Shows the new providers and requests acceptance of grants beyond those accepted on this system.
    pub(super) fn accept(&self, offers: &[ProviderOffer<'_>], console: &mut Console) -> Result<()> {
        let (mut wider, mut text, mut answers) = (Vec::new(), String::new(), Vec::new());
        for ProviderOffer { entry, package, is_granted } in offers {
            let before = self.lock.find(&entry.name);
            let before = before.and_then(|entry| verify(entry, &self.files.store, &self.policy, &self.accepted).ok());
            let before = before.as_ref().map(|artifact| artifact.package());
            text.push_str(&changes::describe(entry, package, before));
            answers.push(changes::to_json(entry, package, before));
            if !is_granted && !self.accepted.beyond(&entry.name, package).is_empty() {
                wider.push(entry.name.as_str());
            }
        }
        let needs_yes = !wider.is_empty() && !self.choice.accept_grants;
        let names = sanitize::printable_line(&wider.join(", "));
        let asks = needs_yes && console.can_ask();
        // The text is shown with the question, regardless of the destination of results.
        if asks && !console.ask(&text, &format!("May {names} do that?")) {
            bail!("What {names} may do was not accepted; nothing was changed");
        }
        if console.is_json() {
            console.print_json(&answers.into());
        } else if !asks {
            console.print_untrusted(&text);
        }
        if needs_yes && !asks {
            bail!("The grants of {names} must be accepted, and standard input is not a terminal: use --accept-grants");
        }
        Ok(())
    }
}

fn is_named(named: &[NamedProvider], name: &str) -> bool {
    named.iter().any(|named| named.name == name)
}

/// Opens a source. A source that the policy does not allow is not contacted.
pub(super) fn open(text: &str, network: &Network, policy: &Policy) -> Result<Rc<dyn ArtifactSource>> {
    let place = SourceLocator::find(text)?;
    policy.check_source(&place.to_string())?;
    Ok(Rc::from(place.open(network)?))
}
