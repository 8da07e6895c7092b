//! `environment trust`: adds a signer or an artifact to the policy.

use std::process::ExitCode;

use anyhow::{Result, bail};
use engine::provider_lock::LockPaths;
use registry::policy::{TrustRule, trust_environment};
use serde_json::json;

use crate::args::EnvironmentTrust;
use crate::console::Console;
use crate::exit;

/// Adds a rule.
///
/// # Errors
/// Returns an error if the argument is neither a key nor a digest, or the policy cannot be written.
pub(super) fn run(arguments: &EnvironmentTrust, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let (text, name) = (&arguments.signer_or_artifact, &arguments.name);
    if !engine::is_environment_name(&name.replace('*', "_")) {
        bail!("'{name}' is not the name of an environment, which has letters, digits and '_', or '*' for any of them");
    }
    let trusted = match (text.parse(), text.parse()) {
        (Ok(key), _) => TrustRule::Signer(key),
        (_, Ok(digest)) => TrustRule::Artifact(digest),
        _ => bail!("'{text}' is neither a public key (ed25519:...) nor the digest of an artifact (sha256:...)"),
    };
    let files = LockPaths::of(&settings);
    let _changes = files.change(console)?;
    let is_new = trust_environment(&files.policy, name, trusted, &settings.checker)?;
    let policy = files.policy.display().to_string();
    if console.is_structured() {
        console.print_data(&json!({ "trusted": text, "environment": name, "new": is_new, "policy": policy }));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let words = if is_new { "is now trusted" } else { "was already trusted" };
    console.print_untrusted(&format!("{text} {words} for the environment {name} ({policy})\n"));
    Ok(ExitCode::from(exit::SUCCESS))
}
