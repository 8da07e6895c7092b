//! `catalog compile` and `catalog diff`: compiling and comparing catalogs without changing the system.

use std::path::Path;
use std::process::ExitCode;
use std::{fs, mem};

use anyhow::{Context as _, Result, bail};
use catalog::{Catalog, diff, wire};
use engine::{Engine, SiteSource};
use report::catalog_diff;

use super::node_database;
use crate::args::{CatalogCompile, CatalogDiff};
use crate::console::Console;
use crate::exit;

/// Compiles and prints the catalog.
///
/// # Errors
/// Returns an error if a file cannot be read, or if the catalog contains a value that the output format cannot
/// represent.
pub(crate) fn compile(arguments: &CatalogCompile, console: &mut Console) -> Result<ExitCode> {
    // Standard output is reserved for the catalog.
    console.log_to_stderr();
    let settings = console.settings(&arguments.common, None, "server")?;
    let options = node_database::options(&arguments.compile, arguments.node.as_deref(), &settings)?;
    let engine = Engine::open(settings, options, console.engine_hooks(), console)?;
    let manifest = engine.settings().manifest.given().map(Path::new);
    let site = engine.site(match (&arguments.execute, manifest) {
        (Some(code), _) => SiteSource::Code(code),
        (None, Some(path)) => SiteSource::Path(path),
        (None, None) => SiteSource::Environment,
    })?;
    if site.is_own && engine.environment().manifest.is_none() {
        bail!("The environment '{}' has no manifests: give --manifest or --execute", engine.environment().name);
    }
    engine.check_modules()?;
    let session = engine.compile_session(site, console)?;
    let Some(catalog) = session.compile(console)?.catalog else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    let compilation = wire::Compilation { uuid: Some(report::random_uuid()), ..wire::Compilation::default() };
    let is_native = |name: &str| session.is_native(name) || session.world().declared(name).is_some();
    let document = wire::document(&catalog, &is_native, &compilation).context("The catalog cannot be written")?;
    console.answer_with(|out| document.write_indented(out))?;
    // The program ends, which frees its memory: dropping each resource before would only take time.
    mem::forget(catalog);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Compares two catalogs.
///
/// # Errors
/// Returns an error if the settings cannot be loaded. Other errors are logged and result in the exit code
/// [`exit::TROUBLE`].
pub(crate) fn diff(arguments: &CatalogDiff, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
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
    if console.is_structured() {
        console.print_data(&catalog_diff::to_json(&found));
    } else {
        let text = catalog_diff::to_text(&found, console.is_colored());
        console.print(&text);
    }
    if let Err(error) = console.finish_stdout() {
        console.fail(&error);
        return Ok(ExitCode::from(exit::TROUBLE));
    }
    Ok(ExitCode::from(if found.is_empty() { exit::SUCCESS } else { exit::DIFFERENT }))
}

/// Reads a catalog written by this program or by Puppet. Unknown resource types are accepted.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a catalog.
pub(super) fn read(path: &Path) -> Result<Catalog> {
    let text = fs::read_to_string(path).with_context(|| format!("Could not read '{}'", path.display()))?;
    wire::read(&text, &|_| true).with_context(|| format!("'{}' is not a catalog", path.display()))
}
