//! The summary as a single self-contained HTML page: no scripts, no requests, for light and dark screens of any width.

use std::fmt::Write as _;

use super::text::{counts, headline, moment, place, reason};
use super::{CatalogComparison, ComparisonResult, ComparisonSummary, FailureCount};
use crate::escape::escape;
use crate::html::{self, thousands};

/// The number of entries of a section.
const ENTRIES: usize = 1000;

/// Returns the page.
#[must_use]
pub fn page(summary: &ComparisonSummary) -> String {
    let mut page = html::begin("Comparison of catalogs", "");
    header(summary, &mut page);
    differences(summary, &mut page);
    failures("Catalogs that do not compile here", &summary.failures_here, &mut page);
    failures("Catalogs that do not compile on the other server", &summary.failures_upstream, &mut page);
    failures("Catalogs that compile on neither server", &summary.failures_both, &mut page);
    nodes(&summary.nodes, &mut page);
    html::end(&mut page);
    page
}

fn header(summary: &ComparisonSummary, page: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(
        page,
        "<header>\n<h1>Comparison of catalogs</h1>\n<p class=\"quiet\">{} {}</p>\n<dl class=\"cards\">\n",
        escape(&headline(summary)),
        escape(counts(summary).trim_end())
    );
    let mut card = |name: &str, class: &str, number: usize| {
        let class = if number == 0 { "" } else { class };
        let _ = writeln!(page, "<div class=\"card {class}\"><dt>{name}</dt><dd>{}</dd></div>", thousands(number));
    };
    card("Nodes", "", summary.nodes.len());
    card("Same", "changed", summary.same());
    card("Different", "skipped", summary.different());
    card("Fail here", "failed", ComparisonSummary::nodes_of(&summary.failures_here));
    let upstream = ComparisonSummary::nodes_of(&summary.failures_upstream);
    if upstream > 0 {
        card("Fail there", "pending", upstream);
    }
    let both = ComparisonSummary::nodes_of(&summary.failures_both);
    if both > 0 {
        card("Fail on both", "", both);
    }
    page.push_str("</dl>\n</header>\n");
}

fn differences(summary: &ComparisonSummary, page: &mut String) {
    let counts = &summary.differences;
    if counts.is_empty() {
        return;
    }
    page.push_str("<section>\n<h2>Differences</h2>\n<ul class=\"events\">\n");
    for count in counts.iter().take(ENTRIES) {
        let _ = writeln!(page, "<li class=\"skipped\"><h3><code>{}</code></h3>", escape(&place(count, summary.place)));
        let [upstream, here] = &count.example;
        if upstream.is_some() || here.is_some() {
            let text = |value: &Option<String>| escape(value.as_deref().unwrap_or("no value"));
            let _ = writeln!(
                page,
                "<p class=\"change\"><del>{} {}</del><ins>{} here</ins></p>",
                text(upstream),
                summary.place,
                text(here)
            );
        }
        html::node_names(&count.nodes, page);
        page.push_str("</li>\n");
    }
    html::end_list(counts.len(), ENTRIES, page);
}

fn failures(title: &str, counts: &[FailureCount], page: &mut String) {
    if counts.is_empty() {
        return;
    }
    let _ = write!(page, "<section>\n<h2>{title}</h2>\n<ul class=\"events\">\n");
    for count in counts.iter().take(ENTRIES) {
        let _ = writeln!(page, "<li class=\"failed\"><p class=\"message\">{}</p>", escape(&reason(count)));
        html::node_names(&count.nodes, page);
        page.push_str("</li>\n");
    }
    html::end_list(counts.len(), ENTRIES, page);
}

/// Writes the nodes whose catalogs are not the same; the others are collapsed.
fn nodes(all: &[CatalogComparison], page: &mut String) {
    let (same, others): (Vec<_>, Vec<_>) = all.iter().partition(|node| node.result == ComparisonResult::Same);
    let lists = [("Nodes with differences", others, " open"), ("Nodes with the same catalogs", same, "")];
    for (title, list, open) in lists {
        if list.is_empty() {
            continue;
        }
        let number = thousands(list.len());
        let _ = write!(
            page,
            "<section>\n<details{open}>\n<summary><h2>{title}</h2> <span class=\"quiet\">{number}</span></summary>\n\
             <ul class=\"plain\">\n"
        );
        for node in list.iter().take(ENTRIES) {
            let _ = writeln!(
                page,
                "<li><code>{}</code> <span class=\"badge {}\">{}</span> <span class=\"quiet\">{}, {}</span></li>",
                escape(&node.node),
                class(&node.result),
                escape(&node.result.label()),
                escape(&node.environment),
                moment(node.time)
            );
        }
        page.push_str("</ul>\n");
        if list.len() > ENTRIES {
            let _ = writeln!(page, "<p class=\"quiet\">and {} more</p>", thousands(list.len() - ENTRIES));
        }
        page.push_str("</details>\n</section>\n");
    }
}

/// Returns the class of a result, which determines its colour.
fn class(result: &ComparisonResult) -> &'static str {
    match result {
        ComparisonResult::Same => "changed",
        ComparisonResult::Different { .. } => "skipped",
        ComparisonResult::FailedHere(_) => "failed",
        ComparisonResult::FailedUpstream(_) => "pending",
        ComparisonResult::FailedBoth(_) => "",
    }
}
