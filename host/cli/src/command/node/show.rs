//! `node show`: what the database has of a node.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Result, bail};
use fleet::NodeDatabase;
use serde_json::{Map, Value as Json, json};

use super::super::query;
use crate::args::NodeShow;
use crate::console::Console;
use crate::exit;

/// The number of reports that are listed.
const REPORTS: usize = 10;

/// Shows a node: status, times, reports and failures; as data, also the facts.
///
/// # Errors
/// Returns an error if the node is unknown, or the database cannot be read.
pub(super) fn run(arguments: &NodeShow, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "server")?;
    let database = query::open(&settings)?;
    let shown = shown(&*database, &arguments.node)?;
    match console.is_structured() {
        true => console.print_data(&shown),
        false => console.print_untrusted(&text(&shown)),
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

fn shown(database: &dyn NodeDatabase, name: &str) -> Result<Json> {
    let rows = |query: Json| database.query(&query.to_string());
    let own = json!(["=", "certname", name]);
    let node = rows(json!(["from", "nodes", ["and", own, ["=", "node_state", "any"]]]))?;
    let Some(node) = node.into_iter().next() else { bail!("The node '{name}' is not in the database") };
    let fields = ["end_time", "status", "noop", "environment", "configuration_version", "code_id"];
    let order = json!(["order_by", [["end_time", "desc"]]]);
    let reports = rows(json!(["from", "reports", ["extract", fields, own], order, ["limit", REPORTS]]))?;
    let failed = json!(["and", own, ["=", "latest_report?", true], ["=", "status", "failure"]]);
    let fields = ["resource_type", "resource_title", "property", "message", "file", "line"];
    let failures = rows(json!(["from", "events", ["extract", fields, failed]]))?;
    let facts = rows(json!(["from", "facts", ["extract", ["name", "value"], own], ["order_by", ["name"]]]))?;
    let facts: Map<String, Json> = facts.into_iter().filter_map(fact).collect();
    let resources = rows(json!(["from", "resources", ["extract", [["function", "count"]], own]]))?;
    let resources = resources.first().map_or(Json::Null, |row| row["count"].clone());
    Ok(json!({ "node": node, "resources": resources, "reports": reports, "failures": failures, "facts": facts }))
}

fn fact(mut row: Json) -> Option<(String, Json)> {
    Some((row["name"].as_str()?.to_owned(), row["value"].take()))
}

fn text(shown: &Json) -> String {
    let node = &shown["node"];
    let value = |name: &str| node[name].as_str().unwrap_or("none").to_owned();
    let mut text = format!("{}\n", value("certname"));
    let facts = shown["facts"].as_object().map_or(0, Map::len);
    let mut line = |name: &str, text_of: String| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {name:12} {text_of}");
    };
    for (name, field) in [("deactivated", "deactivated"), ("expired", "expired")] {
        if !node[field].is_null() {
            line(name, value(field));
        }
    }
    line("status", value("latest_report_status"));
    line("environment", value("report_environment"));
    line("report", value("report_timestamp"));
    line("catalog", format!("{} ({} resources)", value("catalog_timestamp"), shown["resources"]));
    line("facts", format!("{} ({facts})", value("facts_timestamp")));
    section(&mut text, "Failures of the last run", &shown["failures"], |row| {
        let field = |name: &str| row[name].as_str().unwrap_or_default();
        format!("{}[{}] {}: {}", field("resource_type"), field("resource_title"), field("property"), field("message"))
    });
    section(&mut text, "Last reports", &shown["reports"], |row| {
        let field = |name: &str| row[name].as_str().unwrap_or_default();
        let version = row["code_id"].as_str().unwrap_or_else(|| field("configuration_version"));
        let noop = if row["noop"] == true { " (dry run)" } else { "" };
        format!("{}  {}{noop}  {}  {version}", field("end_time"), field("status"), field("environment"))
    });
    text
}

fn section(text: &mut String, title: &str, rows: &Json, line: impl Fn(&Json) -> String) {
    let rows = rows.as_array().map_or(&[][..], Vec::as_slice);
    if !rows.is_empty() {
        let _ = writeln!(text, "\n{title}");
    }
    for row in rows {
        let _ = writeln!(text, "  {}", line(row));
    }
}
