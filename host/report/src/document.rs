//! Puppet's report format 12 as YAML. It is written in chunks, and the results of resources are formatted by several
//! threads, since a run with many unchanged resources spends much of its time on the report.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::{io, iter, thread};

use catalog::{Position, Value};
use transaction::{Event, Log, Report, Status};

use super::RunRecord;
use super::header::{self, ReportHeader};
use super::metrics::{Metric, label};
use super::push_version;
use super::time::TimeFormatter;
use catalog::PUPPET_VERSION;
use ruby::number::push_float;
use ruby::{Data, yaml};

/// The beginning of the document, with the name of the Ruby class.
const HEAD: &str = "--- !ruby/object:Puppet::Transaction::Report\n";

/// The version of the format.
pub(crate) const FORMAT: u32 = 12;

/// The size of a chunk in bytes.
const CHUNK: usize = 256 << 10;

/// The number of results that a thread formats at a time.
const BATCH: usize = 512;

/// The usual length of a result without events.
const RESULT_LENGTH: usize = 768;

/// The maximum number of threads.
const MAX_WORKERS: usize = 8;

/// Writes the report of a run. If `head` is true, header and graph are added as comments.
///
/// # Errors
/// Returns an error if the report cannot be written.
pub(crate) fn write(
    run: &RunRecord,
    metrics: &[Metric],
    head: Option<&ReportHeader>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut writer = Writer::default();
    writer.text.push_str(HEAD);
    if let Some(head) = head {
        writer.text.push_str(&head.line());
    }
    writer.begin(run);
    for line in &run.logs {
        writer.log(line);
        if writer.text.len() >= CHUNK {
            writer.move_to(out)?;
        }
    }
    writer.text.push_str("metrics:\n");
    for metric in metrics {
        writer.metric(metric);
    }
    match &run.transaction {
        Some(report) if !report.statuses.is_empty() => {
            writer.text.push_str("resource_statuses:\n");
            writer.move_to(out)?;
            write_statuses(report, out)?;
        }
        _ => writer.text.push_str("resource_statuses: {}\n"),
    }
    writer.end(run);
    if let (Some(_), Some(drawing)) = (head, &run.drawing) {
        header::push_graph(drawing, &mut writer.text);
    }
    writer.move_to(out)
}

/// Writes the results of the resources.
fn write_statuses(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    let batches: Vec<&[Status]> = report.statuses.chunks(BATCH).collect();
    let threads = match batches.len() {
        1 => 1,
        several => thread::available_parallelism().map_or(1, NonZero::get).min(MAX_WORKERS).min(several),
    };
    // Each thread takes the next batch when it has formatted one. This thread also writes the texts, in order.
    let next = AtomicUsize::new(0);
    let format_next = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        batches.get(number).map(|batch| (number, statuses(report, batch)))
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(threads);
        for _ in 1..threads {
            let sender = sender.clone();
            // If the report cannot be written, the receiver is dropped.
            scope.spawn(move || iter::from_fn(format_next).try_for_each(|formatted| sender.send(formatted)));
        }
        drop(sender);
        let mut formatted: BTreeMap<usize, String> = BTreeMap::new();
        for number in 0..batches.len() {
            let text = loop {
                if let Some(text) = formatted.remove(&number) {
                    break text;
                }
                // If a thread is slow, the texts after its own must not fill the memory.
                let own = || if formatted.len() < threads { format_next() } else { None };
                let found = receiver.try_recv().ok().or_else(own).or_else(|| receiver.recv().ok());
                formatted.extend([found.ok_or_else(|| io::Error::other("formatting the report ended unexpectedly"))?]);
            };
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    })
}

fn statuses(report: &Report, batch: &[Status]) -> String {
    let mut writer = Writer { text: String::with_capacity(batch.len() * RESULT_LENGTH), ..Writer::default() };
    for status in batch {
        writer.status(report, status);
    }
    writer.text
}

