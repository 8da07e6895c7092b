//! Input of a run: the manifests or the catalog, and the directory of `--root`.

use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use catalog::{Catalog, Level};
use engine::settings::types::NodeTerminus;
use engine::{Engine, ManifestSet, RunCatalog, Session, SiteSource};
use report::RunRecord;

use crate::args::Apply;
use crate::console::Console;

/// Reads the manifests, unless a catalog is applied.
pub(super) fn site(arguments: &Apply, engine: &Engine, console: &mut Console) -> Result<ManifestSet> {
    let file = arguments.manifest().or(engine.settings().manifest.given().map(Path::new));
    let site = engine.site(match (&arguments.catalog, &arguments.execute, file) {
        (Some(_), ..) => SiteSource::Empty,
        (None, Some(code), _) => SiteSource::Code(code),
        (None, None, Some(path)) if path == Path::new("-") => SiteSource::StandardInput,
        (None, None, Some(path)) => SiteSource::Path(path),
        (None, None, None) if io::stdin().is_terminal() => SiteSource::Environment,
        (None, None, None) => SiteSource::StandardInput,
    })?;
    let is_classified = arguments.loadclasses || *engine.settings().node_terminus == NodeTerminus::Exec;
    if site.is_own && engine.environment().manifest.is_none() && !is_classified {
        console.log(Level::Warning, "", &format!("There is no manifest: {}", missing_manifest(engine)));
    }
    if let [_, others @ ..] = &*arguments.files
        && !others.is_empty()
    {
        let others: Vec<String> = others.iter().map(|path| path.display().to_string()).collect();
        let message = format!("Only one file can be applied per run.  Skipping {}", others.join(", "));
        console.log(Level::Warning, "", &message);
    }
    Ok(site)
}

/// Returns why the environment has no manifest.
fn missing_manifest(engine: &Engine) -> String {
    match &engine.environment().directory {
        Some(directory) => format!("'{}' does not exist", directory.join("manifests").display()),
        None => format!("the environment '{}' has no directory", engine.environment().name),
    }
}

/// Reads or compiles the catalog; `None` without one, with the errors in the log. As in Puppet, the report
/// begins with the compiled catalog and contains no messages of the compiler.
pub(super) fn catalog_of(
    arguments: &Apply,
    session: &Session<'_>,
    run: &mut RunRecord,
    console: &mut Console,
) -> Result<Option<Catalog>> {
    let (catalog, time) = match &arguments.catalog {
        Some(path) => (session.read_catalog(path)?, Duration::ZERO),
        None => {
            let Some(found) = session.compile_for_run(run.noop, arguments.test, console)? else {
                return Ok(None);
            };
            let RunCatalog { catalog, time, is_cached } = found;
            run.is_cached = is_cached;
            if !is_cached {
                console.record();
                console.log(Level::Info, "", &format!("Using environment '{}'", catalog.environment));
            }
            (catalog, time)
        }
    };
    run.set_catalog(&catalog, time);
    Ok(Some(catalog))
}

/// Creates the directory of `--root`.
///
/// # Errors
/// Returns an error if the directory cannot be created, or does not exist in a dry run.
pub(super) fn create_root(root: &Path, noop: bool) -> Result<()> {
    if root.is_dir() {
        return Ok(());
    }
    if noop {
        bail!("The directory '{}' of --root does not exist, and a dry run does not create it", root.display());
    }
    fs::create_dir_all(root).with_context(|| format!("Could not create the directory '{}' of --root", root.display()))
}
