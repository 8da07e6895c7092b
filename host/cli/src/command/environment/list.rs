//! `environment list`: the pulled environments and their kept versions.

use std::process::ExitCode;

use anyhow::Result;
use jiff::Timestamp;
use registry::environment::{EnvironmentStore, PulledEnvironment, PulledVersion};
use serde_json::{Value, json};

use crate::args::EnvironmentList;
use crate::console::Console;
use crate::exit;

/// Lists environments.
///
/// # Errors
/// Returns an error if a record cannot be read.
pub(super) fn run(arguments: &EnvironmentList, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let mut found = Vec::new();
    for directory in &*settings.environmentpath {
        found.extend(EnvironmentStore::new(directory.clone(), &settings.checker).environments()?);
    }
    if console.is_structured() {
        console.print_data(&found.iter().map(to_json).collect::<Vec<_>>().into());
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    if found.is_empty() {
        console.print("No environments were pulled\n");
    }
    for environment in &found {
        console.print_untrusted(&text(environment));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the description of an environment as data.
pub(super) fn to_json(environment: &PulledEnvironment) -> Value {
    let version = |PulledVersion { manifest, origin, time }: &PulledVersion| {
        json!({
            "digest": manifest.digest, "current": environment.current == Some(manifest.digest), "commit": manifest.commit,
            "reference": origin.reference, "signer": origin.signer, "serial": origin.serial, "pulled": pulled_at(*time),
        })
    };
    json!({
        "name": environment.name,
        "path": environment.path,
        "current": environment.current,
        "versions": environment.versions.iter().map(version).collect::<Vec<_>>(),
        "channels": environment.channels,
    })
}

fn text(environment: &PulledEnvironment) -> String {
    let mut text = format!("{}\n", environment.name);
    for PulledVersion { manifest, origin, time } in &environment.versions {
        let mark = if environment.current == Some(manifest.digest) { '*' } else { ' ' };
        let commit = manifest.commit.as_ref().map(|commit| format!(", commit {commit}")).unwrap_or_default();
        text += &format!("{mark} {}  {} from {}{commit}\n", manifest.digest, pulled_at(*time), origin.reference);
    }
    text
}

/// Formats a time in seconds since 1970.
fn pulled_at(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    time.unwrap_or_default().to_string()
}
