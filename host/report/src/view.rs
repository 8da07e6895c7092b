//! A report parsed from its file, for display.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use catalog::Value;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ruby::yaml::Dates;

use super::header::{self, ReportHeader};
use crate::graph::{Drawing, NodeStatus};

/// Name, label and value of metrics.
pub type MetricValues = Vec<(String, String, f64)>;

/// A report for display.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportView {
    /// The header, if the file was written by this program.
    pub head: Option<ReportHeader>,
    /// The node.
    pub host: String,
    /// The start time.
    pub time: String,
    /// The outcome.
    pub status: String,
    /// Whether it was a dry run.
    pub noop: bool,
    /// Whether all resources were processed.
    pub is_complete: bool,
    /// The environment.
    pub environment: String,
    /// The version of the code.
    pub version: String,
    /// Groups of metrics by name.
    pub metrics: Vec<(String, MetricValues)>,
    /// The log messages.
    pub logs: Vec<LogEntry>,
    /// The results of the resources.
    pub resources: Vec<ResourceView>,
    /// The graph, if stored.
    pub drawing: Option<Drawing>,
    /// The time zone in which times are shown.
    pub zone: TimeZone,
}

/// A log message.
#[derive(Debug, Clone, PartialEq)]
pub struct LogEntry {
    /// The level.
    pub level: String,
    /// The source.
    pub source: String,
    /// The message.
    pub message: String,
    /// The time.
    pub time: String,
}

/// The result of a resource.
#[derive(Debug, Clone, PartialEq)]
pub struct ResourceView {
    /// The reference of the resource.
    pub name: String,
    /// The position of the declaration.
    pub place: String,
    /// The containers of the resource.
    pub path: Vec<String>,
    /// Start time in seconds since the start of the run.
    pub began: f64,
    /// Duration in seconds.
    pub took: f64,
    /// The outcome.
    pub mark: NodeStatus,
    /// The events.
    pub events: Vec<EventView>,
    /// The dependency whose failure is the reason why it was skipped.
    pub failed_dependency: Option<String>,
}

impl ResourceView {
    /// Returns its path as in log messages.
    #[must_use]
    pub fn log_source(&self) -> String {
        self.path.iter().fold(String::new(), |path, segment| path + "/" + segment)
    }
}

/// An event.
#[derive(Debug, Clone, PartialEq)]
pub struct EventView {
    /// The attribute.
    pub property: Option<String>,
    /// The previous value.
    pub before: Option<String>,
    /// The desired value.
    pub after: Option<String>,
    /// The log message.
    pub message: String,
    /// The outcome.
    pub status: String,
    /// Whether the change reverts drift.
    pub is_corrective: bool,
}

/// Parses the text of a report as YAML data.
///
/// # Errors
/// Returns an error if the text is not YAML.
pub fn data(text: &str) -> Result<Value> {
    // The tag is only relevant to Ruby.
    let plain =
        text.split_once('\n').filter(|(first, _)| first.starts_with("--- !ruby/")).map_or(text, |(_, rest)| rest);
    value::yaml::parse_plain(plain, Dates::Text).map_err(|error| anyhow::anyhow!("{error}"))
}

impl ReportView {
    /// Returns whether the run was interrupted.
    pub fn is_interrupted(&self) -> bool {
        self.head.as_ref().is_some_and(|head| head.interrupted)
    }

    /// Parses the text of a report.
    ///
    /// # Errors
    /// Returns an error if the text is not a report.
    pub fn read(text: &str) -> Result<Self> {
        let data = data(text)?;
        let host = get(&data, "host").map(shown).context("it is not a report: it has no host")?;
        let time = words(&data, "time");
        let began = seconds(&time);
        let statuses = match get(&data, "resource_statuses") {
            Some(Value::Hash(statuses)) => statuses.as_slice(),
            _ => &[],
        };
        let logs: Vec<LogEntry> = list(&data, "logs").iter().map(line).collect();
        let mut resources: Vec<ResourceView> =
            statuses.iter().map(|(name, status)| resource(shown(name), status, began)).collect();
        add_failed_dependencies(&mut resources, &logs);
        let mut drawing = header::find_graph(text);
        if let Some(drawing) = &mut drawing {
            let marks: BTreeMap<&str, NodeStatus> =
                resources.iter().map(|resource| (resource.name.as_str(), resource.mark)).collect();
            for node in &mut drawing.nodes {
                node.mark = marks.get(node.name.as_str()).copied().unwrap_or_default();
            }
            for resource in &resources {
                if let Some(failed) = &resource.failed_dependency {
                    drawing.add_failure(failed, &resource.name);
                }
            }
        }
        Ok(Self {
            head: ReportHeader::find(text),
            host,
            time,
            status: words(&data, "status"),
            noop: is_true(&data, "noop"),
            is_complete: is_true(&data, "transaction_completed"),
            environment: words(&data, "environment"),
            version: words(&data, "configuration_version"),
            metrics: metrics(&data),
            logs,
            resources,
            drawing,
            zone: TimeZone::UTC,
        })
    }

