//! `environment publish`: publishes the environment in a directory.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use catalog::Level;
use registry::environment::{EnvironmentArtifact, EnvironmentReference, EnvironmentTree};
use registry::repository::PublishOutcome;
use registry::{PrivateKey, Signature};
use serde_json::json;

use super::super::provider::place;
use crate::args::EnvironmentPublish;
use crate::console::Console;
use crate::exit;
use crate::sealing::{ConfigError, Sealing};

/// Publishes an environment.
///
/// # Errors
/// Returns an error if the directory has an entry that cannot be part of an artifact, or the destination rejects it.
pub(super) fn run(arguments: &EnvironmentPublish, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let checker = &settings.checker;
    let reference = EnvironmentReference::parse(&arguments.destination)?;
    let name = super::name_of(arguments.name.as_deref(), &reference)?;
    let key = arguments.key.as_deref().map(|file| PrivateKey::load(file, checker)).transpose()?;
    let directory = arguments.directory.as_deref().unwrap_or(Path::new("."));
    let mut tree = EnvironmentTree::read(directory, checker)?;
    let directories = super::module_directories(directory, checker, console)?;
    if let Some(certificates) = &arguments.seal {
        let sealing = Sealing { arguments, settings: &settings, root: directory, modules: &directories };
        let sealed = sealing.seal(&mut tree, certificates, console);
        if let Some(invalid) = sealed.as_ref().err().and_then(|error| error.downcast_ref::<ConfigError>()) {
            let (diagnostic, sources) = invalid.diagnostic();
            console.diagnostic(&diagnostic, &sources, "", "");
            return Ok(ExitCode::from(exit::FAILURE));
        }
        sealed?;
    }
    let artifact = EnvironmentArtifact::new(name, &tree, &directories, arguments.commit.as_deref())?;
    let signature = key.map(|key| Signature::make(&key, &artifact.digest()));
    let signer = signature.as_ref().map(|signature| signature.key().to_string());
    if signer.is_none() {
        let message =
            "The environment is not signed: systems must trust it by its digest. To sign it, give a key with --key";
        console.log(Level::Warning, "", message);
    }
    let to = reference.create(&place::network(console))?;
    let outcome = artifact.publish(&*to, &reference, signature.as_slice())?;
    let digest = artifact.digest();
    if console.is_structured() {
        console.print_data(&json!({
            "reference": reference.to_string(), "name": name, "digest": digest, "size": artifact.size(), "signer": signer,
            "new": outcome == PublishOutcome::Newly, "sealed": tree.sealed(),
        }));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let how = match outcome {
        PublishOutcome::Newly => "Published",
        PublishOutcome::Again => "Already published:",
    };
    let kilobytes = artifact.size().div_ceil(1000);
    let sealed = tree.sealed().map(|sealed| super::sealed_text(&sealed)).unwrap_or_default();
    console.print_untrusted(&format!("{how} {reference} ({kilobytes} kB)\n  {}\n{sealed}", reference.at(digest)));
    Ok(ExitCode::from(exit::SUCCESS))
}
