//! Owns `provider list`: which components there are, what they offer and what they may touch. It runs no component.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use runtime::{Config, Package, Runtime};

use crate::args::ProviderList;
use crate::console::Console;
use crate::settings::Settings;
use crate::{components, exit, grants};

pub(super) mod build;
pub(super) mod docs;
pub(super) mod new;
pub(super) mod show;
pub(super) mod test;

/// Lists the components.
///
/// # Errors
/// A built-in component can't be read.
pub(crate) fn list(arguments: &ProviderList, console: &mut Console) -> Result<ExitCode> {
    Settings::of(&arguments.common, None, "user", console)?;
    let runtime = Runtime::new(Config::new(components::embedded()))?;
    for package in runtime.registry().packages() {
        console.tell(&describe(package));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn describe(package: &Package) -> String {
    let manifest = &package.manifest;
    let digest: String = package.digest.iter().flatten().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let mut text = format!("{} {} (built in, sha256 {digest}…)\n", manifest.package.name, manifest.package.version);
    for schema in &package.schema.types {
        let providers = package.schema.providers.iter().filter(|provider| provider.type_name == schema.name);
        let names: Vec<&str> = providers.map(|provider| provider.name.as_str()).collect();
        let _ = writeln!(text, "  type {}: provider {}", schema.name, names.join(", "));
    }
    for grant in grants::describe(package) {
        let _ = writeln!(text, "  may {grant}");
    }
    text
}
