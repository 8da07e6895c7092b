//! Where the catalog of `apply` comes from: manifests, the last good one if they do not compile, or a file.

use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use catalog::{Catalog, engine_types, wire};
use compiler::CompileRequest;
use ownership::{Checker, OwnershipRule};
use runtime::Runtime;

use super::fallback;
use crate::args::Apply;
use crate::compilation;
use crate::compile_context::CompileContext;
use crate::console::{Console, Level};
use crate::report::RunRecord;
use crate::world::SystemWorld;

/// Reads a catalog in Puppet's format from a file, or from standard input if that is named `-`.
///
/// # Errors
/// It can't be read, is not JSON, or has something that is not to be had here.
pub(super) fn read(path: &Path, checker: &Checker, runtime: &Runtime) -> Result<Catalog> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        // A file that everybody can change keeps its own message.
        checker
            .read(path, OwnershipRule::Code)
            .map_err(io::Error::from)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
    };
    let text = text.with_context(|| format!("Could not run: Could not read '{}'", path.display()))?;
    let engine = engine_types();
    let is_native = |name: &str| {
        runtime.registry().type_names().any(|known| known == name) || engine.iter().any(|schema| schema.name == name)
    };
    wire::read(&text, &is_native).context("Could not run: Could not deserialize catalog from rich_data_json")
}

/// Compiles the manifests and logs the time; if that fails, the last good catalog of the environment can be used. `None` if there
/// is no catalog, with the reasons on the console.
///
/// # Errors
/// A setting depends on itself, or the catalog can't be kept as the last good one.
pub(super) fn compiled(
    arguments: &Apply,
    is_own: bool,
    (surroundings, directories, request): (&CompileContext, &SystemWorld, &CompileRequest),
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<Option<(Catalog, Duration)>> {
    let done = compilation::compile(surroundings, directories, request, console)?;
    let catalog = match done.catalog {
        Some(catalog) => {
            let (name, environment, seconds) = (&catalog.node, &catalog.environment, done.time.as_secs_f64());
            let message = format!("Compiled catalog for {name} in environment {environment} in {seconds:.2} seconds");
            console.log(Level::Notice, "", &message);
            if is_own && !run.noop {
                fallback::keep(surroundings, &catalog, console)?;
            }
            console.record();
            console.log(Level::Info, "", &format!("Using environment '{environment}'"));
            Some(catalog)
        }
        None if is_own => {
            let found = fallback::find(arguments, surroundings, console)?;
            run.is_cached = found.is_some();
            found
        }
        None => None,
    };
    Ok(catalog.map(|catalog| (catalog, done.time)))
}
