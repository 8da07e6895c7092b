//! Writing the report of a run and passing it to the report processors of the settings `report` and `reports`,
//! as in Puppet: `store` saves the report, `log` repeats its messages with the node name, `http` posts it to
//! `reporturl`, `puppetdb` sends it to the database of nodes. Puppet does not have `prometheus`, which writes figures to
//! a file.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use catalog::Level;
use engine::Settings;
use engine::settings::types::ReportProcessor;
use report::{CompletedRun, ReportStore, RunRecord};
use transaction::Log;

use crate::command::node_database;
use crate::console::Console;

/// Timeout of a request, in connecting, sending and receiving together.
const HTTP_TIMEOUT: Duration = Duration::from_secs(60);

/// Writes the report of a run and returns it. A failure is logged and does not affect the result of the run.
pub(crate) fn finish(run: RunRecord, settings: &Settings, console: &mut Console) -> CompletedRun {
    let run = run.complete(console.take_record());
    // Not part of the report, which has Puppet's messages.
    let undo = (settings.undo_keep.runs > 0).then(|| settings.state_flags());
    if let Some(line) = run.result_line(undo.as_deref()) {
        console.log(Level::Notice, "", &line);
    }
    if let Some(line) = run.sync_line() {
        console.log(Level::Notice, "", &line);
    }
    if console.is_structured() {
        let mut result = run.result(undo.as_deref());
        if *settings.summarize {
            result["summary"] = run.summary().into();
        }
        console.print_data(&result);
    } else if *settings.summarize {
        console.print(&run.summary());
    }
    if let Err(error) = write(&run, settings, console) {
        console.log(Level::Err, "", &format!("Could not save last run local report: {error:#}"));
    }
    run
}

fn write(run: &CompletedRun, settings: &Settings, console: &mut Console) -> Result<()> {
    let summarized = run.write_summary(&settings.lastrunfile);
    if !*settings.report {
        return summarized;
    }
    let path = settings.lastrunreport.value.as_path();
    let saved = run.write_report(path);
    let written = saved.is_ok().then_some(path);
    for processor in settings.reports.iter() {
        if let Err(error) = process(*processor, run, written, settings, console) {
            console.log(Level::Err, "", &format!("Report {} failed: {error:#}", processor.name()));
        }
    }
    saved.and(summarized)
}

fn process(
    processor: ReportProcessor,
    run: &CompletedRun,
    written: Option<&Path>,
    settings: &Settings,
    console: &mut Console,
) -> Result<()> {
    match processor {
        ReportProcessor::Store => {
            run.store(&ReportStore::new(settings.reportdir.value.clone()), written, *settings.report_keep)
        }
        ReportProcessor::Log => {
            log(run.run(), console);
            Ok(())
        }
        ReportProcessor::Http => http(run, settings, console),
        ReportProcessor::Prometheus => run.write_metrics(&settings.textfile_directory),
        ReportProcessor::PuppetDb => puppetdb(run, settings),
        ReportProcessor::None => Ok(()),
    }
}

fn puppetdb(run: &CompletedRun, settings: &Settings) -> Result<()> {
    let command = fleet::report_command(serde_json::from_value(run.json())?, &run.run().host, fleet::Time::now())?;
    Ok(node_database::of_reports(settings)?.submit(command)?)
}

fn log(run: &RunRecord, console: &mut Console) {
    for Log { level, source, message, .. } in &run.logs {
        let source = source.as_deref().unwrap_or("Puppet");
        console.log(*level, &format!("//{}/{source}", run.host), message);
    }
}

fn http(run: &CompletedRun, settings: &Settings, console: &mut Console) -> Result<()> {
    let post = runtime::Post {
        url: settings.reporturl.as_str(),
        content_type: "application/x-yaml",
        body: run.document()?,
        resolver: console.hooks().engine.resolver.clone(),
        environment: std::env::vars_os().collect(),
        timeout: HTTP_TIMEOUT,
    };
    let answer = post.send()?;
    if !(200..300).contains(&answer.status) {
        let message = format!("Unable to submit report to {} [{}] {}", answer.url, answer.status, answer.reason);
        console.log(Level::Err, "", &message);
    }
    Ok(())
}
