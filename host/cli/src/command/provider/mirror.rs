//! `provider mirror`: copies of providers, with their signatures, in another directory or registry.

mod selection;

use std::process::ExitCode;

use anyhow::{Result, bail};
use registry::repository::{self, PublishOutcome};
use registry::{Digest, Repository};
use serde_json::json;

use super::place;
use crate::args::ProviderMirror;
use crate::console::Console;
use crate::exit;
use engine::installation::NamedProvider;
use engine::provider_lock::{LockPaths, ProviderLock};

use selection::{MirroredProvider, all_of_source, of_lock, of_source};

/// Copies providers: the locked ones, or the newest versions of the named or of all providers of a source.
///
/// # Errors
/// Returns an error if a provider is not available or the destination rejects it; earlier copies remain.
pub(super) fn run(arguments: &ProviderMirror, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    let files = LockPaths::of(&settings);
    let ProviderLock { lock, policy, .. } = files.read()?;
    let named = arguments.providers.iter().map(|text| NamedProvider::by_name(text)).collect::<Result<Vec<_>>>()?;
    let copies = match &arguments.from {
        Some(from) if named.is_empty() => all_of_source(from, &network, &policy)?,
        Some(from) => of_source(from, &named, &network, &policy)?,
        None => of_lock(&lock, &named, &network, &policy)?,
    };
    let to = place::destination(&arguments.destination, &network)?;
    let mut answers = Vec::new();
    for provider in copies {
        let (how, digest) = copy(&provider, &*to)?;
        let reference = to.reference(&provider.name, &provider.version.to_string());
        if console.is_structured() {
            answers.push(json!({
                "reference": reference, "name": provider.name, "version": provider.version.to_string(), "digest": digest,
                "new": how == PublishOutcome::Newly,
            }));
            continue;
        }
        let how = match how {
            PublishOutcome::Newly => "Copied",
            PublishOutcome::Again => "Already exists:",
        };
        console.print_untrusted(&format!("{how} {reference} ({digest})\n"));
    }
    if console.is_structured() {
        console.print_data(&answers.into());
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Copies a version with its signatures. If the destination already has the version, only the signatures are
/// copied.
fn copy(provider: &MirroredProvider, to: &dyn Repository) -> Result<(PublishOutcome, Digest)> {
    let MirroredProvider { name, version, source, known } = provider;
    let is_expected = |digest: Digest| known.is_none_or(|(known, _)| known == digest);
    if let Some(existing) = repository::follow(&**source, to, name, version)?.filter(|existing| is_expected(*existing))
    {
        return Ok((PublishOutcome::Again, existing));
    }
    let fetched = source.fetch(name, version)?;
    let found = fetched.artifact.digest();
    if let Some((expected, who)) = known.filter(|_| !is_expected(found)) {
        let place = source.describe();
        bail!("{name} {version} in '{place}' has the digest {found}, but {who} has {expected}");
    }
    Ok((repository::publish(to, &fetched)?, found))
}
