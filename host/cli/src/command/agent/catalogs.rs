//! The catalog of a run: from the server, from the cache, or compiled from the manifests of this system.

mod retrieval;

use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use agent::{CatalogFiles, SourceMirror};
use anyhow::{Context as _, Result};
use catalog::{Catalog, Level};
use engine::clock::LocalZone;
use engine::{Engine, EngineOptions, ManifestSet, RemoteEnvironment, Session, SessionOptions, SiteSource};
use report::RunRecord;

use super::super::run::{self, PreparedRun, options};
use super::node::is_outage;
use super::once::AgentRun;
use crate::console::Console;
use crate::exit;
use retrieval::Retrieval;

/// Directory of copies of the server's files, below that of the settings for clients.
const SOURCES: &str = "client_data/sources";

/// Directory of synchronized plugins.
const PLUGINS: &str = "client_data/modules";

/// Retrieves and applies the catalog of the server. `unavailable` is the reason why no server could be selected.
///
/// # Errors
/// Returns an error if the catalog cannot be applied.
pub(super) fn apply_remote(
    run: &AgentRun<'_>,
    unavailable: Option<anyhow::Error>,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    if *run.settings.use_cached_catalog {
        let engine = remote_engine(run, &run.settings.environment, console)?;
        if let Some(agent) = &mut record.agent {
            agent.prefers_cached = true;
        }
        if let Some(code) = apply_cached(run, &engine, record, console)? {
            return Ok(code);
        }
        record.agent.iter_mut().for_each(|agent| agent.prefers_cached = false);
    }
    let retrieved = match unavailable {
        Some(error) => Err(error),
        None => retrieval::retrieve(run, record, console),
    };
    match retrieved {
        Ok((engine, retrieval)) => apply_retrieved(run, &engine, &retrieval, record, console),
        Err(error) => {
            let outage = is_outage(&error);
            console.fail(&error.context("Could not retrieve catalog from remote server"));
            let code = if may_use_cache(run, outage) {
                let engine = remote_engine(run, &record.environment, console)?;
                record.is_cached = true;
                apply_cached(run, &engine, record, console)?
            } else {
                console.log(Level::Warning, "", "Not using cache on failed catalog");
                None
            };
            if code.is_none() {
                record.is_cached = false;
                console.log(Level::Err, "", "Could not retrieve catalog; skipping run");
            }
            Ok(code.unwrap_or(ExitCode::from(exit::FAILURE)))
        }
    }
}

/// Compiles the catalog from the manifests of this system and applies it.
///
/// # Errors
/// Returns an error if the environment does not exist, or the catalog cannot be applied.
pub(super) fn apply_local(run: &AgentRun<'_>, record: &mut RunRecord, console: &mut Console) -> Result<ExitCode> {
    let language = run.arguments.language.setting();
    let options = EngineOptions { language, ..EngineOptions::default() };
    let engine = Engine::open(run.settings.clone(), options, console.engine_hooks(), console)?;
    record.environment.clone_from(&engine.environment().name);
    let options = options::of_session(run.mode, record.noop, run.interrupt.clone(), console)?;
    let mut session = engine.session(engine.site(SiteSource::Environment)?, options, console)?;
    let Some(found) = session.compile_for_run(record.noop, run.mode.is_test, console)? else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    record.is_cached = found.is_cached;
    record.set_retrieved_catalog(&found.catalog, Some(report::random_uuid()), found.time);
    finish(run, &mut session, found.catalog, record, console)
}

/// Returns whether the cached catalog is applied: if the server cannot be reached, unless a setting or flag excludes it, and
/// otherwise if the setting requests it. It is not applied in a dry run, which would show the changes of other manifests.
fn may_use_cache(run: &AgentRun<'_>, is_outage: bool) -> bool {
    let setting = &run.settings.usecacheonfailure;
    match (**setting, setting.is_default()) {
        _ if *run.settings.noop => false,
        _ if run.mode.is_test && !setting.is_given() => false,
        (_, true) => is_outage,
        (requested, false) => requested,
    }
}

fn remote_engine(run: &AgentRun<'_>, environment: &str, console: &mut Console) -> Result<Engine> {
    let plugins = agent::Plugins::new(run.settings.vardir.join(PLUGINS));
    let remote = RemoteEnvironment { name: environment.to_owned(), modulepath: plugins.modulepath() };
    let options = EngineOptions { node: Some(run.certname.clone()), remote: Some(remote), ..EngineOptions::default() };
    Engine::open(run.settings.clone(), options, console.engine_hooks(), console)
}

