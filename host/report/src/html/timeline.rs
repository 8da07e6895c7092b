//! Timeline: the steps of the run, and the slowest resources with start time and duration.

use std::fmt::Write as _;

use super::super::show::seconds;
use super::super::view::{ReportView, ResourceView};
use crate::escape::escape;

/// Maximum number of bars.
const BARS: usize = 24;

/// Shorter durations are treated as zero.
const LEAST: f64 = 0.000_01;

/// Writes the section, unless no catalog was applied.
pub(crate) fn section(view: &ReportView, page: &mut String) {
    let transaction = view.figure("time", "transaction_evaluation");
    if view.resources.is_empty() || transaction <= 0.0 {
        return;
    }
    page.push_str("<section>\n<h2>Timeline</h2>\n");
    phases(view, transaction, page);
    bars(view, page);
    page.push_str("</section>\n");
}

fn phases(view: &ReportView, transaction: f64, page: &mut String) {
    let preparing = (view.figure("time", "catalog_application") - transaction).max(0.0);
    let phases = [
        ("Compiling", "compiling", view.figure("time", "config_retrieval")),
        ("Preparing", "preparing", preparing),
        ("Applying", "applying", transaction),
    ];
    let total: f64 = phases.iter().map(|(_, _, time)| time).sum();
    page.push_str("<div class=\"phases\" aria-hidden=\"true\">");
    for (_, class, time) in phases {
        // Writing to a String cannot fail.
        let _ = write!(page, "<i class=\"{class}\" style=\"flex-grow:{:.4}\"></i>", (time / total).max(0.004));
    }
    page.push_str("</div>\n<ul class=\"legend\">\n");
    for (name, class, time) in phases {
        let _ = writeln!(page, "<li><i class=\"{class}\"></i>{name} <b>{}</b></li>", seconds(time));
    }
    page.push_str("</ul>\n");
}

/// Writes a bar for each of the slowest resources, in run order.
fn bars(view: &ReportView, page: &mut String) {
    let mut slowest: Vec<(usize, &ResourceView)> =
        view.resources.iter().enumerate().filter(|(_, it)| it.took >= LEAST).collect();
    slowest.sort_by(|a, b| b.1.took.total_cmp(&a.1.took));
    let others = slowest.split_off(slowest.len().min(BARS));
    slowest.sort_by(|a, b| a.1.began.total_cmp(&b.1.began).then(a.0.cmp(&b.0)));
    let beginning = view.resources.iter().map(|it| it.began).fold(f64::INFINITY, f64::min);
    let end = view.resources.iter().map(|it| it.began + it.took).fold(0.0, f64::max);
    let span = (end - beginning).max(1e-9);
    page.push_str("<ol class=\"bars\">\n");
    for (_, resource) in slowest {
        let left = ((resource.began - beginning) / span * 100.0).clamp(0.0, 99.4);
        let width = (resource.took / span * 100.0).min(100.0 - left).max(0.6);
        let _ = writeln!(
            page,
            "<li class=\"{}\"><code>{}</code><span class=\"track\"><i style=\"margin-left:{left:.2}%;width:{width:.2}%\"></i></span><b>{}</b></li>",
            resource.mark.name(),
            escape(&resource.name),
            short(resource.took),
        );
    }
    page.push_str("</ol>\n");
    if !others.is_empty() {
        let sum: f64 = others.iter().map(|(_, it)| it.took).sum();
        let count = super::thousands(others.len());
        let _ = writeln!(page, "<p class=\"quiet\">{count} more took {} together.</p>", short(sum));
    }
}

/// Formats a duration, in milliseconds if it is short, since most resources take less than a hundredth of a second.
fn short(time: f64) -> String {
    if time < 0.01 { format!("{:.2} ms", time * 1000.0) } else { seconds(time) }
}