    /// Shows times in a time zone instead of UTC.
    #[must_use]
    pub fn in_zone(self, zone: TimeZone) -> Self {
        Self { zone, ..self }
    }

    /// Returns a metric.
    pub fn figure(&self, group: &str, name: &str) -> f64 {
        let group = self.metrics.iter().find(|(known, _)| known == group);
        group.and_then(|(_, figures)| figures.iter().find(|figure| figure.0 == name)).map_or(0.0, |figure| figure.2)
    }

    /// Returns the duration of the run, including compilation.
    pub fn duration(&self) -> f64 {
        match &self.head {
            Some(head) => head.duration,
            None => self.figure("time", "config_retrieval") + self.figure("time", "total"),
        }
    }

    /// Returns the start time for display: `2026-11-20 10:50:02 UTC`.
    pub fn moment(&self) -> String {
        self.localized(&self.time, "%Y-%m-%d %H:%M:%S %:z").map_or_else(|| moment(&self.time), utc_by_name)
    }

    /// Returns the time of day of a message for display: `10:50:02`.
    pub(crate) fn time_of_day(&self, time: &str) -> String {
        self.localized(time, "%H:%M:%S").unwrap_or_default()
    }

    fn localized(&self, time: &str, format: &str) -> Option<String> {
        let time: Timestamp = time.parse().ok()?;
        Some(time.to_zoned_datetime(self.zone.clone()).strftime(format).to_string())
    }
}

/// Formats a time of a report for display.
pub fn moment(time: &str) -> String {
    let (date, clock) = time.split_once('T').unwrap_or((time, ""));
    let zone = if time.ends_with("+00:00") { "UTC" } else { time.get(29..).unwrap_or_default() };
    format!("{date} {} {zone}", clock.get(..8).unwrap_or(clock)).trim().to_owned()
}

/// Replaces the offset of UTC with its name.
fn utc_by_name(moment: String) -> String {
    moment.strip_suffix(" +00:00").map_or_else(|| moment.clone(), |time| format!("{time} UTC"))
}

/// Returns the seconds since midnight; [`since`] handles runs across midnight.
fn seconds(time: &str) -> f64 {
    let clock = time.split_once('T').map_or("", |(_, clock)| clock);
    let part =
        |range: std::ops::Range<usize>| clock.get(range).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    part(0..2) * 3600.0 + part(3..5) * 60.0 + part(6..18)
}

fn since(time: &str, began: f64) -> f64 {
    (seconds(time) - began).rem_euclid(86400.0)
}

fn resource(name: String, status: &Value, began: f64) -> ResourceView {
    let events: Vec<EventView> = list(status, "events").iter().map(event).collect();
    let mark = if is_true(status, "failed") || is_true(status, "failed_to_restart") {
        NodeStatus::Failed
    } else if is_true(status, "skipped") {
        NodeStatus::Skipped
    } else if is_true(status, "changed") {
        NodeStatus::Changed
    } else if events.iter().any(|event| event.status == "noop") {
        NodeStatus::Pending
    } else {
        NodeStatus::None
    };
    let place = match (words(status, "file"), words(status, "line")) {
        (file, line) if file.is_empty() && line.is_empty() => String::new(),
        // Code given on the command line.
        (file, line) if file.is_empty() => format!("-e:{line}"),
        (file, line) => format!("{file}:{line}"),
    };
    ResourceView {
        name,
        place,
        path: list(status, "containment_path").iter().map(shown).collect(),
        began: since(&words(status, "time"), began),
        took: get(status, "evaluation_time").map_or(0.0, number),
        mark,
        events,
        failed_dependency: None,
    }
}

/// Sets the reasons of skipped resources, which Puppet's reports contain only as log messages.
fn add_failed_dependencies(resources: &mut [ResourceView], logs: &[LogEntry]) {
    let dependency = |entry: &LogEntry| {
        let name = entry.message.strip_prefix("Dependency ")?.strip_suffix(" has failures: true")?;
        Some((entry.source.clone(), name.to_owned()))
    };
    let mut failed: BTreeMap<String, String> = logs.iter().filter_map(dependency).collect();
    for resource in resources.iter_mut().filter(|resource| resource.mark == NodeStatus::Skipped) {
        resource.failed_dependency = failed.remove(&resource.log_source());
    }
}

