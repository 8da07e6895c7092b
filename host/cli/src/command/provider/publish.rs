//! `provider publish`: publishes a component with its signatures, or an index, to a registry or a directory.

mod index;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use registry::repository::{self, PublishOutcome};
use registry::source::file::{FileSource, signature_file};
use registry::{FetchedArtifact, Repository, pack};
use serde_json::json;

use super::place;
use crate::args::ProviderPublish;
use crate::console::Console;
use crate::exit;
use catalog::Level;

/// Publishes a component, or an index.
///
/// # Errors
/// Returns an error if the file is not a component, a signature belongs to another one, or the destination
/// rejects it.
pub(super) fn run(arguments: &ProviderPublish, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    match arguments.index {
        true => index::run(arguments, console, |text| place::destination(text, &network)),
        false => component(arguments, console, |text| place::destination(text, &network)),
    }
}

fn component(
    arguments: &ProviderPublish,
    console: &mut Console,
    open: impl Fn(&str) -> Result<Box<dyn Repository>>,
) -> Result<ExitCode> {
    let fetched = FileSource::new(arguments.file.clone()).read()?;
    check(&arguments.file, &fetched, console)?;
    let artifact = &fetched.artifact;
    let to = open(&arguments.destination)?;
    let published = repository::publish(&*to, &fetched)?;
    let (name, version) = (artifact.name(), artifact.version()?);
    let reference = to.reference(name, &version.to_string());
    let signers: Vec<String> = fetched.signatures.iter().map(|signature| signature.key().to_string()).collect();
    if console.is_structured() {
        let answer = json!({
            "reference": reference, "name": name, "version": version.to_string(), "digest": artifact.digest(),
            "signers": signers, "new": published == PublishOutcome::Newly,
        });
        console.print_data(&answer);
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let how = match published {
        PublishOutcome::Newly => "Published",
        PublishOutcome::Again => "Already published:",
    };
    console.print_untrusted(&format!(
        "{how} {reference} ({})\n  marotte provider add {name}@{version} --from {}\n",
        artifact.digest(),
        to.place()
    ));
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Checks the signatures of a component. Logs a warning if it is not signed or not packed.
fn check(file: &Path, fetched: &FetchedArtifact, console: &mut Console) -> Result<()> {
    let (artifact, shown) = (&fetched.artifact, file.display());
    artifact.package().check_version()?;
    let beside = signature_file(file);
    if let Some(foreign) = fetched.signatures.iter().find(|signature| !signature.is_of(&artifact.digest())) {
        bail!(
            "'{}' contains a signature of {} that does not match '{shown}': sign the component again with marotte provider sign {shown}",
            beside.display(),
            foreign.key()
        );
    }
    if fetched.signatures.is_empty() {
        let message = format!(
            "There is no signature '{}': users of '{}' must accept it by its digest. To sign it: marotte provider sign {shown}",
            beside.display(),
            artifact.name()
        );
        console.log(Level::Warning, "", &message);
    }
    if pack::pack(&shown.to_string(), artifact.component_bytes())? != artifact.component_bytes() {
        let message = format!(
            "'{shown}' is not packed: it contains data about its build. To remove them: marotte provider pack {shown}"
        );
        console.log(Level::Warning, "", &message);
    }
    Ok(())
}
