//! Textual form of reports: the list of runs, and the summary of a run. Control characters are escaped.

use std::fmt::Write as _;

use runtime::KeptRun;

use super::ReportHeader;
use super::view::{ReportView, ResourceView, moment};
use crate::graph::NodeStatus;
use crate::sanitize::printable_line;

const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const BLUE: &str = "\x1b[34m";
const FAINT: &str = "\x1b[2m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// Maximum number of slow resources in the summary. Only resources above a minimum share of the run's time
/// are listed.
const SLOWEST: usize = 5;
const SHARE: f64 = 0.02;

/// Text with optional colours.
pub struct StyledText {
    text: String,
    is_colored: bool,
}

impl StyledText {
    /// Creates an empty text.
    pub fn new(is_colored: bool) -> Self {
        Self { text: String::new(), is_colored }
    }

    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns coloured text. Control characters in `words` are escaped here, since the colour codes
    /// themselves must reach the terminal.
    fn paint(&self, color: &str, words: &str) -> String {
        let words = crate::sanitize::printable(words);
        match self.is_colored && !color.is_empty() {
            true => format!("{color}{words}{PLAIN}"),
            false => words.into_owned(),
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Writes the list of runs.
    pub fn list(&mut self, runs: &[Result<ReportHeader, (u64, String)>]) {
        let title = format!(
            "{:>5}  {:<23}  {:<11}  {:>7}  {:>8}  {:>9}",
            "RUN", "TIME", "STATUS", "CHANGES", "FAILURES", "DURATION"
        );
        let title = self.paint(BOLD, &title);
        self.line(&title);
        for run in runs {
            match run {
                Ok(head) => self.run(head),
                Err((number, reason)) => {
                    let reason = self.paint(YELLOW, reason);
                    self.line(&format!("{number:>5}  {reason}"));
                }
            }
        }
    }

    fn run(&mut self, head: &ReportHeader) {
        let status = if head.interrupted { "interrupted" } else { &head.status };
        let status = self.paint(color(&head.status), &format!("{status:<11}"));
        let failures = format!("{:>8}", head.failures);
        let failures = if head.failures > 0 { self.paint(RED, &failures) } else { failures };
        let noop = match (head.noop, head.pending) {
            (false, _) => String::new(),
            (true, 0) => "  noop".to_owned(),
            (true, pending) => self.paint(BLUE, &format!("  noop, {pending} pending")),
        };
        let time = moment(&head.time);
        let (run, changes, duration) = (head.run, head.changes, seconds(head.duration));
        self.line(&format!("{run:>5}  {time:<23}  {status}  {changes:>7}  {failures}  {duration:>9}{noop}"));
    }

    /// Writes the summary of a run. `undo` is the result of [`undo()`].
    pub fn summary(&mut self, view: &ReportView, undo: Option<&str>) {
        let number = view.head.as_ref().map_or_else(|| "Run".to_owned(), |head| format!("Run {}", head.run));
        let headline = format!("{number} of {}, {}, {}", view.host, view.moment(), seconds(view.duration()));
        let headline = self.paint(BOLD, &headline);
        self.line(&headline);
        let noop = if view.noop { " (noop)" } else { "" };
        let status = self.paint(color(&view.status), &format!("{}{noop}", view.status));
        self.fact("Status", &status);
        let version = if view.version.is_empty() { String::new() } else { format!(", version {}", view.version) };
        let environment = self.paint("", &format!("{}{version}", view.environment));
        self.fact("Environment", &environment);
        self.fact("Resources", &resources(view));
        if view.is_interrupted() {
            self.fact("Applied", "in part: the run was interrupted");
        } else if !view.is_complete {
            self.fact("Applied", "nothing: it failed before the first resource");
        }
        if let Some(protections) = view.head.as_ref().and_then(|head| head.protections.as_deref()) {
            let protections = self.paint("", protections);
            self.fact("Queries", &protections);
        }
        if let Some(text) = undo {
            let text = self.paint("", text);
            self.fact("Undo", &text);
        }
        self.problems(view);
        self.group(view, "Failed", NodeStatus::Failed, RED);
        self.group(view, "Skipped", NodeStatus::Skipped, YELLOW);
        self.group(view, "Changed", NodeStatus::Changed, GREEN);
        self.group(view, "Would change", NodeStatus::Pending, BLUE);
        self.slowest(view);
    }

    fn fact(&mut self, name: &str, text: &str) {
        let name = self.paint(FAINT, &format!("{name:<12}"));
        self.line(&format!("  {name} {text}"));
    }

    fn title(&mut self, title: &str) {
        let title = self.paint(BOLD, title);
        self.line("");
        self.line(&title);
    }

    /// Writes warnings and errors of the run itself; messages about a resource are shown with the resource.
    fn problems(&mut self, view: &ReportView) {
        let is_problem = |level: &str| matches!(level, "warning" | "err" | "alert" | "emerg" | "crit");
        let lines: Vec<_> =
            view.logs.iter().filter(|line| is_problem(&line.level) && line.source == "Puppet").collect();
        if lines.is_empty() {
            return;
        }
        self.title("Warnings and errors");
        for line in lines {
            let color = if line.level == "warning" { YELLOW } else { RED };
            let message = self.paint(color, &line.message.replace('\n', "\n    "));
            self.line(&format!("  {message}"));
        }
    }

    fn group(&mut self, view: &ReportView, title: &str, mark: NodeStatus, color: &str) {
        let members: Vec<&ResourceView> = view.resources.iter().filter(|resource| resource.mark == mark).collect();
        if members.is_empty() {
            return;
        }
        self.title(title);
        for resource in members {
            let name = self.paint(color, &printable_line(&resource.name));
            let place = self.paint(FAINT, &printable_line(&resource.place));
            self.line(&format!("  {name}  {place}"));
            if let Some(dependency) = &resource.failed_dependency {
                let text = self.paint("", &printable_line(&format!("because {dependency} failed")));
                self.line(&format!("    {text}"));
            }
            for event in &resource.events {
                let property = event.property.as_ref().map_or_else(String::new, |property| format!("{property}: "));
                let corrective = if event.is_corrective { " (corrective)" } else { "" };
                let text = format!("{property}{}{corrective}", event.message).replace('\n', "\n      ");
                let text = self.paint("", &text);
                self.line(&format!("    {text}"));
            }
        }
    }

    fn slowest(&mut self, view: &ReportView) {
        let duration = view.duration();
        let mut slow: Vec<&ResourceView> = view.resources.iter().filter(|it| it.took > duration * SHARE).collect();
        slow.sort_by(|a, b| b.took.total_cmp(&a.took));
        if slow.is_empty() {
            return;
        }
        self.title("Slowest");
        for resource in slow.into_iter().take(SLOWEST) {
            let name = self.paint("", &printable_line(&resource.name));
            self.line(&format!("  {:>9}  {name}", seconds(resource.took)));
        }
    }
}

/// Returns the number of resources by outcome.
pub fn resources(view: &ReportView) -> String {
    let total = view.resources.len();
    let count = |mark: NodeStatus| view.resources.iter().filter(|resource| resource.mark == mark).count();
    let mut text = total.to_string();
    let named = [
        (NodeStatus::Failed, "failed"),
        (NodeStatus::Skipped, "skipped"),
        (NodeStatus::Changed, "changed"),
        (NodeStatus::Pending, "would change"),
        (NodeStatus::None, "unchanged"),
    ];
    let parts: Vec<String> = named
        .into_iter()
        .map(|(mark, name)| (count(mark), name))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    if !parts.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(text, ": {}", parts.join(", "));
    }
    text
}

/// Returns the command that undoes a run, or a note that the run was undone or is an undo itself; `None` if its journal cannot
/// be read. `flags` are the command-line flags with the directories of the run, as from `Settings::state_flags`.
pub fn undo(run: &KeptRun, flags: &str) -> Option<String> {
    let journal = run.journal.as_ref().ok()?;
    Some(match (journal.is_in_effect, journal.undoes) {
        (true, None) => undo_command(run.number, flags),
        (true, Some(other)) => format!("is the undo of run {other}"),
        (false, _) => "was undone".to_owned(),
    })
}

/// Returns the command that undoes a run.
pub fn undo_command(run: u64, flags: &str) -> String {
    format!("marotte undo {run}{flags}")
}

/// Formats a duration: `0.02 s`, `3 min 5 s`.
pub fn seconds(seconds: f64) -> String {
    if seconds < 60.0 {
        return format!("{seconds:.2} s");
    }
    let minutes = (seconds / 60.0).floor();
    format!("{minutes:.0} min {:.0} s", (seconds - minutes * 60.0).floor())
}

fn color(status: &str) -> &'static str {
    match status {
        "failed" => RED,
        "changed" => GREEN,
        _ => "",
    }
}
