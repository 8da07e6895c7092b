//! `catalog compile` and `catalog diff`: catalogs as documents, without touching the machine.

mod difference;

pub(crate) use difference::to_text;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use catalog::{Catalog, diff, engine_types, wire};
use runtime::{Runtime, RuntimeConfig};

use crate::args::{CatalogCompile, CatalogDiff};
use crate::compile_context::CompileContext;
use crate::console::Console;
use crate::report;
use crate::settings::Settings;
use crate::{compilation, exit, provider_lock};

/// Compiles and prints the catalog.
///
/// # Errors
/// A file can't be read, or the catalog has something that its format does not.
pub(crate) fn compile(arguments: &CatalogCompile, console: &mut Console) -> Result<ExitCode> {
    // The catalog has standard output for itself.
    console.log_to_stderr();
    let settings = Settings::of(&arguments.common, None, "server", console)?;
    let surroundings = CompileContext::of(&arguments.compile, settings, arguments.node.as_deref(), console)?;
    let manifest = surroundings.settings.manifest.given().map(Path::new);
    let site = surroundings.site(manifest, arguments.execute.as_deref(), false)?;
    if site.is_own && surroundings.environment.manifest.is_none() {
        bail!("The environment '{}' has no manifests: give --manifest or --execute", surroundings.environment.name);
    }
    provider_lock::check_modules(&surroundings.environment.modulepath, &surroundings.settings)?;
    let runtime = Runtime::new(RuntimeConfig::new(compilation::components(
        &surroundings.settings,
        &arguments.compile.provider,
        console,
    )?))?;
    let directories = surroundings.directories(site.inputs, &runtime);
    let request = compilation::request(&surroundings, false)?;
    let done = compilation::compile(&surroundings, &directories, &request, console)?;
    let Some(catalog) = done.catalog else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    let engine = engine_types();
    let is_native = |name: &str| {
        runtime.registry().type_names().any(|known| known == name) || engine.iter().any(|schema| schema.name == name)
    };
    let uuid = report::random_uuid();
    let document = wire::document(&catalog, &is_native, Some(&uuid)).context("The catalog can't be written")?;
    console.answer_with(|out| serde_json::to_writer_pretty(out, &document).map_err(Into::into))?;
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Compares two catalogs.
///
/// # Errors
/// Nothing that isn't on the console already.
pub(crate) fn diff(arguments: &CatalogDiff, console: &mut Console) -> Result<ExitCode> {
    Settings::of(&arguments.common, None, "user", console)?;
    let (old, new) = match (read(&arguments.old), read(&arguments.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (old, new) => {
            for error in [old.err(), new.err()].into_iter().flatten() {
                console.fail(&error);
            }
            return Ok(ExitCode::from(exit::TROUBLE));
        }
    };
    let found = diff::diff(&old, &new);
    if console.is_json() {
        console.print(&format!("{:#}\n", difference::to_json(&found)));
    } else {
        let text = difference::to_text(&found, console.is_colored());
        console.print(&text);
    }
    if let Err(error) = console.finish_stdout() {
        console.fail(&error);
        return Ok(ExitCode::from(exit::TROUBLE));
    }
    Ok(ExitCode::from(if found.is_empty() { exit::SUCCESS } else { exit::DIFFERENT }))
}

/// Reads a catalog of this program's or of Puppet's, whatever types are in it.
///
/// # Errors
/// The file cannot be read or is not a catalog.
pub(super) fn read(path: &Path) -> Result<Catalog> {
    let text = fs::read_to_string(path).with_context(|| format!("Could not read '{}'", path.display()))?;
    wire::read(&text, &|_| true).with_context(|| format!("'{}' is not a catalog", path.display()))
}
