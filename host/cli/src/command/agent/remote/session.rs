//! The engine and the session for a catalog of a server.

use std::rc::Rc;

use agent::{Plugins, SourceMirror};
use anyhow::Result;
use catalog::Level;
use engine::{Engine, EngineOptions, Hooks, Logger, ManifestSet, RemoteEnvironment, Session, SessionOptions};

use super::super::super::run::options;
use super::super::once::AgentRun;
use crate::console::Console;

/// Directory of copies of the server's files, below `vardir`.
const SOURCES: &str = "client_data/sources";

/// Directory of synchronized plugins, below `vardir`.
const PLUGINS: &str = "client_data/modules";

/// Returns the plugins of the server.
pub(super) fn plugins(run: &AgentRun<'_>) -> Plugins {
    Plugins::new(run.settings.vardir.join(PLUGINS))
}

/// Opens the engine for an environment of the server.
///
/// # Errors
/// Returns an error if the state or the plugins can be changed by other users.
pub(super) fn engine(run: &AgentRun<'_>, environment: &str, hooks: Hooks, logger: &mut dyn Logger) -> Result<Engine> {
    let remote = RemoteEnvironment { name: environment.to_owned(), modulepath: plugins(run).modulepath() };
    let options = EngineOptions { node: Some(run.certname.clone()), remote: Some(remote), ..EngineOptions::default() };
    Engine::open(run.settings.clone(), options, hooks, logger)
}

/// Opens a session whose sources are files of the server, or only their copies if the cached catalog is applied.
///
/// # Errors
/// Returns an error if a component is not accepted, or other users can change the state directory.
pub(super) fn open<'e>(
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

/// Logs how many copies were not compared with the server.
pub(super) fn report_unverified(mirror: &SourceMirror, console: &mut Console) {
    let count = mirror.unverified();
    if count > 0 {
        let message =
            format!("{count} source(s) could not be compared with the server; the copies of an earlier run were used");
        console.log(Level::Warning, "", &message);
    }
}
