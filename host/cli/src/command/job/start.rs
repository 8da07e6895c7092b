//! `job run`, `job noop`.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use catalog::Level;
use engine::Settings;
use fleet::{JobOrder, NewJob, NodeDatabase as _, Store, StoreDatabase, Time};
use serde_json::json;

use super::watch;
use crate::args::JobStart;
use crate::console::Console;
use crate::exit;

/// Adds a job for the nodes that a query selects.
///
/// # Errors
/// Returns an error if the query is not valid or selects no node, or the database cannot be written.
pub(super) fn run(
    arguments: &JobStart,
    is_noop: bool,
    settings: &Settings,
    store: &Arc<dyn Store>,
    console: &mut Console,
) -> Result<ExitCode> {
    let jobs = store.jobs().context("The database has no jobs")?;
    let rows = StoreDatabase(Arc::clone(store)).query(&arguments.query).context("The query failed")?;
    let mut nodes: Vec<String> = rows.iter().filter_map(|row| row["certname"].as_str().map(str::to_owned)).collect();
    nodes.sort();
    nodes.dedup();
    if nodes.is_empty() {
        bail!("The query selects no node: its {} rows have no field certname", rows.len());
    }
    let created = Time::now();
    let order = JobOrder {
        is_noop,
        environment: settings.environment.given().map(str::to_owned),
        tags: settings.tags.value.clone(),
    };
    let (count, milliseconds) = (nodes.len(), i64::from(arguments.minutes) * 60_000);
    let job = NewJob {
        order,
        query: arguments.query.clone(),
        creator: creator(),
        at_once: arguments.at_once,
        allowed_failures: arguments.stop_at.map(|limit| limit.of(count)),
        nodes,
        created,
        ends: Time(created.0.saturating_add(milliseconds)),
    };
    let id = jobs.add_job(&job)?;
    console.log(Level::Notice, "", &format!("Started job {id} for {count} nodes"));
    if arguments.watch {
        return watch::run(jobs, id, console);
    }
    if console.is_structured() {
        console.print_data(&json!({ "job": id, "nodes": job.nodes }));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the name of the user, also of one who became root.
fn creator() -> String {
    let names = ["SUDO_USER", "USER"].into_iter().filter_map(|name| std::env::var(name).ok());
    names.into_iter().next().unwrap_or_else(|| format!("user {}", rustix::process::getuid().as_raw()))
}
