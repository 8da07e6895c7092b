//! `provider show`: the capabilities of a component, proven by its imports, the grants that its manifest
//! requests, and its types. No component code is run.

mod capabilities;
mod json;
mod text;

use std::process::ExitCode;

use crate::args::ProviderShow;
use crate::console::Console;
use crate::exit;
use anyhow::{Context as _, Result, bail};
use engine::Settings;
use engine::components;
use engine::installation::check_name;
use engine::provider_lock::{LockPaths, ProviderLock};
use registry::{Artifact, installed};

pub(super) use json::to_json;
pub(super) use text::to_text;

/// Shows a component.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a component, or a locked provider is not permitted to
/// run.
pub(super) fn run(arguments: &ProviderShow, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let (package, digest) = match locked(arguments, &settings)? {
        Some(artifact) => (artifact.package().clone(), artifact.component_digest().bytes().to_vec()),
        None => {
            let path = arguments.file.display();
            let bytes = components::read(&arguments.file)?;
            let name = arguments.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let package =
                runtime::read_package(&name, &bytes).with_context(|| format!("'{path}' is not a provider"))?;
            (package, runtime::sha256(&bytes).to_vec())
        }
    };
    if console.is_structured() {
        console.print_data(&to_json(&package, &digest));
    } else {
        console.print_untrusted(&to_text(&package, &digest));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the locked provider of this name; `None` if a file of this name exists.
fn locked(arguments: &ProviderShow, settings: &Settings) -> Result<Option<Artifact>> {
    let Some(name) = arguments.file.to_str().filter(|_| !arguments.file.exists()) else { return Ok(None) };
    let files = LockPaths::of(settings);
    let ProviderLock { lock, policy, .. } = files.read()?;
    match lock.find(name) {
        Some(entry) => Ok(Some(installed::inspect(entry, &files.store, &policy)?)),
        None if check_name(name).is_ok() => {
            bail!("'{name}' is neither a file nor a locked provider")
        }
        None => Ok(None),
    }
}
