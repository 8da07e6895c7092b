//! `provider keygen`, `sign` and `trust`: keys, signatures and trusted signers.

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use engine::installation::check_name;
use registry::policy::{self, TrustRule};
use registry::source::file::{FileSource, signature_file};
use registry::{PrivateKey, Signature};
use serde_json::json;

use crate::args::{ProviderKeygen, ProviderSign, ProviderTrust};
use crate::console::Console;
use crate::exit;
use engine::provider_lock::LockPaths;
use files::Durability;

/// Signatures are readable by everyone.
const MODE: u32 = 0o644;

/// Creates a key and prints its public part.
///
/// # Errors
/// Returns an error if the file already exists or cannot be written.
pub(super) fn keygen(arguments: &ProviderKeygen, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let key = PrivateKey::generate()?;
    key.save(&arguments.file)?;
    if console.is_structured() {
        console.print_data(
            &json!({ "public_key": key.public().to_string(), "file": arguments.file.display().to_string() }),
        );
    } else {
        console.print(&format!("{}\n", key.public()));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Signs a component. Other signatures are kept.
///
/// # Errors
/// Returns an error if the component or the key cannot be read, or the signature cannot be written.
pub(super) fn sign(arguments: &ProviderSign, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let key = PrivateKey::load(&arguments.key, &settings.checker)?;
    let fetched = FileSource::new(arguments.file.clone()).read()?;
    check_name(fetched.artifact.name())?;
    let signature = Signature::make(&key, &fetched.artifact.digest());
    let others = fetched.signatures.iter().filter(|known| known.key() != signature.key());
    // Signatures of an earlier build are invalid.
    let valid = others.filter(|known| known.is_of(&fetched.artifact.digest()));
    let text: Vec<u8> = valid.chain([&signature]).flat_map(Signature::to_json).collect();
    let path = signature_file(&arguments.file);
    let could_not = || format!("Could not write the signature '{}'", path.display());
    files::replace(&path, MODE, Durability::Fsync, |out| out.write_all(&text)).with_context(could_not)?;
    let (name, digest) = (fetched.artifact.name(), fetched.artifact.digest());
    let signer = signature.key().to_string();
    if console.is_structured() {
        let file = path.display().to_string();
        console.print_data(&json!({ "name": name, "digest": digest, "signed_by": signer, "file": file }));
    } else {
        console.print_untrusted(&format!("{name} {digest}\n  signed by {signer} in {}\n", path.display()));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Adds a key or an artifact to the policy.
///
/// # Errors
/// Returns an error if the argument is neither, or the policy cannot be written.
pub(super) fn trust(arguments: &ProviderTrust, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let (signer_or_artifact, namespace) = (&arguments.signer_or_artifact, &arguments.namespace);
    check_name(&format!("{namespace}/x")).with_context(|| format!("'{namespace}' is not a namespace"))?;
    let trusted = match (signer_or_artifact.parse(), signer_or_artifact.parse()) {
        (Ok(key), _) => TrustRule::Signer(key),
        (_, Ok(digest)) => TrustRule::Artifact(digest),
        _ => bail!(
            "'{signer_or_artifact}' is neither a public key (ed25519:...) nor the digest of an artifact (sha256:...)"
        ),
    };
    let files = LockPaths::of(&settings);
    let _changes = files.change(console)?;
    let is_new = policy::trust(&files.policy, namespace, trusted, &settings.checker)?;
    if console.is_structured() {
        let policy = files.policy.display().to_string();
        let answer = json!({ "trusted": signer_or_artifact, "namespace": namespace, "new": is_new, "policy": policy });
        console.print_data(&answer);
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let words = if is_new { "is now trusted" } else { "was already trusted" };
    console.print_untrusted(&format!(
        "{signer_or_artifact} {words} in the namespace {namespace} ({})\n",
        files.policy.display()
    ));
    Ok(ExitCode::from(exit::SUCCESS))
}
