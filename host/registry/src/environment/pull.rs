//! Pulls of environments and changes of channels, with the checks of the policy.

use thiserror::Error;

use super::{
    Channel, ChannelStep, EnvironmentError, EnvironmentReference, FetchedChannel, FetchedEnvironment, PullOutcome,
    RolloutError, StoreGuard, VersionOrigin,
};
use crate::digest::Digest;
use crate::key::{PrivateKey, PublicKey};
use crate::policy::{EnvironmentRefusal, Policy};
use crate::repository::Repository;
use crate::signature::Signature;

/// Reason why an environment is not pulled, or a channel is not changed.
#[derive(Debug, Error)]
pub enum PullError {
    /// The artifact cannot be used.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The policy rejects it.
    #[error(transparent)]
    Refused(#[from] EnvironmentRefusal),
    /// The rollout is not possible.
    #[error(transparent)]
    Rollout(#[from] RolloutError),
}

/// A request to pull an environment.
#[derive(Debug)]
pub struct PullRequest<'a> {
    /// The reference of the environment, or of a channel.
    pub reference: &'a EnvironmentReference,
    /// The name of the environment.
    pub name: &'a str,
    /// The name of this node, if the reference is that of a channel.
    pub certname: Option<&'a str>,
}

/// An environment that was pulled.
#[derive(Debug)]
pub struct Pull {
    /// The environment.
    pub environment: FetchedEnvironment,
    /// The trusted signer; `None` if it is accepted unsigned.
    pub signer: Option<PublicKey>,
    /// The channel that selected the version.
    pub channel: Option<Channel>,
    /// The result.
    pub outcome: PullOutcome,
}

impl PullRequest<'_> {
    /// Pulls the environment: verifies the signatures by the policy, and makes the version the current one.
    ///
    /// # Errors
    /// Returns an error if the policy rejects the source, the channel or the version, the channel is older than the one that this
    /// system has applied, or the version cannot be fetched, is not valid or cannot be written; then the previous version is the
    /// current one.
    pub fn run(&self, from: &dyn Repository, policy: &Policy, guard: &StoreGuard<'_>) -> Result<Pull, PullError> {
        policy.check_environment_source(&self.reference.source())?;
        let selected = match self.certname {
            None => None,
            Some(certname) => {
                let channel = self.channel(from, policy, guard)?;
                let reference = self.reference.at(channel.channel.version_of(certname));
                Some((channel, reference))
            }
        };
        let reference = selected.as_ref().map_or(self.reference, |(_, reference)| reference);
        let place = reference.to_string();
        let environment = FetchedEnvironment::fetch(from, reference)?;
        let digest = environment.manifest.digest;
        expect_name(&place, "the environment", self.name, &environment.manifest.name)?;
        let signature = policy.check_environment(self.name, (&place, digest), &environment.signatures)?;
        let signer = signature.map(|signature| *signature.key());
        let channel = selected.as_ref().map(|(channel, _)| channel);
        let origin = VersionOrigin {
            reference: self.reference.to_string(),
            signer,
            serial: channel.map(|channel| channel.channel.serial),
        };
        let outcome = guard.install((from, reference), &environment, channel, origin)?;
        Ok(Pull { environment, signer, channel: channel.map(|channel| channel.channel.clone()), outcome })
    }

    fn channel(
        &self,
        from: &dyn Repository,
        policy: &Policy,
        guard: &StoreGuard<'_>,
    ) -> Result<FetchedChannel, PullError> {
        let place = self.reference.to_string();
        let channel = FetchedChannel::fetch(from, self.reference)?;
        let channel = channel.ok_or_else(|| EnvironmentError::Missing(place.clone()))?;
        check_channel_names(&place, self.name, self.reference.tag()?, &channel.channel)?;
        policy.check_environment(self.name, (&place, channel.digest), &channel.signatures)?;
        guard.check_channel(&channel)?;
        Ok(channel)
    }
}

/// A channel whose versions are assigned to nodes.
#[derive(Debug)]
pub struct Rollout<'a> {
    /// The reference of the channel.
    pub channel: &'a EnvironmentReference,
    /// The name of the environment.
    pub name: &'a str,
    /// The key that signs the channel.
    pub key: &'a PrivateKey,
}

