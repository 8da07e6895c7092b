//! `job`: runs of many nodes at the request of an administrator.

mod start;
mod text;
mod watch;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use catalog::Level;
use engine::Settings;
use fleet::{JobStore, Store, Time};
use serde_json::Value as Json;

use crate::args::{JobCommand, JobNumber};
use crate::console::Console;
use crate::exit;

/// Runs a `job` command.
///
/// # Errors
/// Returns an error if the database cannot be used, or a job does not exist.
pub(crate) fn run(command: &JobCommand, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(command.common(), None, "server")?;
    let store = open(&settings)?;
    let jobs = store.jobs().context("The database has no jobs")?;
    match command {
        JobCommand::Run(arguments) => start::run(arguments, false, &settings, &store, console),
        JobCommand::Noop(arguments) => start::run(arguments, true, &settings, &store, console),
        JobCommand::List(_) => list(jobs, console),
        JobCommand::Show(arguments) => show(jobs, arguments, console),
        JobCommand::Watch(arguments) => watch::run(jobs, arguments.job, console),
        JobCommand::Stop(arguments) => stop(jobs, arguments, console),
    }
}

fn open(settings: &Settings) -> Result<Arc<dyn Store>> {
    let store = server::open_database(settings)?;
    store.context("Jobs need the own database of a server: set database_url, or storeconfigs without PuppetDB")
}

fn list(jobs: &dyn JobStore, console: &mut Console) -> Result<ExitCode> {
    let all = jobs.all_jobs()?;
    match console.is_structured() {
        true => console.print_data(&all.iter().map(text::job_json).collect::<Json>()),
        false => console.print_untrusted(&text::list(&all)),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn show(jobs: &dyn JobStore, arguments: &JobNumber, console: &mut Console) -> Result<ExitCode> {
    let Some((job, nodes)) = jobs.job(arguments.job)? else { bail!("There is no job {}", arguments.job) };
    match console.is_structured() {
        true => console.print_data(&text::with_nodes(&job, &nodes)),
        false => console.print_untrusted(&text::job(&job, &nodes)),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn stop(jobs: &dyn JobStore, arguments: &JobNumber, console: &mut Console) -> Result<ExitCode> {
    let Some((job, _)) = jobs.job(arguments.job)? else { bail!("There is no job {}", arguments.job) };
    let message = match jobs.stop_job(job.id, Time::now())? {
        true => format!("Stopped job {}", job.id),
        false => format!("Job {} had ended: {}", job.id, job.state.name()),
    };
    console.log(Level::Notice, "", &message);
    Ok(ExitCode::from(exit::SUCCESS))
}
