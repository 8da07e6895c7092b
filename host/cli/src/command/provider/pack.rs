//! `provider pack`: packs a component in its distribution format.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use authoring::pack;
use catalog::Level;
use files::Durability;
use registry::Artifact;
use serde_json::json;

use super::build::warn;
use crate::args::ProviderPack;
use crate::console::Console;
use crate::exit;

/// Packs a component.
///
/// # Errors
/// Returns an error if the component cannot be built or would be rejected by the host, or the file cannot be
/// written.
pub(super) fn run(arguments: &ProviderPack, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let artifact = pack::pack(&arguments.from, arguments.offline)?;
    warn(artifact.package(), console);
    let bytes = artifact.component_bytes();
    if arguments.from.is_dir()
        && let Some(path) = pack::embedded_path(&arguments.from, bytes)?
    {
        let message = format!(
            "The component contains the path '{path}' and would differ if it were built elsewhere: it may come from \
             env!(\"CARGO_MANIFEST_DIR\") or a build script"
        );
        console.log(Level::Warning, "", &message);
    }
    let output = arguments.output.clone().unwrap_or_else(|| file_name(&artifact));
    files::replace(&output, 0o644, Durability::Fsync, |out| out.write_all(bytes))
        .with_context(|| format!("Could not write '{}'", output.display()))?;
    let (output, size, digest) = (output.display(), bytes.len(), artifact.digest());
    let (name, version) = (artifact.name(), &artifact.package().manifest.package.version);
    if console.is_structured() {
        let answer = json!({
            "file": output.to_string(), "name": name, "version": version, "size": size,
            "component": artifact.component_digest(), "digest": digest,
        });
        console.print_data(&answer);
    } else {
        let kilobytes = size.div_ceil(1000);
        console.print_untrusted(&format!("Packed {name} {version} into {output}: {kilobytes} kB, {digest}\n"));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn file_name(artifact: &Artifact) -> PathBuf {
    let version = &artifact.package().manifest.package.version;
    format!("{}-{version}.wasm", artifact.name().replace('/', "-")).into()
}
