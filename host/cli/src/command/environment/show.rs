//! `environment show`: the content and the signers of an environment.

use std::process::ExitCode;

use anyhow::Result;
use registry::environment::{EnvironmentManifest, EnvironmentReference, FetchedEnvironment, PulledVersion};
use registry::{Policy, PublicKey};
use serde_json::json;

use super::super::provider::place;
use super::version_text;
use crate::args::EnvironmentShow;
use crate::console::Console;
use crate::exit;

/// Shows an environment.
///
/// # Errors
/// Returns an error if it does not exist or cannot be read.
pub(super) fn run(arguments: &EnvironmentShow, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    if let Some((environment, directory)) = super::pulled(&settings, &arguments.environment)?
        && let Some(version) =
            environment.versions.into_iter().find(|known| Some(known.manifest.digest) == environment.current)
    {
        let PulledVersion { manifest, origin, .. } = version;
        let place = format!("{} from {}", directory.display(), origin.reference);
        print(
            &ShownEnvironment { place, manifest, signers: origin.signer.into_iter().collect(), is_trusted: true },
            console,
        );
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let reference = EnvironmentReference::parse(&arguments.environment)?;
    let fetched = FetchedEnvironment::fetch(&*reference.open(&place::network(console))?, &reference)?;
    let FetchedEnvironment { manifest, signatures } = fetched;
    let policy = Policy::load(&settings.provider_policy, &settings.checker)?;
    let place = reference.to_string();
    let is_trusted = policy.check_environment(&manifest.name, (&place, manifest.digest), &signatures).is_ok();
    let valid = signatures.iter().filter(|signature| signature.is_of(&manifest.digest));
    let signers = valid.map(|signature| *signature.key()).collect();
    print(&ShownEnvironment { place, manifest, signers, is_trusted }, console);
    Ok(ExitCode::from(exit::SUCCESS))
}

struct ShownEnvironment {
    place: String,
    manifest: EnvironmentManifest,
    /// The keys with valid signatures.
    signers: Vec<PublicKey>,
    is_trusted: bool,
}

fn print(shown: &ShownEnvironment, console: &mut Console) {
    let ShownEnvironment { place, manifest, signers, is_trusted } = shown;
    let EnvironmentManifest { digest, name, commit, modules, sealed, layers } = manifest;
    if console.is_structured() {
        return console.print_data(&json!({
            "name": name, "digest": digest, "place": place, "commit": commit, "signers": signers, "trusted": is_trusted,
            "size": manifest.size(), "sealed": sealed, "modules": modules, "layers": layers,
        }));
    }
    let mut text = format!("{name} {digest}\n  {place}\n");
    if let Some(commit) = commit {
        text += &format!("  commit {commit}\n");
    }
    match &signers[..] {
        [] => text += "  not signed\n",
        signers => signers.iter().for_each(|signer| text += &format!("  signed by {signer}\n")),
    }
    text += if *is_trusted { "  accepted by the policy\n" } else { "  not accepted by the policy\n" };
    text += &format!("  {} kB in {} layers\n", manifest.size().div_ceil(1000), layers.len());
    if let Some(sealed) = sealed {
        text += &super::sealed_text(sealed);
    }
    for module in modules {
        text += &format!("  {} {}\n", module.path, version_text(module.version.as_ref()));
    }
    console.print_untrusted(&text);
}
