//! `environment pull`: makes a version of an environment the current one on this system.

use std::process::ExitCode;

use anyhow::Result;
use catalog::Level;
use registry::Policy;
use registry::environment::{EnvironmentReference, EnvironmentStore, Pull, PullOutcome, PullRequest};
use serde_json::json;

use super::super::authority::certname;
use super::super::provider::place;
use crate::args::EnvironmentPull;
use crate::console::Console;
use crate::exit;

/// Pulls an environment.
///
/// # Errors
/// Returns an error if the policy rejects the environment, or it cannot be fetched or written.
pub(super) fn run(arguments: &EnvironmentPull, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let reference = EnvironmentReference::parse(&arguments.source)?;
    let name = super::name_of(arguments.name.as_deref(), &reference)?;
    let policy = Policy::load(&settings.provider_policy, &settings.checker)?;
    let node = arguments.channel.then(|| certname(&settings).map(|name| name.to_string())).transpose()?;
    let from = reference.open(&place::network(console))?;
    let store = EnvironmentStore::new(super::directory_of(&settings, name)?, &settings.checker);
    let wait = || console.log(Level::Notice, "", "Waiting for another marotte, which pulls an environment");
    let guard = store.lock(wait)?;
    let request = PullRequest { reference: &reference, name, certname: node.as_deref() };
    let pulled = request.run(&*from, &policy, &guard)?;
    drop(guard);
    report(&pulled, &reference, console);
    Ok(ExitCode::from(exit::SUCCESS))
}

fn report(pulled: &Pull, reference: &EnvironmentReference, console: &mut Console) {
    let Pull { environment, signer, channel, outcome } = pulled;
    let (name, digest) = (&environment.manifest.name, environment.manifest.digest);
    let (is_changed, previous) = match outcome {
        PullOutcome::Unchanged => (false, Some(digest)),
        PullOutcome::Replaced(previous) => (true, *previous),
    };
    if console.is_structured() {
        return console.print_data(&json!({
            "name": name, "digest": digest, "previous": previous, "changed": is_changed, "reference": reference.to_string(),
            "signer": signer, "commit": environment.manifest.commit, "serial": channel.as_ref().map(|channel| channel.serial),
        }));
    }
    let before = match previous {
        _ if !is_changed => "already the current version".to_owned(),
        Some(previous) => format!("previously {previous}"),
        None => "new on this system".to_owned(),
    };
    let by = match signer {
        Some(signer) => format!("signed by {signer}"),
        None => "accepted without a signature".to_owned(),
    };
    let serial =
        channel.as_ref().map(|channel| format!(", serial {} of the channel", channel.serial)).unwrap_or_default();
    console.print_untrusted(&format!("{name} {digest}\n  {before}{serial}\n  {by}\n"));
}
