//! One run of the agent.

use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agent::PuppetServer;
use anyhow::Result;
use catalog::Level;
use engine::settings::types::CatalogTerminus;
use engine::{RunLock, Settings};
use report::{AgentRecord, RunRecord};

use super::super::run::{RunMode, previous};
use super::node::{self, AgentNode};
use super::{delivery, local, remote};
use crate::args::Agent;
use crate::console::Console;
use crate::{exit, interrupt, report_processors};

/// A run of the agent.
pub(super) struct AgentRun<'a> {
    /// The flags.
    pub(super) mode: RunMode<'a>,
    /// The settings.
    pub(super) settings: Settings,
    /// The arguments.
    pub(super) arguments: &'a Agent,
    /// The name of the node.
    pub(super) certname: String,
    /// The server; `None` if it cannot be selected.
    pub(super) server: Option<Rc<PuppetServer>>,
    /// Ends the run after the current resource when set.
    pub(super) interrupt: Arc<AtomicBool>,
}

/// Gets a certificate if there is none, applies the catalog and sends the report.
///
/// # Errors
/// Returns an error if there is no certificate, or another run is in progress.
pub(super) fn run(arguments: &Agent, settings: Settings, console: &mut Console) -> Result<ExitCode> {
    let interrupt = interrupt::flag(console);
    if *settings.splay && !arguments.test {
        agent::splay(*settings.splaylimit, &interrupt, console);
    }
    let is_remote = *settings.catalog_terminus == CatalogTerminus::Rest;
    let AgentNode { certname, server } = match node::connect(&settings, &interrupt, console) {
        Ok(node) => node,
        Err(error) if is_remote => return Err(error),
        Err(error) => {
            // The catalog is compiled here; the report remains until it can be sent.
            console.log(Level::Warning, "", &format!("The server cannot be used: {error:#}"));
            AgentNode { certname: super::identity_files(&settings)?.certname.to_string(), server: Err(error) }
        }
    };
    let _lock = RunLock::take(&settings, console)?;
    let number = previous::next_number(&settings, console)?;
    let noop = *settings.noop;
    let mut record = RunRecord::begin(number, certname.clone(), settings.environment.value.clone(), noop);
    let job_id = arguments.job_id.clone();
    record.agent = Some(AgentRecord {
        initial_environment: settings.environment.value.clone(),
        server: server.as_ref().ok().map(|server| server.endpoint().to_string()),
        job_id,
        ..AgentRecord::default()
    });
    console.record();
    let mode = RunMode { flags: &arguments.run, is_test: arguments.test };
    let (server, unavailable) = match server {
        Ok(server) => (Some(Rc::new(server)), None),
        Err(error) => (None, Some(error)),
    };
    let run = AgentRun { mode, settings, arguments, certname, server, interrupt };
    let applied = if is_remote {
        remote::apply(&run, unavailable, &mut record, console)
    } else {
        local::apply(&run, &mut record, console)
    };
    let code = applied.unwrap_or_else(|error| exit::failed(&error, console));
    let completed = report_processors::finish(record, &run.settings, console);
    if *run.settings.report
        && let Err(error) = delivery::deliver(&run, &completed, console)
    {
        console.log(Level::Err, "", &format!("Could not send report: {error:#}"));
    }
    Ok(code)
}