#[derive(Default)]
struct Writer {
    text: String,
    times: TimeFormatter,
}

impl Writer {
    /// Writes the text out.
    fn move_to(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    /// Writes the fields before the log messages, and their key.
    fn begin(&mut self, run: &RunRecord) {
        self.words(0, "host", &run.host);
        self.time(0, "time", run.time);
        self.key(0, "configuration_version");
        if let Some(version) = &run.version {
            self.text.push(' ');
            push_version(&mut self.text, version, 0);
        }
        self.text.push('\n');
        self.words(0, "transaction_uuid", &run.uuid);
        self.plain(0, "report_format", FORMAT);
        self.words(0, "puppet_version", PUPPET_VERSION);
        let transaction = run.transaction.as_ref();
        self.plain(0, "status", run.outcome());
        let is_complete = |report: &Report| report.transaction_completed && !report.is_interrupted();
        self.flag(0, "transaction_completed", transaction.is_some_and(is_complete));
        self.flag(0, "noop", run.noop);
        self.flag(0, "noop_pending", transaction.is_some_and(Report::noop_pending));
        self.words(0, "environment", &run.environment);
        self.list(0, "logs", run.logs.is_empty());
    }

    /// Writes the fields after the results of the resources.
    fn end(&mut self, run: &RunRecord) {
        let transaction = run.transaction.as_ref();
        self.flag(0, "corrective_change", transaction.is_some_and(Report::has_corrective_changes));
        if let Some(uuid) = &run.catalog_uuid {
            self.words(0, "catalog_uuid", uuid);
            self.words(0, "cached_catalog_status", run.cached_catalog_status());
        }
    }

    fn log(&mut self, line: &Log) {
        let level = line.level.name();
        self.text.push_str("- ");
        self.plain(0, "level", level);
        self.words(2, "message", &line.message);
        self.words(2, "source", line.source.as_deref().unwrap_or("Puppet"));
        self.list(2, "tags", false);
        self.item(2, level);
        for tag in line.tags.iter().filter(|tag| ***tag != *level) {
            self.item(2, tag);
        }
        self.time(2, "time", line.time);
        self.position(2, line.position.as_ref());
    }

    fn metric(&mut self, metric: &Metric) {
        let name = metric.name;
        // Writing to a String cannot fail.
        let _ = write!(self.text, "  {name}:\n    name: {name}\n    label: {}\n    values:\n", label(name));
        for (name, figure) in &metric.values {
            self.text.push_str("    - - ");
            yaml::push_text(&mut self.text, name, 6);
            self.text.push_str("\n      - ");
            yaml::push_text(&mut self.text, &label(name), 6);
            let _ = write!(self.text, "\n      - {}\n", figure.text());
        }
    }

    fn status(&mut self, report: &Report, status: &Status) {
        let resource = report.catalog.get(status.resource);
        let reference = &resource.reference;
        let name = reference.text();
        self.text.push_str("  ");
        let is_simple = yaml::push_key(&mut self.text, &name, 2);
        self.text.push_str(if is_simple { "\n    " } else { " " });
        self.key(0, "title");
        self.text_value(4, &reference.title);
        self.position(4, resource.position.as_ref());
        self.words(4, "resource", &name);
        self.words(4, "resource_type", &reference.type_name);
        self.maybe(4, "provider_used", status.provider.as_deref());
        self.list(4, "containment_path", false);
        for segment in report.catalog.containment_path(status.resource) {
            self.item(4, &segment);
        }
        self.key(4, "evaluation_time");
        if let Some(time) = status.evaluation_time {
            self.text.push(' ');
            push_float(&mut self.text, time.as_secs_f64());
        }
        self.text.push('\n');
        self.list(4, "tags", resource.tags.is_empty());
        for tag in &resource.tags {
            self.item(4, tag);
        }
        self.time(4, "time", report.time + status.started);
        self.flag(4, "failed", status.failed);
        self.flag(4, "failed_to_restart", status.failed_to_restart);
        self.flag(4, "changed", status.changed);
        self.flag(4, "out_of_sync", status.out_of_sync);
        self.flag(4, "skipped", status.skipped);
        self.number(4, "change_count", status.change_count);
        self.number(4, "out_of_sync_count", status.out_of_sync_count);
        self.list(4, "events", status.events.is_empty());
        for event in &status.events {
            self.event(event);
        }
        self.flag(4, "corrective_change", status.corrective_change);
    }

    fn event(&mut self, event: &Event) {
        self.text.push_str("    - ");
        self.flag(0, "audited", event.audited);
        self.maybe(6, "property", event.property.as_deref());
        self.value(6, "previous_value", event.previous_value.as_ref());
        self.value(6, "desired_value", event.desired_value.as_ref());
        self.value(6, "historical_value", event.historical_value.as_ref());
        self.words(6, "message", &event.message);
        self.words(6, "name", &event.name);
        self.plain(6, "status", event.status.name());
        self.time(6, "time", event.time);
        self.flag(6, "redacted", event.redacted);
        self.flag(6, "corrective_change", event.corrective_change);
    }

    /// Writes up to eight spaces.
    fn indent(&mut self, columns: usize) {
        self.text.push_str(&"        "[..columns]);
    }

    fn key(&mut self, indent: usize, key: &str) {
        self.indent(indent);
        self.text.push_str(key);
        self.text.push(':');
    }

    /// Writes a value that does not need quotes.
    fn plain(&mut self, indent: usize, key: &str, value: impl std::fmt::Display) {
        self.key(indent, key);
        let _ = writeln!(self.text, " {value}");
    }

    fn number(&mut self, indent: usize, key: &str, value: impl itoa::Integer) {
        self.key(indent, key);
        self.text.push(' ');
        self.text.push_str(itoa::Buffer::new().format(value));
        self.text.push('\n');
    }

    fn flag(&mut self, indent: usize, key: &str, value: bool) {
        self.key(indent, key);
        self.text.push_str(if value { " true\n" } else { " false\n" });
    }

    fn words(&mut self, indent: usize, key: &str, text: &str) {
        self.key(indent, key);
        self.text_value(indent, text);
    }

    /// Writes a text after its key, which begins in column `indent`.
    fn text_value(&mut self, indent: usize, text: &str) {
        self.text.push(' ');
        yaml::push_text(&mut self.text, text, indent);
        self.text.push('\n');
    }

    fn maybe(&mut self, indent: usize, key: &str, text: Option<&str>) {
        match text {
            Some(text) => self.words(indent, key, text),
            None => {
                self.key(indent, key);
                self.text.push('\n');
            }
        }
    }

    fn value(&mut self, indent: usize, key: &str, value: Option<&Value>) {
        match value {
            Some(Value::String(text)) => self.words(indent, key, text),
            other => {
                self.key(indent, key);
                yaml::push_value(&mut self.text, &other.map_or(Data::Nil, Data::from), indent);
            }
        }
    }

    fn time(&mut self, indent: usize, key: &str, time: std::time::SystemTime) {
        self.key(indent, key);
        self.text.push_str(" '");
        self.times.write(time, &mut self.text);
        self.text.push_str("'\n");
    }

    fn position(&mut self, indent: usize, position: Option<&Position>) {
        self.maybe(indent, "file", position.map(|position| &*position.file).filter(|file| !file.is_empty()));
        match position {
            Some(position) => self.number(indent, "line", position.line),
            None => self.maybe(indent, "line", None),
        }
    }

    fn list(&mut self, indent: usize, key: &str, is_empty: bool) {
        self.key(indent, key);
        self.text.push_str(if is_empty { " []\n" } else { "\n" });
    }

    fn item(&mut self, indent: usize, text: &str) {
        self.indent(indent);
        self.text.push_str("- ");
        yaml::push_text(&mut self.text, text, indent);
        self.text.push('\n');
    }
}
