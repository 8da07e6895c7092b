//! `node`: the nodes in the database.

mod show;

use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use catalog::Level;
use fleet::{StoredObject, Time};
use serde_json::json;

use super::query;
use crate::args::{NodeCommand, NodeDeactivate, NodeList, NodePurge};
use crate::console::Console;
use crate::exit;

/// Columns of the list.
const FIELDS: [&str; 5] =
    ["certname", "catalog_environment", "latest_report_status", "report_timestamp", "latest_report_noop"];

/// The statuses of runs.
const STATUSES: [&str; 3] = ["changed", "unchanged", "failed"];

/// Runs a `node` command.
///
/// # Errors
/// Returns an error if the database cannot be read or written.
pub(crate) fn run(command: &NodeCommand, console: &mut Console) -> Result<ExitCode> {
    match command {
        NodeCommand::List(arguments) => list(arguments, console),
        NodeCommand::Show(arguments) => show::run(arguments, console),
        NodeCommand::Deactivate(arguments) => deactivate(arguments, console),
        NodeCommand::Purge(arguments) => purge(arguments, console),
    }
}

fn list(arguments: &NodeList, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "server")?;
    let condition = match arguments.status.as_deref() {
        None => json!(["~", "certname", ""]),
        Some(status) if STATUSES.contains(&status) => json!(["=", "latest_report_status", status]),
        Some(other) => bail!("'{other}' is not one of {}", STATUSES.join(", ")),
    };
    let query = json!(["from", "nodes", ["extract", FIELDS, condition], ["order_by", ["certname"]]]);
    let rows = query::open(&settings)?.query(&query.to_string())?;
    query::print(&rows, console);
    Ok(ExitCode::from(exit::SUCCESS))
}

fn deactivate(arguments: &NodeDeactivate, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "server")?;
    let database = query::open(&settings)?;
    for node in &arguments.nodes {
        let known = json!(["from", "nodes", ["and", ["=", "certname", node], ["=", "node_state", "any"]]]);
        if database.query(&known.to_string())?.is_empty() {
            bail!("The node '{node}' is not in the database");
        }
    }
    for certname in &arguments.nodes {
        database.submit(fleet::deactivate_command(certname, Time::now()))?;
        console.log(Level::Notice, "", &format!("Deactivated the node '{certname}'"));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn purge(arguments: &NodePurge, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "server")?;
    let store = server::open_database(&settings)?.context("There is no own database: set database_url")?;
    for node in &arguments.nodes {
        if !store.exists(StoredObject::Node(node))? {
            bail!("The node '{node}' is not in the database");
        }
    }
    for node in &arguments.nodes {
        store.remove(node)?;
        console.log(Level::Notice, "", &format!("Removed the node '{node}'"));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}
