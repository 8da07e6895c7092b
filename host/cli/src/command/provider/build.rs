//! `provider build`: builds the component of a project and checks it like the host.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use authoring::build::{self, CrateSource};
use catalog::Level;
use engine::components;
use runtime::Package;

use super::show;
use crate::args::ProviderBuild;
use crate::console::Console;
use crate::exit;

/// Builds the component and prints its description.
///
/// # Errors
/// Returns an error if the build fails, or the host would reject the component.
pub(super) fn run(arguments: &ProviderBuild, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let file = build::make(&arguments.directory, CrateSource { is_offline: arguments.offline, is_locked: false })?;
    let bytes = components::read(&file)?;
    let path = file.display();
    let package = runtime::read_package("component", &bytes).with_context(|| format!("'{path}' is not a provider"))?;
    build::check(&package, bytes.clone())?;
    warn(&package, console);
    let digest = runtime::sha256(&bytes);
    for (import, section) in build::unneeded_imports(&package) {
        let message =
            format!("The component imports {import}, but provider.toml has no grant in {section} that needs it");
        console.log(Level::Warning, "", &message);
    }
    if console.is_structured() {
        let mut answer = show::to_json(&package, &digest);
        answer["file"] = path.to_string().into();
        answer["size"] = bytes.len().into();
        console.print_data(&answer);
    } else {
        let (kilobytes, text) = (bytes.len().div_ceil(1000), show::to_text(&package, &digest));
        console.print_untrusted(&format!("{path}: {kilobytes} kB\n\n{text}"));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Warns about imports that the host does not define.
pub(super) fn warn(package: &Package, console: &mut Console) {
    for import in build::undefined_imports(package) {
        let message =
            format!("The component imports {import}, which the host does not define: calling it fails the resource");
        console.log(Level::Warning, "", &message);
    }
}
