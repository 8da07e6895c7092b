//! The policy: permitted sources, trusted signers of providers by namespace and of environments by name, and maximum grants.
//! Without a policy nothing is trusted.

mod environment;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use marotte_contract::grants::{Grants, name_covers};
use marotte_contract::package::Package;
use ownership::{Checker, Exposure};
use serde::Deserialize;
use thiserror::Error;
use toml_edit::{Array, DocumentMut, Item, Table, Value};

use crate::artifact::Artifact;
use crate::digest::Digest;
use crate::key::PublicKey;
use crate::signature::Signature;
pub use environment::EnvironmentRefusal;
use environment::TrustedEnvironment;
use files::TextError;

/// Comment at the beginning of a new policy.
const HEADER: &str = "# Trusted signers, sources and maximum grants of providers, and trusted signers of environments. \
                      `marotte provider trust` and `marotte environment trust` add signers.\n";

/// Maximum size of a policy.
const MAX_POLICY: usize = 4 << 20;

/// A policy: `policy.toml`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// Permitted sources, with `*` for any sequence of characters. By default, all sources are permitted.
    #[serde(default)]
    sources: Option<Vec<String>>,
    /// Trust rules by the part of a provider's name before the slash.
    #[serde(default, rename = "namespace")]
    namespaces: BTreeMap<String, Namespace>,
    /// Trust rules by the name of an environment, with `*` for any sequence of characters.
    #[serde(default, rename = "environment")]
    environments: BTreeMap<String, TrustedEnvironment>,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Namespace {
    /// Trusted signers, of which one is sufficient.
    #[serde(default)]
    signers: Vec<PublicKey>,
    /// Artifacts that are accepted unsigned.
    #[serde(default)]
    unsigned: Vec<Digest>,
    /// Maximum grants of its providers. By default, those accepted at installation.
    #[serde(default)]
    maximum: Option<Grants>,
}

/// A trust rule of an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrustRule {
    /// A signer with this key.
    Signer(PublicKey),
    /// Only this artifact.
    Artifact(Digest),
}

/// Reason why the policy rejects a provider, or cannot be used.
#[derive(Debug, Error)]
pub enum PolicyError {
    /// Other users can change the policy.
    #[error(transparent)]
    Exposed(#[from] Exposure),
    /// The policy cannot be read.
    #[error("Could not read the policy '{}': {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The policy cannot be written.
    #[error("Could not write the policy '{}': {reason}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The source is not permitted.
    #[error("The policy does not allow providers from '{0}': its list 'sources' does not contain it")]
    Source(String),
    /// The provider is not signed.
    #[error(
        "The provider '{name}' is not signed; `marotte provider trust {digest} --namespace {namespace}` accepts it \
         as it is, without a signature"
    )]
    Unsigned {
        /// The provider.
        name: String,
        /// Its namespace.
        namespace: String,
        /// The digest of its manifest.
        digest: Digest,
    },
    /// The provider is only signed by unknown signers.
    #[error("The provider '{name}' is signed by '{}', which is not trusted for the namespace '{namespace}'; trust \
             the key with `marotte provider trust {} --namespace {namespace}`", signers[0], signers[0])]
    Unknown {
        /// The provider.
        name: String,
        /// Its namespace.
        namespace: String,
        /// The signers.
        signers: Vec<PublicKey>,
    },
    /// The provider is only signed by unknown signers, and its namespace has a trusted one.
    #[error(
        "THE SIGNING KEY OF '{namespace}' HAS CHANGED: the provider '{name}' is signed by '{}', but the policy trusts {} for this \
         namespace. Somebody may have replaced the provider; do not install it before its author has confirmed the new key \
         by another channel",
        signers[0],
        quoted(trusted)
    )]
    Changed {
        /// The provider.
        name: String,
        /// Its namespace.
        namespace: String,
        /// The signers.
        signers: Vec<PublicKey>,
        /// The trusted signers.
        trusted: Vec<PublicKey>,
    },
    /// A signature is not valid.
    #[error(
        "The signature of '{signer}' does not match the provider '{name}' with the manifest {digest}: one of them was changed"
    )]
    Forged {
        /// The provider.
        name: String,
        /// The claimed signer.
        signer: PublicKey,
        /// The digest of its manifest.
        digest: Digest,
    },
    /// The requested grants exceed the maximum.
    #[error("The provider '{name}' requests grants beyond the maximum of the policy for the namespace \
             '{namespace}': {}", grants.join(", "))]
    Grants {
        /// The provider.
        name: String,
        /// Its namespace.
        namespace: String,
        /// The grants beyond the maximum.
        grants: Vec<String>,
    },
}

