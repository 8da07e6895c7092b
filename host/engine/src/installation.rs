//! Installation of third-party providers: [`Installation::begin`] takes the lock, [`Installation::select`] selects
//! versions and checks them against the policy, and [`Installation::install`] writes accepted ones to the store and
//! then to the lock file.

mod named;
mod restoration;
mod selection;

use std::collections::BTreeSet;
use std::rc::Rc;

use anyhow::Result;
use registry::installed::verify;
use registry::resolver::ChosenProvider;
use registry::{
    AcceptedProviders, Artifact, ArtifactSource, LockFile, LockGuard, LockedProvider, Network, Policy, SourceLocator,
};
use runtime::Package;
use semver::Version;

use crate::log::Logger;
use crate::provider_lock::{LockPaths, ProviderLock};
use crate::settings::Settings;

pub use named::{NamedProvider, check_name};
pub use restoration::RestoredProvider;

/// An installation in progress, with exclusive access to lock file and store until it is dropped.
pub struct Installation {
    /// The paths of lock file, policy and store.
    pub files: LockPaths,
    /// The lock that protects the files from concurrent changes.
    changes: LockGuard,
    /// The lock file.
    pub lock: LockFile,
    /// The policy.
    pub policy: Policy,
    /// The providers accepted on this system.
    accepted: AcceptedProviders,
    /// The network configuration.
    pub network: Network,
    /// Sources of providers that are not in the lock file.
    sources: Vec<Rc<dyn ArtifactSource>>,
}

/// The result of [`Installation::select`].
pub struct Selection {
    new: Vec<Candidate>,
    /// The named providers that are already installed in the selected version.
    pub unchanged: Vec<LockedProvider>,
}

/// A provider to be installed.
struct Candidate {
    chosen: ChosenProvider,
    entry: LockedProvider,
}

/// A version of a locked provider that is newer than the range in the lock file.
pub struct NewerVersion {
    /// The entry of the lock file.
    pub locked: LockedProvider,
    /// The version.
    pub version: Version,
    /// Its source.
    pub source: String,
}

/// A provider that is presented for acceptance.
pub struct ProviderOffer<'a> {
    /// Its entry of the lock file.
    pub entry: &'a LockedProvider,
    /// Its schema and manifest.
    pub package: &'a Package,
    /// Whether the policy accepts its grants without confirmation.
    pub is_granted: bool,
}

impl Selection {
    /// Returns the providers to be installed.
    pub fn offers(&self) -> Vec<ProviderOffer<'_>> {
        self.new.iter().map(Candidate::offer).collect()
    }
}

impl Candidate {
    fn offer(&self) -> ProviderOffer<'_> {
        ProviderOffer { entry: &self.entry, package: self.chosen.fetched.artifact.package(), is_granted: false }
    }
}

impl Installation {
    /// Begins an installation. `from` are the sources of providers; if there are none, those of the setting
    /// `provider_sources` are used.
    ///
    /// # Errors
    /// Returns an error if the lock file, the policy or the store cannot be read, or a source cannot be opened or
    /// is not allowed by the policy.
    pub fn begin(settings: &Settings, from: &[String], network: Network, logger: &mut dyn Logger) -> Result<Self> {
        let files = LockPaths::of(settings);
        let changes = files.change(logger)?;
        files.store.check_owner(&changes)?;
        let ProviderLock { lock, policy, accepted } = files.read()?;
        let listed = &settings.provider_sources;
        let listed = listed.split([',', ' ', '\t', '\n']).filter(|text| !text.is_empty()).map(str::to_owned);
        let texts: Vec<String> = if from.is_empty() { listed.collect() } else { from.to_vec() };
        let sources = texts.iter().map(|text| open_source(text, &network, &policy)).collect::<Result<_>>()?;
        Ok(Self { files, changes, lock, policy, accepted, network, sources })
    }

