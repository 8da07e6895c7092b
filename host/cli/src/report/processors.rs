//! Owns what becomes of a report beyond the last one: the settings `report` and `reports`, as in Puppet. `store` keeps it, `log`
//! tells its lines again with the node before them, `http` posts it to `reporturl`.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use transaction::Log;

use super::header::ReportHeader;
use super::metrics::Metric;
use super::store::ReportStore;
use super::{RunRecord, document, issue};
use crate::console::{Console, Level};
use crate::settings::Values;
use crate::settings::keep;

/// How long a host may take to receive a report.
const HTTP_TIMEOUT: Duration = Duration::from_secs(60);

/// A report that is to be processed.
pub(super) struct ProcessedReport<'a> {
    pub(super) run: &'a RunRecord,
    pub(super) metrics: &'a [Metric],
    pub(super) head: &'a ReportHeader,
    /// Where it is written already.
    pub(super) written: Option<&'a Path>,
}

/// Hands a report to each processor of the settings; one that fails is told, and the others have their turns.
pub(super) fn process(report: &ProcessedReport<'_>, values: &Values, console: &mut Console) -> Result<()> {
    for name in values.text("reports")?.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let done = match name {
            "store" => store(report, values),
            "log" => {
                log(report.run, console);
                Ok(())
            }
            "http" => http(report, values, console),
            // No other name gets past the settings, but none.
            _ => Ok(()),
        };
        if let Err(error) = done {
            console.log(Level::Err, "", &issue::processor_failed(name, &error));
        }
    }
    Ok(())
}

fn store(report: &ProcessedReport<'_>, values: &Values) -> Result<()> {
    let store = ReportStore::new(values.path("reportdir")?);
    store.keep(report.head, report.run.time, report.written, |out| {
        document::write(report.run, report.metrics, Some(report.head), out)
    })?;
    store.prune(keep::parse("report_keep", &values.text("report_keep")?)?);
    Ok(())
}

/// As in Puppet, the lines go where lines of the log go.
fn log(run: &RunRecord, console: &mut Console) {
    for Log { level, source, message, .. } in &run.logs {
        let source = source.as_deref().unwrap_or("Puppet");
        console.log((*level).into(), &format!("//{}/{source}", run.host), message);
    }
}

fn http(report: &ProcessedReport<'_>, values: &Values, console: &mut Console) -> Result<()> {
    let url = values.text("reporturl")?;
    let mut body = Vec::new();
    document::write(report.run, report.metrics, None, &mut body)?;
    let post = runtime::Post {
        url: &url,
        content_type: "application/x-yaml",
        body,
        resolver: crate::command::hosts(),
        environment: std::env::vars_os().collect(),
        timeout: HTTP_TIMEOUT,
    };
    let answer = post.send()?;
    if !(200..300).contains(&answer.status) {
        console.log(Level::Err, "", &issue::not_submitted(&answer.url, answer.status, &answer.reason));
    }
    Ok(())
}
