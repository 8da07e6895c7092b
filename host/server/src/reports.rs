//! Reports that agents send.

use std::path::Path;

use anyhow::{Context as _, Result};
use fleet::{AgentReport, DatabaseError};
use serde_json::json;

use puppet::{ApiRequest, IssueKind, Reply};

use crate::app::App;
use crate::database;
use crate::durable;

/// The mode of stored reports.
const MODE: u32 = 0o640;

/// Stores a report before it is acknowledged: in the own database, or in a file without one. A report that arrives again is
/// stored once.
pub(crate) fn answer(app: &App, request: &ApiRequest, node: &str) -> Result<Reply, Reply> {
    app.environment_of(request)?;
    let invalid = |reason: &str| {
        let message = format!("The request body is invalid: {reason}");
        Reply::bad_request(IssueKind::RuntimeError, &message)
    };
    request.check_content_type(&["application/json", "text/pson"])?;
    let report: AgentReport = serde_json::from_slice(&request.content).map_err(|error| invalid(&error.to_string()))?;
    match report.text("host") {
        Some(host) if host.eq_ignore_ascii_case(node) => {}
        // puppetserver answers as if the server had failed.
        Some(host) => {
            let message = format!("Instance name {host:?} does not match requested key {node:?}");
            return Err(Reply::failed(&message));
        }
        None => return Err(invalid("it has no host")),
    }
    let Some(run) = report.text("transaction_uuid").filter(|run| is_uuid(run)).map(str::to_owned) else {
        return Err(invalid("it has no transaction_uuid"));
    };
    let status = report.text("status").unwrap_or("unknown").to_owned();
    if let Some(recorder) = &app.recorder {
        recorder.add_report(report).map_err(|error| {
            app.log.error(format!("{node}: the report cannot be stored: {error}"));
            // The agent does not send a report again that is not valid.
            if let DatabaseError::Invalid(reason) = &error { invalid(reason) } else { database::not_stored(&error) }
        })?;
    }
    // The own database removes old reports, which are as large as catalogs.
    if app.store.is_none() {
        let stored = store(&app.options.reports.join(node.to_ascii_lowercase()), &run, &request.content);
        stored.map_err(|error| {
            app.log.error(format!("{node}: the report cannot be stored: {error:#}"));
            Reply::insufficient_storage(&format!("{error:#}"))
        })?;
    }
    app.log.notice(format!("Stored report of {node}: {status}"));
    Ok(Reply::json(&json!(["store"])))
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36 && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Writes a report durably, unless it is there.
fn store(directory: &Path, run: &str, report: &[u8]) -> Result<()> {
    durable::write_new(directory, &format!("{run}.json"), MODE, report)
        .with_context(|| format!("Could not write {}", directory.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn report_that_arrives_twice_is_stored_once() {
        let directory = tempfile::tempdir().unwrap();
        let node = directory.path().join("node1");
        let run = "0b1c2d3e-0000-4000-8000-000000000001";
        store(&node, run, b"{}").unwrap();
        store(&node, run, b"{ }").unwrap();
        let names: Vec<_> = fs::read_dir(&node).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, [format!("{run}.json").as_str()]);
        assert_eq!(fs::read(node.join(&names[0])).unwrap(), b"{}");
    }

    #[test]
    fn names_of_reports_are_uuids() {
        assert!(is_uuid("0b1c2d3e-0000-4000-8000-000000000001"));
        assert!(!is_uuid("../../../../../../../etc/cron.d/aaaaaaa") && !is_uuid(""));
    }
}
