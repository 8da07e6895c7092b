//! Delivery of reports to the server, including the pending reports of earlier runs.

use agent::{AgentError, PuppetServer, ReportSpool};
use anyhow::Result;
use catalog::Level;
use report::CompletedRun;

use super::once::AgentRun;
use crate::console::Console;

/// Directory of reports that are not sent yet.
const SPOOL: &str = "client_data/reports";

/// Stores the report and sends all stored reports. A report is removed from this system when the server has received it.
///
/// # Errors
/// Returns an error if a report cannot be written or read, or a setting does not name a server.
pub(super) fn deliver(run: &AgentRun<'_>, completed: &CompletedRun, console: &mut Console) -> Result<()> {
    let spool = ReportSpool::new(run.settings.vardir.join(SPOOL), *run.settings.report_spool);
    let dropped = spool.add(completed.json().to_string().as_bytes())?;
    if dropped > 0 {
        let message =
            format!("Removed {dropped} report(s) that could not be sent: the limit of 'report_spool' is exceeded");
        console.log(Level::Warning, "", &message);
    }
    let Some(server) = &run.server else {
        console.log(Level::Warning, "", "The report will be sent by a later run");
        return Ok(());
    };
    let outcome = match of_reports(run, server)? {
        Some(server) => spool.send(&server)?,
        None => spool.send(server)?,
    };
    for error in &outcome.refused {
        console.log(Level::Err, "", &format!("Could not send report: {error}"));
    }
    if let Some(error) = &outcome.outage {
        let message = format!("Could not send report: {error}; {} report(s) will be sent by a later run", outcome.kept);
        console.log(Level::Err, "", &message);
    } else if outcome.sent > 1 {
        console.log(Level::Notice, "", &format!("Sent {} reports of earlier runs", outcome.sent - 1));
    }
    Ok(())
}

/// Returns the server of reports; `None` if it is that of catalogs.
fn of_reports(run: &AgentRun<'_>, server: &PuppetServer) -> Result<Option<PuppetServer>, AgentError> {
    let (host, port) = (&run.settings.report_server, *run.settings.report_port);
    if host.is_default() && run.settings.report_port.is_default() {
        return Ok(None);
    }
    server.elsewhere(host, port).map(Some)
}
