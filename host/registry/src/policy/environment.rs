//! Trusted signers of environments and channels.

use marotte_contract::grants::name_covers;
use serde::Deserialize;
use thiserror::Error;

use super::{Policy, quoted};
use crate::digest::Digest;
use crate::key::PublicKey;
use crate::signature::Signature;

/// A trust rule for environments.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrustedEnvironment {
    /// Trusted signers, of which one is sufficient.
    #[serde(default)]
    signers: Vec<PublicKey>,
    /// Artifacts that are accepted unsigned.
    #[serde(default)]
    unsigned: Vec<Digest>,
}

/// Reason why the policy rejects an environment or a channel.
#[derive(Debug, Error)]
pub enum EnvironmentRefusal {
    /// The source is not permitted.
    #[error("The policy does not allow environments from '{0}': its list 'sources' does not contain it")]
    Source(String),
    /// The artifact is not signed.
    #[error(
        "'{place}' is not signed; `marotte environment trust {digest} --name {environment}` accepts it as it is, without a signature"
    )]
    Unsigned {
        /// The artifact.
        place: String,
        /// The environment.
        environment: String,
        /// The digest of its manifest.
        digest: Digest,
    },
    /// The artifact is only signed by unknown signers.
    #[error(
        "'{place}' is signed by '{}', which is not trusted for the environment '{environment}'; trust the key with \
         `marotte environment trust {} --name {environment}`", signers[0], signers[0]
    )]
    Unknown {
        /// The artifact.
        place: String,
        /// The environment.
        environment: String,
        /// The signers.
        signers: Vec<PublicKey>,
    },
    /// The artifact is only signed by unknown signers, and the environment has a trusted one.
    #[error(
        "THE SIGNING KEY OF THE ENVIRONMENT '{environment}' HAS CHANGED: '{place}' is signed by '{}', but the policy trusts {} for \
         this environment. Somebody may have replaced it; do not use it before its author has confirmed the new key by another channel",
        signers[0],
        quoted(trusted)
    )]
    Changed {
        /// The artifact.
        place: String,
        /// The environment.
        environment: String,
        /// The signers.
        signers: Vec<PublicKey>,
        /// The trusted signers.
        trusted: Vec<PublicKey>,
    },
    /// A signature is not valid.
    #[error("The signature of '{signer}' does not match '{place}' with the manifest {digest}: one of them was changed")]
    Forged {
        /// The artifact.
        place: String,
        /// The claimed signer.
        signer: PublicKey,
        /// The digest of its manifest.
        digest: Digest,
    },
}

impl Policy {
    /// Checks that environments may come from a source.
    ///
    /// # Errors
    /// Returns an error if they may not.
    pub fn check_environment_source(&self, source: &str) -> Result<(), EnvironmentRefusal> {
        self.check_source(source).map_err(|_| EnvironmentRefusal::Source(source.to_owned()))
    }

    /// Returns the trusted signature of an environment or of a channel of it; `None` if it is accepted unsigned. `place` is used in
    /// messages, `digest` is that of the manifest.
    ///
    /// # Errors
    /// Returns an error if the artifact has no trusted signature and is not accepted unsigned.
    pub fn check_environment(
        &self,
        environment: &str,
        (place, digest): (&str, Digest),
        signatures: &[Signature],
    ) -> Result<Option<Signature>, EnvironmentRefusal> {
        let rules = || self.environments.iter().filter(|(pattern, _)| name_covers(pattern, environment));
        let trusted: Vec<PublicKey> = rules().flat_map(|(_, rule)| rule.signers.iter().copied()).collect();
        let is_trusted = |signature: &&Signature| trusted.contains(signature.key());
        if let Some(good) = signatures.iter().filter(is_trusted).find(|signature| signature.is_of(&digest)) {
            return Ok(Some(good.clone()));
        }
        if rules().any(|(_, rule)| rule.unsigned.contains(&digest)) {
            return Ok(None);
        }
        let (place, environment) = (place.to_owned(), environment.to_owned());
        if let Some(bad) = signatures.iter().find(|signature| !signature.is_of(&digest)) {
            return Err(EnvironmentRefusal::Forged { place, signer: *bad.key(), digest });
        }
        let signers: Vec<PublicKey> = signatures.iter().map(|signature| *signature.key()).collect();
        Err(match (signers.is_empty(), trusted.is_empty()) {
            (true, _) => EnvironmentRefusal::Unsigned { place, environment, digest },
            (false, true) => EnvironmentRefusal::Unknown { place, environment, signers },
            (false, false) => EnvironmentRefusal::Changed { place, environment, signers, trusted },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::PrivateKey;

    #[test]
    fn environment_needs_a_signature_that_its_rule_trusts() {
        let (key, other) = (PrivateKey::generate().unwrap(), PrivateKey::generate().unwrap());
        let (digest, unsigned) = (Digest::of(b"artifact"), Digest::of(b"unsigned"));
        let policy: Policy = toml::from_str(&format!(
            "[environment.production]\nsigners = ['{}']\n[environment.'feature_*']\nunsigned = ['{unsigned}']\n\
             [namespace.acme]\nsigners = ['{}']\n",
            key.public(),
            other.public()
        ))
        .unwrap();
        let check = |name: &str, digest: Digest, signatures: &[Signature]| {
            policy.check_environment(name, ("oci://h/x", digest), signatures).map_err(|refused| refused.to_string())
        };
        let good = Signature::make(&key, &digest);
        assert_eq!(
            check("production", digest, &[Signature::make(&other, &digest), good.clone()]),
            Ok(Some(good.clone()))
        );
        assert_eq!(check("feature_1", unsigned, &[]), Ok(None));
        let refused = |result: Result<Option<Signature>, String>, words: &str| {
            let message = result.unwrap_err();
            assert!(message.contains(words), "{message}");
        };
        refused(check("production", digest, &[]), "is not signed; `marotte environment trust sha256:");
        refused(check("production", unsigned, &[]), "is not signed");
        refused(
            check("feature_1", digest, std::slice::from_ref(&good)),
            "which is not trusted for the environment 'feature_1'",
        );
        refused(check("production", digest, &[Signature::make(&other, &digest)]), "HAS CHANGED");
        refused(check("production", Digest::of(b"another"), &[good]), "one of them was changed");
    }

    #[test]
    fn sources_of_a_policy_apply_to_environments() {
        let policy: Policy = toml::from_str("sources = ['oci://h/puppet']").unwrap();
        assert!(policy.check_environment_source("oci://h/puppet").is_ok());
        let refused = policy.check_environment_source("oci://evil/puppet").unwrap_err().to_string();
        assert!(refused.contains("does not allow environments from 'oci://evil/puppet'"), "{refused}");
    }
}
