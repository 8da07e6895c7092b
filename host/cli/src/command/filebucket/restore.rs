//! `filebucket restore`: writing a stored content to a file.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use engine::clock::SystemClock;
use engine::log::Silent;
use engine::settings::absolute;
use engine::{Engine, EngineOptions, ManifestSet, SessionOptions};
use transaction::resource;
use transaction::{ApplyOptions, NoFunctions};

use super::{open, settings};
use crate::args::FilebucketRestore;
use crate::console::Console;

/// The file is written as in any run: atomically, journaled and undoable.
pub(super) fn run(arguments: &FilebucketRestore, console: &mut Console) -> Result<()> {
    let settings = settings(&arguments.place, console)?;
    let contents = open(&arguments.place, &settings)?.contents(&arguments.digest)?;
    let engine = Engine::open(settings, EngineOptions::default(), console.engine_hooks(), console)?;
    let mut runtime = engine.session(ManifestSet::default(), SessionOptions::default(), console)?.runtime;
    let text = |path: &Path| path.display().to_string();
    let attributes = [("ensure", "file".to_owned()), ("source", text(&contents))];
    let attributes = attributes.map(|(name, value)| (name.to_owned(), value));
    let catalog = resource::single("file", &text(&absolute(&arguments.file)), &attributes);
    let clock = SystemClock::default();
    let prepared = transaction::prepare(catalog, &mut runtime, &mut NoFunctions, &mut Silent, &clock);
    let prepared = prepared.map_err(|issues| anyhow!(issues.first().map(ToString::to_string).unwrap_or_default()))?;
    let report = transaction::apply(prepared, &mut runtime, &ApplyOptions::default(), &mut Silent, &clock);
    runtime.finish()?;
    let failure = report.statuses.iter().flat_map(|status| &status.events);
    match failure.into_iter().find(|event| event.status == transaction::EventStatus::Failure) {
        Some(event) => bail!("Could not restore {}: {}", arguments.file.display(), event.message),
        None if report.has_failures() => bail!("Could not restore {}", arguments.file.display()),
        None => Ok(()),
    }
}
