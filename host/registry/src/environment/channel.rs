//! Channels: small signed documents that assign a version of an environment to each node. Nodes are assigned by a hash of their
//! names, so that no server takes part.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::{EnvironmentError, MAX_NAME, is_environment_name};
use crate::artifact::{Descriptor, OciManifest, to_json};
use crate::digest::Digest;
use crate::repository::NOTHING;

/// The kind of artifact, and the media type of its layer.
pub(super) const CHANNEL_TYPE: &str = "application/vnd.marotte.channel.v1+json";

/// Media type of an empty config.
const EMPTY_TYPE: &str = "application/vnd.oci.empty.v1+json";

/// The number of parts into which nodes are divided: a hundredth of a percent is one.
const PARTS: u64 = 10_000;

/// Maximum number of steps.
const MAX_STEPS: usize = 16;

/// A share of the nodes, in hundredths of a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percentage(u16);

impl Percentage {
    /// No node.
    pub const NONE: Self = Self(0);

    /// All nodes.
    pub const ALL: Self = Self(10_000);

    /// Returns the share of a number of percent.
    fn new(percent: f64) -> Option<Self> {
        let hundredths = (percent * 100.0).round();
        let is_exact = (hundredths - percent * 100.0).abs() < 1e-6;
        (is_exact && (0.0..=10_000.0).contains(&hundredths)).then_some(Self(hundredths as u16))
    }

    fn percent(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

impl fmt::Display for Percentage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.percent())
    }
}

/// A text that is not a number of percent.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a number from 0 to 100 with at most two decimal places is needed")]
pub struct PercentageError;

impl FromStr for Percentage {
    type Err = PercentageError;

    fn from_str(text: &str) -> Result<Self, PercentageError> {
        let number = text.strip_suffix('%').unwrap_or(text).parse().ok();
        number.and_then(Self::new).ok_or(PercentageError)
    }
}

impl Serialize for Percentage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_u16(self.0 / 100),
            _ => serializer.serialize_f64(self.percent()),
        }
    }
}

impl<'de> Deserialize<'de> for Percentage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(f64::deserialize(deserializer)?).ok_or_else(|| serde::de::Error::custom(PercentageError))
    }
}

/// A version and the nodes for which it is meant, in addition to those of earlier steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelStep {
    /// The digest of the environment's manifest.
    pub digest: Digest,
    /// The share of nodes for which this step or an earlier one is meant.
    pub percent: Percentage,
}

/// A channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    /// The name of the environment.
    pub environment: String,
    /// The name of the channel: its tag.
    pub channel: String,
    /// Increases with each change.
    pub serial: u64,
    /// The steps; the last one is for all nodes.
    pub steps: Vec<ChannelStep>,
    /// Determines the order of nodes.
    pub salt: String,
}

/// Reason why a rollout cannot be changed.
#[derive(Debug, Error)]
pub enum RolloutError {
    /// There is no version for the other nodes.
    #[error("The channel does not exist yet: its first version is for all nodes, with --percent 100")]
    NoBase,
    /// The system has no random numbers.
    #[error("No random numbers are available: {0}")]
    Random(String),
    /// The channel was changed by another process.
    #[error("The channel has the serial {found}, not {expected}: another process has changed it")]
    Moved {
        /// The expected serial.
        expected: u64,
        /// The serial of the channel.
        found: u64,
    },
}

