//! `query`: queries of the database of nodes.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use engine::Settings;
use fleet::NodeDatabase;
use serde_json::Value as Json;

use super::node_database;
use crate::args::Query;
use crate::console::Console;
use crate::exit;

/// Answers a query.
///
/// # Errors
/// Returns an error if the query is not valid, or the database cannot be read.
pub(crate) fn run(arguments: &Query, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "server")?;
    let rows = open(&settings)?.query(&arguments.query).context("The query failed")?;
    print(&rows, console);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Opens the database of the settings.
///
/// # Errors
/// Returns an error if the settings name no database, or it cannot be opened.
pub(super) fn open(settings: &Settings) -> Result<Arc<dyn NodeDatabase>> {
    let database = node_database::of_settings(settings)?;
    database.context("There is no database: the setting database_url is empty, and storeconfigs is not set")
}

/// Prints rows as data or as a table.
pub(super) fn print(rows: &[Json], console: &mut Console) {
    match console.is_structured() {
        true => console.print_data(&Json::Array(rows.to_vec())),
        false => console.print_untrusted(&table(rows)),
    }
}

/// Returns rows as a table whose columns are the fields.
fn table(rows: &[Json]) -> String {
    let Some(Json::Object(first)) = rows.first() else {
        return rows.iter().map(|row| format!("{}\n", text(row))).collect();
    };
    let names: Vec<&String> = first.keys().collect();
    let head: Vec<String> = names.iter().map(|name| (*name).clone()).collect();
    let lines = rows.iter().map(|row| names.iter().map(|name| text(&row[name.as_str()])).collect::<Vec<_>>());
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(lines).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..names.len()).map(width).collect();
    let line = |cells: &Vec<String>| {
        let cells: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    lines.iter().map(line).collect()
}

fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, str::to_owned)
}
