//! The log in the page: all messages, with a filter by level that works without scripts.

use std::fmt::Write as _;

use super::super::view::{LogEntry, ReportView};
use crate::digests::short_digests;
use crate::escape::escape;

/// The filters: name, label, and visible levels.
const CHOICES: [(&str, &str, &[&str]); 4] = [
    ("all", "Everything", &["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit"]),
    ("notices", "Notices and more", &["notice", "warning", "err", "alert", "emerg", "crit"]),
    ("warnings", "Warnings and errors", &["warning", "err", "alert", "emerg", "crit"]),
    ("errors", "Errors", &["err", "alert", "emerg", "crit"]),
];

/// Writes the section, unless there are no messages.
pub(crate) fn section(view: &ReportView, page: &mut String) {
    if view.logs.is_empty() {
        return;
    }
    page.push_str(
        "<section class=\"log\">\n<h2>Log</h2>\n<fieldset>\n<legend class=\"unseen\">Filter by level</legend>\n",
    );
    for (place, (name, label, levels)) in CHOICES.iter().enumerate() {
        let count = view.logs.iter().filter(|line| levels.contains(&line.level.as_str())).count();
        let checked = if place == 0 { " checked" } else { "" };
        // Writing to a String cannot fail.
        let _ = writeln!(
            page,
            "<input type=\"radio\" name=\"level\" id=\"{name}\"{checked}><label for=\"{name}\">{label} <span>{}</span></label>",
            super::thousands(count),
        );
    }
    page.push_str("</fieldset>\n<ol>\n");
    view.logs.iter().for_each(|line| entry(line, view, page));
    page.push_str("</ol>\n</section>\n");
}

fn entry(line: &LogEntry, view: &ReportView, page: &mut String) {
    // Unknown levels are shown as notice.
    let level = CHOICES[0].2.iter().find(|known| **known == line.level).copied().unwrap_or("notice");
    let clock = view.time_of_day(&line.time);
    let source = match line.source.as_str() {
        "Puppet" | "" => String::new(),
        source => format!("<code>{}</code> ", escape(source)),
    };
    let message = escape(&short_digests(line.message.trim_matches('\n')));
    let class = if super::events::is_diff(&line.message) || message.contains('\n') { " class=\"lines\"" } else { "" };
    let _ = writeln!(
        page,
        "<li class=\"{level}\"><time datetime=\"{}\">{}</time><b>{level}</b><div>{source}<span{class}>{message}</span></div></li>",
        escape(&line.time),
        escape(&clock),
    );
}