/// Opens a session whose sources are files of the server.
fn session<'e>(
    run: &AgentRun<'_>,
    engine: &'e Engine,
    is_cached: bool,
    console: &mut Console,
) -> Result<(Session<'e>, Rc<SourceMirror>)> {
    let (directory, name) = (run.settings.vardir.join(SOURCES), engine.environment().name.clone());
    let server = run.server.clone().filter(|_| !is_cached);
    let mirror = Rc::new(SourceMirror::new(server, *run.settings.serverport, directory, name));
    let of_server = Rc::clone(&mirror);
    let options = options::of_session(run.mode, *run.settings.noop, run.interrupt.clone(), console)?;
    let options = SessionOptions { sources: Some(Rc::new(move |url| of_server.find(url))), ..options };
    Ok((engine.session(ManifestSet::default(), options, console)?, mirror))
}

fn apply_retrieved(
    run: &AgentRun<'_>,
    engine: &Engine,
    retrieval: &Retrieval,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let (mut session, mirror) = session(run, engine, false, console)?;
    let catalog = session.read_retrieved_catalog(&retrieval.text)?;
    let files = CatalogFiles::new(&catalog, &retrieval.text).context("The catalog has invalid file metadata")?;
    mirror.set_files(files);
    record.set_retrieved_catalog(&catalog, retrieval.catalog_uuid.clone(), retrieval.time);
    if let Some(agent) = &mut record.agent {
        agent.code_id.clone_from(&retrieval.code_id);
    }
    let code = finish(run, &mut session, catalog, record, console)?;
    report_unverified(&mirror, console);
    Ok(code)
}

/// Applies the stored catalog; `None` if there is none for the environment, with the reason in the log.
fn apply_cached(
    run: &AgentRun<'_>,
    engine: &Engine,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<Option<ExitCode>> {
    let (mut session, mirror) = session(run, engine, record.is_cached, console)?;
    let (catalog, time) = match session.stored_catalog() {
        Ok(stored) => stored,
        Err(error) => {
            console.log(Level::Warning, "", &format!("{error:#} (a catalog with secrets is not stored)"));
            return Ok(None);
        }
    };
    let environment = &engine.environment().name;
    if catalog.environment != *environment {
        let message = format!(
            "Not using cached catalog because its environment '{}' does not match '{environment}'",
            catalog.environment
        );
        console.log(Level::Err, "", &message);
        return Ok(None);
    }
    let time = LocalZone::system().time(time);
    let message = format!("Using cached catalog from environment '{environment}' of {}", time.plain());
    console.log(Level::Warning, "", &message);
    mirror.set_files(CatalogFiles::of_cached(&catalog));
    record.set_retrieved_catalog(&catalog, Some(report::random_uuid()), Duration::ZERO);
    let code = finish(run, &mut session, catalog, record, console)?;
    report_unverified(&mirror, console);
    Ok(Some(code))
}

/// Prepares, stores and applies a catalog.
fn finish(
    run: &AgentRun<'_>,
    session: &mut Session<'_>,
    mut catalog: Catalog,
    record: &mut RunRecord,
    console: &mut Console,
) -> Result<ExitCode> {
    let is_new = !record.is_cached && record.cached_catalog_status() == "not_used";
    let stored = (is_new && !record.noop).then(|| catalog.clone());
    catalog::add_defaults(&mut catalog, *run.settings.default_schedules);
    let Some(prepared) = run::prepare(session, catalog, record, console)? else {
        return Ok(ExitCode::from(exit::FAILURE));
    };
    if let Some(catalog) = stored {
        console.log(Level::Info, "", &format!("Caching catalog for {}", run.certname));
        session.keep_catalog(&catalog, console)?;
    }
    let interrupt = run.interrupt.clone();
    let prepared = PreparedRun { mode: run.mode, prepared, applied: None, saved: None, interrupt };
    run::enforce(session, prepared, record, console)
}

fn report_unverified(mirror: &SourceMirror, console: &mut Console) {
    let count = mirror.unverified();
    if count > 0 {
        let message =
            format!("{count} source(s) could not be compared with the server; the copies of an earlier run were used");
        console.log(Level::Warning, "", &message);
    }
}