impl Policy {
    /// Reads the policy; a missing one trusts nothing.
    ///
    /// # Errors
    /// Returns an error if the policy cannot be read or is not valid, or other users can change it.
    pub fn load(path: &Path, checker: &Checker) -> Result<Self, PolicyError> {
        let unreadable = |reason| PolicyError::Unreadable { path: path.to_owned(), reason };
        let Some(text) = read(path, checker)? else { return Ok(Self::default()) };
        toml::from_str(&text).map_err(|error| unreadable(error.to_string()))
    }

    /// Checks that a source is permitted.
    ///
    /// # Errors
    /// Returns an error if it is not.
    pub fn check_source(&self, source: &str) -> Result<(), PolicyError> {
        let Some(allowed) = &self.sources else { return Ok(()) };
        // A path with `..` could lead to any directory.
        let is_straight = !source.split('/').any(|part| part == "..");
        if is_straight && allowed.iter().any(|pattern| name_covers(pattern, source)) {
            return Ok(());
        }
        Err(PolicyError::Source(source.to_owned()))
    }

    /// Returns the trusted signature of an artifact; `None` if it is accepted unsigned.
    ///
    /// # Errors
    /// Returns an error if the artifact has no trusted signature and is not accepted unsigned.
    pub fn check_signer(
        &self,
        artifact: &Artifact,
        signatures: &[Signature],
    ) -> Result<Option<Signature>, PolicyError> {
        let (name, digest) = (artifact.name().to_owned(), artifact.digest());
        let namespace = namespace_of(&name).to_owned();
        let known = self.namespaces.get(&namespace);
        let is_trusted = |signature: &&Signature| known.is_some_and(|known| known.signers.contains(signature.key()));
        if let Some(good) = signatures.iter().filter(is_trusted).find(|signature| signature.is_of(&digest)) {
            return Ok(Some(good.clone()));
        }
        if known.is_some_and(|known| known.unsigned.contains(&digest)) {
            return Ok(None);
        }
        if let Some(bad) = signatures.iter().find(|signature| !signature.is_of(&digest)) {
            return Err(PolicyError::Forged { name, signer: *bad.key(), digest });
        }
        if signatures.is_empty() {
            return Err(PolicyError::Unsigned { name, namespace, digest });
        }
        let signers = signatures.iter().map(|signature| *signature.key()).collect();
        match known.map(|known| known.signers.clone()).unwrap_or_default() {
            trusted if trusted.is_empty() => Err(PolicyError::Unknown { name, namespace, signers }),
            trusted => Err(PolicyError::Changed { name, namespace, signers, trusted }),
        }
    }

    /// Checks that the requested grants of a provider do not exceed the maximum.
    ///
    /// # Errors
    /// Returns an error if they do.
    pub fn check_grants(&self, package: &Package) -> Result<(), PolicyError> {
        let name = &package.manifest.package.name;
        let namespace = namespace_of(name);
        let maximum = self.namespaces.get(namespace).and_then(|known| known.maximum.as_ref());
        let Some(maximum) = maximum else { return Ok(()) };
        let beyond = Grants::from(&package.manifest).beyond(maximum);
        if beyond.is_empty() {
            return Ok(());
        }
        let grants = beyond.iter().map(ToString::to_string).collect();
        Err(PolicyError::Grants { name: name.clone(), namespace: namespace.to_owned(), grants })
    }

    /// Returns whether the policy sets a maximum for a provider, which counts as acceptance of these grants.
    #[must_use]
    pub fn has_maximum(&self, name: &str) -> bool {
        self.namespaces.get(namespace_of(name)).is_some_and(|known| known.maximum.is_some())
    }
}

fn quoted(keys: &[PublicKey]) -> String {
    keys.iter().map(|key| format!("'{key}'")).collect::<Vec<_>>().join(", ")
}

fn read(path: &Path, checker: &Checker) -> Result<Option<String>, PolicyError> {
    files::read_trusted(path, MAX_POLICY, checker).map_err(|error| match error {
        TextError::Exposed(exposure) => PolicyError::Exposed(exposure),
        TextError::Unreadable(reason) => PolicyError::Unreadable { path: path.to_owned(), reason },
    })
}

/// Adds a trust rule for a namespace to the policy; other content of the file is kept. Returns whether the rule
/// is new.
///
/// # Errors
/// Returns an error if the policy cannot be read or written; then it is unchanged.
pub fn trust(path: &Path, namespace: &str, trusted: TrustRule, checker: &Checker) -> Result<bool, PolicyError> {
    add(path, ("namespace", namespace), trusted, checker)
}

/// Adds a trust rule for environments to the policy; other content of the file is kept. `name` is the name of an environment, or a
/// pattern with `*`. Returns whether the rule is new.
///
/// # Errors
/// Returns an error if the policy cannot be read or written; then it is unchanged.
pub fn trust_environment(path: &Path, name: &str, trusted: TrustRule, checker: &Checker) -> Result<bool, PolicyError> {
    add(path, ("environment", name), trusted, checker)
}

