//! The summary of a run: `last_run_summary.yaml` and the output of `--summarize`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use super::RunRecord;
use super::metrics::{Metric, MetricValue, label};
use super::push_version;
use catalog::PUPPET_VERSION;
use ruby::yaml;

/// The name of the last value of each group.
const TOTAL: &str = "total";

/// A name, its value if it is a metric, and its text.
type Shown<'a> = (&'a str, Option<MetricValue>, String);

/// Returns the content of the summary file.
pub(crate) fn document(run: &RunRecord, metrics: &[Metric]) -> String {
    let mut text = String::from("---\nversion:\n  config:");
    if let Some(version) = &run.version {
        text.push(' ');
        push_version(&mut text, version, 2);
    }
    text.push_str("\n  puppet: ");
    text.push_str(PUPPET_VERSION);
    text.push_str("\napplication:\n");
    for (name, value) in application(run) {
        text.push_str("  ");
        text.push_str(name);
        text.push_str(": ");
        yaml::push_text(&mut text, value, 2);
        text.push('\n');
    }
    for metric in metrics {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}:", metric.name);
        for (name, figure) in &metric.values {
            let _ = writeln!(text, "  {name}: {}", figure.text());
        }
        if metric.name == "time" {
            let _ = writeln!(text, "  last_run: {}", now());
        }
    }
    text
}

/// Returns the mode of the run and its environments.
fn application(run: &RunRecord) -> [(&'static str, &str); 3] {
    let agent = run.agent.as_ref();
    let initial = agent.map_or(run.environment.as_str(), |agent| &agent.initial_environment);
    [
        ("run_mode", if agent.is_some() { "agent" } else { "user" }),
        ("initial_environment", initial),
        ("converged_environment", &run.environment),
    ]
}

/// Formats the summary: Puppet's groups by name with their figures, the total last; zero values are omitted.
pub(crate) fn text(run: &RunRecord, metrics: &[Metric]) -> String {
    let mut groups: BTreeMap<&str, Vec<Shown<'_>>> = BTreeMap::new();
    let words = |name, value: &str| (name, None, value.to_owned());
    groups.insert("application", application(run).into_iter().map(|(name, value)| words(name, value)).collect());
    let version = run.version.as_deref().unwrap_or_default();
    groups.insert("version", vec![words("config", version), words("puppet", PUPPET_VERSION)]);
    for metric in metrics {
        let group = groups.entry(metric.name).or_default();
        group.extend(metric.values.iter().map(|(name, figure)| (name.as_str(), Some(*figure), figure.text())));
        if metric.name == "time" {
            group.push(("last_run", None, now().to_string()));
        }
    }
    let mut text = String::new();
    for (name, mut figures) in groups {
        let _ = writeln!(text, "{}:", label(name));
        figures.sort_by(|a, b| (a.0 == TOTAL, &a.2).cmp(&(b.0 == TOTAL, &b.2)));
        for (name, figure, shown) in figures {
            let shown = match figure {
                Some(figure) if figure.is_zero() => continue,
                Some(MetricValue::Seconds(seconds)) => format!("{seconds:.2}"),
                _ => shown,
            };
            let _ = writeln!(text, "   {:>15} {shown}", label(name) + ":");
        }
    }
    text
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