fn event(event: &Value) -> EventView {
    let maybe = |name| get(event, name).filter(|value| !matches!(value, Value::Undef)).map(shown);
    EventView {
        property: maybe("property"),
        before: maybe("previous_value"),
        after: maybe("desired_value"),
        message: words(event, "message"),
        status: words(event, "status"),
        is_corrective: is_true(event, "corrective_change"),
    }
}

fn line(line: &Value) -> LogEntry {
    LogEntry {
        level: words(line, "level"),
        source: words(line, "source"),
        message: words(line, "message"),
        time: words(line, "time"),
    }
}

fn metrics(data: &Value) -> Vec<(String, MetricValues)> {
    let Some(Value::Hash(groups)) = get(data, "metrics") else { return Vec::new() };
    let figure = |value: &Value| match value {
        Value::Array(parts) => match parts.as_slice() {
            [name, label, figure] => Some((shown(name), shown(label), number(figure))),
            _ => None,
        },
        _ => None,
    };
    let figures = |group: &Value| list(group, "values").iter().filter_map(figure).collect();
    groups.iter().map(|(name, group)| (shown(name), figures(group))).collect()
}

fn get<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let Value::Hash(entries) = value else { return None };
    entries.iter().find(|(key, _)| matches!(key, Value::String(key) if **key == *name)).map(|(_, value)| value)
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    match get(value, name) {
        Some(Value::Array(elements)) => elements,
        _ => &[],
    }
}

fn words(value: &Value, name: &str) -> String {
    get(value, name).map(shown).unwrap_or_default()
}

fn is_true(value: &Value, name: &str) -> bool {
    matches!(get(value, name), Some(Value::Boolean(true)))
}

fn number(value: &Value) -> f64 {
    match value {
        // Counts and seconds of a run fit exactly into a float.
        #[expect(clippy::cast_precision_loss, reason = "figures are small")]
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => 0.0,
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.to_string(),
        Value::Undef => String::new(),
        other => transaction::resource::FoundResource::show(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::RelationKind;

    #[test]
    fn times_can_cross_midnight() {
        let began = seconds("2026-11-20T23:59:59.500000000+00:00");
        assert!((since("2026-11-21T00:00:01.000000000+00:00", began) - 1.5).abs() < 1e-6);
        assert_eq!(moment("2026-11-20T10:50:02.764751266+00:00"), "2026-11-20 10:50:02 UTC");
        assert_eq!(moment("2026-11-20T10:50:02.764751266+02:00"), "2026-11-20 10:50:02 +02:00");
    }

    #[test]
    fn times_are_shown_in_a_time_zone() {
        let text = "host: h\ntime: '2026-11-20T23:50:02.764751266+00:00'\n";
        let view = ReportView::read(text).unwrap();
        assert_eq!(view.moment(), "2026-11-20 23:50:02 UTC");
        let view = view.in_zone(TimeZone::fixed(jiff::tz::offset(2)));
        assert_eq!(view.moment(), "2026-11-21 01:50:02 +02:00");
        assert_eq!(view.time_of_day(&view.time), "01:50:02");
        assert_eq!(view.time, "2026-11-20T23:50:02.764751266+00:00");
    }

    #[test]
    fn graph_connects_failed_resources_with_skipped_ones() {
        let text = "host: h\ntime: '2026-11-20T23:50:02.764751266+00:00'\nlogs:\n- level: notice\n  source: /Stage[main]/B/Notify[b]\n  \
                    message: 'Dependency Exec[a] has failures: true'\nresource_statuses:\n  Exec[a]:\n    failed: true\n  Notify[b]:\n    \
                    skipped: true\n    containment_path: ['Stage[main]', B, 'Notify[b]']\n\
                    # graph: {\"resources\":[[\"Exec[a]\",null,0],[\"Class[B]\",null,1],[\"Notify[b]\",1,0]],\
                    \"before\":[[0,1]],\"notifies\":[],\"automatic\":[],\"missing\":[]}\n";
        let drawing = ReportView::read(text).unwrap().drawing.unwrap();
        let edges: Vec<_> = drawing.edges.iter().map(|edge| (edge.from, edge.to, edge.kind)).collect();
        assert_eq!(edges, [(0, 1, RelationKind::Before), (0, 2, RelationKind::Failure)]);
        assert!(
            crate::graph::svg(&drawing, crate::graph::SvgStyle::InPage).unwrap().contains("failed, so it was skipped")
        );
    }

    #[test]
    fn invalid_report_is_an_error() {
        assert!(ReportView::read("a: b\n").unwrap_err().to_string().contains("no host"));
        assert!(ReportView::read("a: [").is_err());
    }
}