/// Adds a trust rule to the table with a name in a table of the policy.
fn add(path: &Path, (table, name): (&str, &str), trusted: TrustRule, checker: &Checker) -> Result<bool, PolicyError> {
    let unreadable = |reason| PolicyError::Unreadable { path: path.to_owned(), reason };
    // Errors in the file are reported before anything is written.
    Policy::load(path, checker)?;
    let text = read(path, checker)?.unwrap_or_else(|| HEADER.to_owned());
    let mut policy: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| unreadable(error.to_string()))?;
    // In a file that contains only comments, these would end up after the new entry.
    let comments = if policy.is_empty() { text } else { String::new() };
    if policy.is_empty() {
        policy = DocumentMut::new();
    }
    let (list, entry) = match trusted {
        TrustRule::Signer(key) => ("signers", key.to_string()),
        TrustRule::Artifact(digest) => ("unsigned", digest.to_string()),
    };
    let mut hidden = Table::new();
    hidden.set_implicit(true);
    let rules = policy.entry(table).or_insert(Item::Table(hidden));
    let rules = rules.as_table_like_mut().ok_or_else(|| unreadable(format!("'{table}' is not a table")))?;
    let rule = rules.entry(name).or_insert(Item::Table(Table::new()));
    let rule = rule.as_table_like_mut().ok_or_else(|| unreadable(format!("'{name}' is not a table")))?;
    let list = rule.entry(list).or_insert(Item::Value(Value::Array(Array::new())));
    let list = list.as_array_mut().ok_or_else(|| unreadable("one of its lists has another type".into()))?;
    if list.iter().any(|known| known.as_str() == Some(&entry)) {
        return Ok(false);
    }
    list.push(entry);
    let unwritten = |error: io::Error| PolicyError::Unwritten { path: path.to_owned(), reason: error.to_string() };
    files::replace_preserving(path, format!("{comments}{policy}").as_bytes()).map_err(unwritten)?;
    Ok(true)
}

/// Returns the namespace of a provider's name.
#[must_use]
pub fn namespace_of(name: &str) -> &str {
    name.split_once('/').map_or(name, |(namespace, _)| namespace)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::key::PrivateKey;

    fn policy(text: &str) -> Policy {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn policy_sources_are_patterns() {
        assert!(Policy::default().check_source("/anywhere").is_ok());
        let policy = policy("sources = ['oci://ghcr.io/acme/*', '/srv/mirror']");
        assert!(policy.check_source("oci://ghcr.io/acme/nginx").is_ok());
        assert!(policy.check_source("/srv/mirror").is_ok());
        for other in ["oci://ghcr.io/evil/acme/", "/srv/mirror2", "x/srv/mirror"] {
            let refused = policy.check_source(other).unwrap_err().to_string();
            assert!(refused.contains(other), "{refused}");
        }
        let within = self::policy("sources = ['/srv/trusted/*']");
        assert!(within.check_source("/srv/trusted/a..b/x.wasm").is_ok());
        assert!(within.check_source("/srv/trusted/../evil/x.wasm").is_err());
        assert!(Policy { sources: Some(Vec::new()), ..Policy::default() }.check_source("/x").is_err());
    }

    #[test]
    fn trust_adds_a_rule_and_keeps_comments() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("conf/policy.toml");
        let key = PrivateKey::generate().unwrap().public();
        assert!(trust(&path, "acme", TrustRule::Signer(key), &Checker::default()).unwrap());
        assert!(!trust(&path, "acme", TrustRule::Signer(key), &Checker::default()).unwrap());
        assert_eq!(Policy::load(&path, &Checker::default()).unwrap().namespaces["acme"].signers, [key]);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# Trusted"), "{text}");
        fs::write(&path, format!("# ours\n{text}[namespace.other] # theirs\n")).unwrap();
        let digest = Digest::of(b"x");
        assert!(trust(&path, "acme", TrustRule::Artifact(digest), &Checker::default()).unwrap());
        assert!(trust(&path, "other", TrustRule::Artifact(digest), &Checker::default()).unwrap());
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# ours\n") && text.contains("# theirs"), "{text}");
        let policy = Policy::load(&path, &Checker::default()).unwrap();
        assert_eq!(
            (&policy.namespaces["acme"].signers[..], &policy.namespaces["other"].unsigned[..]),
            (&[key][..], &[digest][..])
        );
    }

    #[test]
    fn invalid_policy_is_rejected_and_left_unchanged() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("policy.toml");
        for wrong in
            ["x", "colour = 'red'", "[namespace.acme]\nsigners = ['me']", "[namespace.acme.maximum.files]\nwrit = []"]
        {
            fs::write(&path, wrong).unwrap();
            let refused = Policy::load(&path, &Checker::default()).unwrap_err().to_string();
            assert!(refused.contains("policy.toml"), "{refused}");
            assert!(trust(&path, "a", TrustRule::Artifact(Digest::of(b"")), &Checker::default()).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), wrong);
        }
    }
}