impl Rollout<'_> {
    /// Returns the current channel; `None` if it does not exist. It needs a signature that the policy trusts, or one of the same key.
    ///
    /// # Errors
    /// Returns an error if the channel is not trusted, or cannot be read.
    pub fn current(&self, from: &dyn Repository, policy: &Policy) -> Result<Option<FetchedChannel>, PullError> {
        let (place, tag) = (self.channel.to_string(), self.channel.tag()?);
        let found = FetchedChannel::fetch(from, self.channel)?;
        if let Some(FetchedChannel { channel, digest, signatures }) = &found {
            check_channel_names(&place, self.name, tag, channel)?;
            self.check(policy, &place, *digest, signatures)?;
        }
        Ok(found)
    }

    /// Publishes the channel after a version was assigned to a share of the nodes. The version needs a signature that the policy
    /// trusts, or one of the same key. `previous` is the current channel.
    ///
    /// # Errors
    /// Returns an error if the version does not exist or is not trusted, or if the channel has changed in the meantime; then the
    /// channel is unchanged.
    pub fn assign(
        &self,
        step: ChannelStep,
        previous: Option<&FetchedChannel>,
        to: &dyn Repository,
        policy: &Policy,
    ) -> Result<Channel, PullError> {
        let version = self.channel.at(step.digest);
        let environment = FetchedEnvironment::fetch(to, &version)?;
        expect_name(&version.to_string(), "the environment", self.name, &environment.manifest.name)?;
        self.check(policy, &version.to_string(), step.digest, &environment.signatures)?;
        let known = previous.map(|previous| &previous.channel);
        let channel = Channel::with_rollout(known, (self.name, self.channel.tag()?), step)?;
        self.publish(channel, previous, to)
    }

    /// Publishes the channel after a larger share of the nodes was assigned to a version, unless another process has changed the
    /// channel since the serial.
    ///
    /// # Errors
    /// Returns an error if the channel has another serial, and those of [`Rollout::assign`].
    pub fn raise(
        &self,
        step: ChannelStep,
        expected: u64,
        to: &dyn Repository,
        policy: &Policy,
    ) -> Result<Channel, PullError> {
        let previous = self.current(to, policy)?;
        let found = previous.as_ref().map_or(0, |previous| previous.channel.serial);
        if found != expected {
            return Err(RolloutError::Moved { expected, found }.into());
        }
        self.assign(step, previous.as_ref(), to, policy)
    }

    /// Publishes the channel after a version was taken from all nodes; see [`Channel::without`]. `None` if no node has it.
    ///
    /// # Errors
    /// Returns an error if the channel is not trusted, does not exist, or has changed in the meantime; then the channel is unchanged.
    pub fn stop(
        &self,
        version: &Digest,
        base: &Digest,
        to: &dyn Repository,
        policy: &Policy,
    ) -> Result<Option<Channel>, PullError> {
        let previous = self.current(to, policy)?;
        let previous = previous.ok_or_else(|| EnvironmentError::Missing(self.channel.to_string()))?;
        let channel = previous.channel.without(version, base);
        channel.map(|channel| self.publish(channel, Some(&previous), to)).transpose()
    }

    fn publish(
        &self,
        channel: Channel,
        previous: Option<&FetchedChannel>,
        to: &dyn Repository,
    ) -> Result<Channel, PullError> {
        let sign = |digest: &Digest| Signature::make(self.key, digest);
        FetchedChannel::publish(&channel, to, self.channel, previous.map(|previous| &previous.digest), sign)?;
        Ok(channel)
    }

    fn check(
        &self,
        policy: &Policy,
        place: &str,
        digest: Digest,
        signatures: &[Signature],
    ) -> Result<(), EnvironmentRefusal> {
        let own = self.key.public();
        if signatures.iter().any(|signature| *signature.key() == own && signature.is_of(&digest)) {
            return Ok(());
        }
        policy.check_environment(self.name, (place, digest), signatures).map(drop)
    }
}

fn check_channel_names(place: &str, environment: &str, tag: &str, channel: &Channel) -> Result<(), EnvironmentError> {
    expect_name(place, "a channel of the environment", environment, &channel.environment)?;
    expect_name(place, "the channel", tag, &channel.channel)
}

fn expect_name(place: &str, what: &'static str, expected: &str, found: &str) -> Result<(), EnvironmentError> {
    if expected == found {
        return Ok(());
    }
    let hint = if what == "the environment" { ": its name can be given with --name" } else { "" };
    let (place, expected, found) = (place.to_owned(), expected.to_owned(), found.to_owned());
    Err(EnvironmentError::Name { place, what, expected, found, hint })
}