    /// Selects versions of the named providers and of their dependencies. Other locked providers keep their
    /// version; if that has no solution, they change as little as necessary within their ranges.
    ///
    /// # Errors
    /// Returns an error if there is no solution, the policy rejects a provider, or a run would refuse the
    /// selected providers together with the built-in and locked ones.
    pub fn select(&self, named: &[NamedProvider]) -> Result<Selection> {
        let (mut new, mut unchanged) = (Vec::new(), Vec::new());
        for chosen in self.choose(named)? {
            let candidate = self.candidate(chosen, named)?;
            if !self.is_installed(&candidate.entry) {
                new.push(candidate);
            } else if named::contains(named, &candidate.entry.name) {
                unchanged.push(candidate.entry);
            }
        }
        self.check_together(&new)?;
        Ok(Selection { new, unchanged })
    }

    /// Stores and locks the selected providers, which were accepted. Returns the names of providers that are no
    /// longer a dependency of another one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written; the lock file is then unchanged.
    pub fn install(&mut self, selection: &Selection) -> Result<Vec<String>> {
        let dependencies = self.dependencies();
        for candidate in &selection.new {
            self.files.store.put(&candidate.chosen.fetched, &self.changes)?;
            self.lock.put(candidate.entry.clone());
        }
        // Providers are stored and accepted before the lock refers to them; versions that it no longer refers
        // to are removed afterwards.
        let offers = selection.offers();
        self.accepted.accept(offers.iter().map(|offer| (offer.entry, offer.package)), &self.changes)?;
        // Entries of earlier versions of this program have no clear text of the grants.
        let artifacts: Vec<_> = self.lock.entries().iter().filter_map(|entry| self.verified(entry)).collect();
        artifacts.iter().for_each(|artifact| self.lock.set_requests(artifact));
        self.lock.save(&self.changes)?;
        self.accepted.settle(&self.lock, &self.changes)?;
        self.files.store.sweep(&self.lock, &self.changes)?;
        Ok(dependencies.difference(&self.dependencies()).cloned().collect())
    }

    /// Returns a locked provider; `None` if it is not locked or cannot be verified.
    pub fn locked(&self, name: &str) -> Option<Artifact> {
        self.lock.find(name).and_then(|entry| self.verified(entry))
    }

    /// Returns whether a provider requests grants that were not accepted on this system.
    pub fn exceeds_accepted(&self, name: &str, package: &Package) -> bool {
        !self.accepted.beyond(name, package).is_empty()
    }

    fn verified(&self, entry: &LockedProvider) -> Option<Artifact> {
        verify(entry, &self.files.store, &self.policy, &self.accepted).ok()
    }

    /// Returns the version from which an offered provider would go back.
    pub fn newer_than(&self, entry: &LockedProvider) -> Option<Version> {
        self.floor(&entry.name).filter(|floor| *floor > entry.version)
    }

    fn is_installed(&self, entry: &LockedProvider) -> bool {
        let is_same = |locked: &LockedProvider| {
            let requests = entry.requests.clone();
            LockedProvider { requests, ..locked.clone() } == *entry
        };
        self.lock.find(&entry.name).is_some_and(is_same) && self.verified(entry).is_some()
    }

    /// Returns the names of the locked providers on which others depend.
    fn dependencies(&self) -> BTreeSet<String> {
        let artifacts = self.lock.entries().iter().filter_map(|entry| self.verified(entry));
        let names =
            artifacts.flat_map(|artifact| artifact.package().manifest.dependencies.keys().cloned().collect::<Vec<_>>());
        names.filter(|name| self.lock.find(name).is_some()).collect()
    }
}

/// Opens a source. A source that the policy does not allow is not contacted.
///
/// # Errors
/// Returns an error if the text is not a source, or the policy does not allow it.
pub fn open_source(text: &str, network: &Network, policy: &Policy) -> Result<Rc<dyn ArtifactSource>> {
    let place = SourceLocator::find(text)?;
    policy.check_source(&place.to_string())?;
    Ok(Rc::from(place.open(network)?))
}