impl Channel {
    /// Returns the channel after a rollout of a version to a share of the nodes; `previous` is the current channel. The other nodes
    /// keep the version that is meant for all nodes. Nodes that have the version keep it when the share is increased.
    ///
    /// # Errors
    /// Returns an error if there is no version for the other nodes, or the system has no random numbers.
    pub fn with_rollout(
        previous: Option<&Self>,
        (environment, channel): (&str, &str),
        step: ChannelStep,
    ) -> Result<Self, RolloutError> {
        let base = previous.and_then(|previous| previous.steps.last()).map(|last| last.digest);
        let steps = match (step.percent, base) {
            (Percentage::ALL, _) => vec![step],
            (_, None) => return Err(RolloutError::NoBase),
            (Percentage(0), Some(base)) => vec![ChannelStep { digest: base, percent: Percentage::ALL }],
            (_, Some(base)) => vec![step, ChannelStep { digest: base, percent: Percentage::ALL }],
        };
        let same = previous.filter(|previous| previous.steps.iter().any(|known| known.digest == step.digest));
        let salt = match same {
            Some(previous) => previous.salt.clone(),
            None => random_salt()?,
        };
        Ok(Self {
            environment: environment.to_owned(),
            channel: channel.to_owned(),
            serial: previous.map_or(0, |previous| previous.serial).saturating_add(1),
            steps,
            salt,
        })
    }

    /// Returns the channel after the end of the rollout of a version: all nodes have the version of the last step, or `base` if that is
    /// the version itself. `None` if the channel assigns the version to no node.
    #[must_use]
    pub fn without(&self, version: &Digest, base: &Digest) -> Option<Self> {
        self.steps.iter().find(|step| step.digest == *version)?;
        let last = self.steps.last().map(|step| step.digest).filter(|last| last != version);
        let steps = vec![ChannelStep { digest: last.unwrap_or(*base), percent: Percentage::ALL }];
        Some(Self { serial: self.serial.saturating_add(1), steps, ..self.clone() })
    }

    /// Returns the version for a node.
    #[must_use]
    pub fn version_of(&self, certname: &str) -> Digest {
        let hash: [u8; 32] = Sha256::digest(format!("{}\n{certname}", self.salt)).into();
        let number = hash[..8].iter().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
        let part = number % PARTS;
        let step = self.steps.iter().find(|step| part < u64::from(step.percent.0));
        step.or(self.steps.last()).expect("a channel has steps").digest
    }

    /// Reads a document.
    pub(super) fn read(place: &str, document: &[u8]) -> Result<Self, EnvironmentError> {
        let malformed = |reason: &str| EnvironmentError::malformed(place, format!("it is a channel, but {reason}"));
        let channel: Self = serde_json::from_slice(document).map_err(|error| malformed(&error.to_string()))?;
        if !is_environment_name(&channel.environment) || channel.channel.len() > MAX_NAME {
            return Err(malformed("its names are not valid"));
        }
        if channel.steps.len() > MAX_STEPS {
            return Err(malformed(&format!("it has more than {MAX_STEPS} steps")));
        }
        match channel.steps.last().is_some_and(|last| last.percent == Percentage::ALL) {
            true => Ok(channel),
            false => Err(malformed("its last step is not for all nodes")),
        }
    }

    pub(super) fn to_json(&self) -> Vec<u8> {
        to_json(self)
    }
}

/// Returns the manifest of a channel, whose document has a descriptor.
pub(super) fn manifest_of(document: Descriptor) -> Vec<u8> {
    to_json(&OciManifest {
        artifact_type: Some(CHANNEL_TYPE.to_owned()),
        ..OciManifest::new(Descriptor::of(EMPTY_TYPE, NOTHING), vec![document])
    })
}

