//! Report processors: the settings `report` and `reports`, as in Puppet. `store` saves the report, `log` repeats its messages
//! with the node name, `http` posts it to `reporturl`.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use transaction::Log;

use super::header::ReportHeader;
use super::metrics::Metric;
use super::store::ReportStore;
use super::{RunRecord, document, issue};
use crate::console::{Console, Level};
use crate::settings::Settings;
use crate::settings::types::ReportProcessor;

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

/// Passes a report to each processor of the settings; failures are logged and do not affect the other processors.
pub(super) fn process(report: &ProcessedReport<'_>, settings: &Settings, console: &mut Console) -> Result<()> {
    for processor in settings.reports.iter() {
        let done = match processor {
            ReportProcessor::Store => store(report, settings),
            ReportProcessor::Log => {
                log(report.run, console);
                Ok(())
            }
            ReportProcessor::Http => http(report, settings, console),
            ReportProcessor::None => Ok(()),
        };
        if let Err(error) = done {
            console.log(Level::Err, "", &issue::processor_failed(processor.name(), &error));
        }
    }
    Ok(())
}

fn store(report: &ProcessedReport<'_>, settings: &Settings) -> Result<()> {
    let store = ReportStore::new(settings.reportdir.value.clone());
    store.keep(report.head, report.run.time, report.written, |out| {
        document::write(report.run, report.metrics, Some(report.head), out)
    })?;
    store.prune(*settings.report_keep);
    Ok(())
}

/// As in Puppet, the lines go where lines of the log go.
fn log(run: &RunRecord, console: &mut Console) {
    for Log { level, source, message, .. } in &run.logs {
        let source = source.as_deref().unwrap_or("Puppet");
        console.log((*level).into(), &format!("//{}/{source}", run.host), message);
    }
}

fn http(report: &ProcessedReport<'_>, settings: &Settings, console: &mut Console) -> Result<()> {
    let url = settings.reporturl.as_str();
    let mut body = Vec::new();
    document::write(report.run, report.metrics, None, &mut body)?;
    let post = runtime::Post {
        url,
        content_type: "application/x-yaml",
        body,
        resolver: console.hooks().resolver.clone(),
        environment: std::env::vars_os().collect(),
        timeout: HTTP_TIMEOUT,
    };
    let answer = post.send()?;
    if !(200..300).contains(&answer.status) {
        console.log(Level::Err, "", &issue::not_submitted(&answer.url, answer.status, &answer.reason));
    }
    Ok(())
}
