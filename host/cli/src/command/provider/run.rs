//! `provider run`: applies a manifest to a separate tree with a component that is not installed.

mod changes;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use authoring::build::{self, CrateSource};
use authoring::scratch::{self, Scratch};

use crate::args::{Apply, ProviderRun};
use crate::console::Console;
use catalog::Level;
use engine::components;

use changes::apply_below;

/// Applies the manifest and lists the changes in the tree.
///
/// # Errors
/// Returns an error if the component or the tree cannot be used. Failures while applying are logged and affect
/// the exit code.
pub(super) fn run(arguments: &ProviderRun, console: &mut Console) -> Result<ExitCode> {
    let root = arguments.apply.root.as_deref();
    console.settings(&arguments.apply.common, root, "user")?;
    let file = if arguments.component.is_dir() {
        build::make(&arguments.component, CrateSource::default())?
    } else {
        arguments.component.clone()
    };
    let mut apply = arguments.apply.clone();
    if !has_manifest(&apply) {
        apply.execute = Some(examples(&file)?);
    }
    apply.compile.provider.push(file);
    match root {
        Some(root) => {
            if !root.is_dir() {
                scratch::create_directories(root)?;
            }
            apply_below(&apply, root, console)
        }
        None => {
            let tree = Scratch::new()?;
            apply.root = Some(tree.root());
            let ran = apply_below(&apply, &tree.root(), console);
            if let Err(error) = tree.remove() {
                let message = format!("Could not remove '{}': {error}", tree.root().display());
                console.log(Level::Warning, "", &message);
            }
            ran
        }
    }
}

fn has_manifest(apply: &Apply) -> bool {
    let given = apply.common.settings.given().contains_key("manifest");
    given || apply.execute.is_some() || apply.catalog.is_some() || !apply.files.is_empty()
}

/// Returns the examples of all types of a component, as one manifest.
fn examples(file: &Path) -> Result<String> {
    let path = file.display();
    let package = runtime::read_package("component", &components::read(file)?);
    let package = package.with_context(|| format!("'{path}' is not a provider"))?;
    let examples: Vec<&str> =
        package.schema.types.iter().flat_map(|schema| &schema.examples).map(String::as_str).collect();
    if examples.is_empty() {
        bail!("'{path}' has no examples; give a manifest, or code with -e");
    }
    Ok(examples.join("\n"))
}