fn random_salt() -> Result<String, RolloutError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| RolloutError::Random(error.to_string()))?;
    Ok(hex::encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(content: &str, percent: &str) -> ChannelStep {
        ChannelStep { digest: Digest::of(content.as_bytes()), percent: percent.parse().unwrap() }
    }

    fn rollout(previous: Option<&Channel>, content: &str, percent: &str) -> Channel {
        Channel::with_rollout(previous, ("production", "stable"), step(content, percent)).unwrap()
    }

    /// Returns the number of 10,000 nodes that have a version.
    fn count(channel: &Channel, content: &str) -> usize {
        let digest = Digest::of(content.as_bytes());
        (0..10_000).filter(|number| channel.version_of(&format!("web{number}.example.com")) == digest).count()
    }

    #[test]
    fn channel_assigns_the_share_of_nodes_that_it_has() {
        let all = rollout(None, "old", "100");
        assert_eq!((all.serial, count(&all, "old")), (1, 10_000));
        let some = rollout(Some(&all), "new", "5");
        assert_eq!(some.serial, 2);
        let (new, old) = (count(&some, "new"), count(&some, "old"));
        assert!((420..=580).contains(&new) && new + old == 10_000, "{new}");
    }

    #[test]
    fn increased_share_keeps_nodes_and_another_version_begins_with_other_nodes() {
        let all = rollout(None, "old", "100");
        let five = rollout(Some(&all), "new", "5");
        let twenty = rollout(Some(&five), "new", "20");
        let new = Digest::of(b"new");
        let nodes = |channel: &Channel, digest| -> Vec<String> {
            let names = (0..2000).map(|number| format!("node{number}"));
            names.filter(|name| channel.version_of(name) == digest).collect()
        };
        let (few, many) = (nodes(&five, new), nodes(&twenty, new));
        assert!(few.iter().all(|name| many.contains(name)) && many.len() > few.len());
        let other = rollout(Some(&twenty), "other", "5");
        assert_ne!(other.salt, twenty.salt);
        assert_eq!(other.steps, [step("other", "5"), step("old", "100")]);
    }

    #[test]
    fn rollout_to_no_node_ends_it_and_to_all_nodes_replaces_the_base() {
        let five = rollout(Some(&rollout(None, "old", "100")), "new", "5");
        let none = rollout(Some(&five), "new", "0");
        assert_eq!((none.steps, none.serial), (vec![step("old", "100")], 3));
        assert_eq!(rollout(Some(&five), "new", "100").steps, [step("new", "100")]);
        let first = Channel::with_rollout(None, ("production", "stable"), step("new", "5")).unwrap_err();
        assert!(first.to_string().contains("--percent 100"), "{first}");
    }

    #[test]
    fn channel_without_a_version_has_the_version_of_other_nodes_or_the_given_one() {
        let five = rollout(Some(&rollout(None, "old", "100")), "new", "5");
        let digest = |content: &str| Digest::of(content.as_bytes());
        let stopped = five.without(&digest("new"), &digest("base")).unwrap();
        assert_eq!((stopped.serial, &stopped.steps), (3, &vec![step("old", "100")]));
        let all = rollout(Some(&five), "new", "100");
        assert_eq!(all.without(&digest("new"), &digest("base")).unwrap().steps, [step("base", "100")]);
        assert_eq!(stopped.without(&digest("new"), &digest("old")), None);
    }

    #[test]
    fn percentage_has_two_decimal_places() {
        for (text, shown) in
            [("5", "5"), ("0.5%", "0.5"), ("2.25", "2.25"), ("100", "100"), ("0", "0"), ("33.33", "33.33")]
        {
            let percent: Percentage = text.parse().unwrap();
            assert_eq!((percent.to_string(), serde_json::to_string(&percent).unwrap()), (shown.into(), shown.into()));
            assert_eq!(serde_json::from_str::<Percentage>(shown).unwrap(), percent);
        }
        for wrong in ["", "x", "-1", "101", "100.01", "0.001", "NaN", "inf"] {
            assert!(wrong.parse::<Percentage>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn invalid_document_is_rejected() {
        let channel = rollout(None, "old", "100");
        let document = String::from_utf8(channel.to_json()).unwrap();
        assert_eq!(Channel::read("x", document.as_bytes()).unwrap(), channel);
        for (from, to) in [
            ("\"percent\":100", "\"percent\":99"),
            ("\"percent\":100", "\"percent\":101"),
            ("\"serial\":1", "\"serial\":-1"),
            ("\"salt\"", "\"pepper\":1,\"salt\""),
            ("\"environment\":\"production\"", "\"environment\":\"../x\""),
            ("sha256:", "sha512:"),
        ] {
            let wrong = document.replace(from, to);
            assert_ne!(wrong, document);
            assert!(Channel::read("x", wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(Channel::read("x", b"{}").is_err());
    }
}
