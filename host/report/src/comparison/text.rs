//! The summary as text and as JSON.

use std::fmt::Write as _;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value as Json, json};

use super::{CatalogComparison, ComparisonResult, ComparisonSummary, DifferenceCount, DifferenceKind, FailureCount};
use crate::sanitize::printable_line;
use crate::time;

/// The number of lines of each section.
const LINES: usize = 40;

/// Returns the summary as text.
#[must_use]
pub fn to_text(summary: &ComparisonSummary) -> String {
    let mut text = headline(summary) + "\n" + &counts(summary);
    section(&mut text, "Differences", &summary.differences, |count| {
        let place = place(count, summary.place);
        let [upstream, here] = count.example.each_ref().map(Option::as_deref);
        let values = match (upstream, here) {
            (None, None) => String::new(),
            (upstream, here) => {
                format!(": {} {}, {} here", upstream.unwrap_or("no value"), summary.place, here.unwrap_or("no value"))
            }
        };
        format!("{}  {place}{values}", nodes(count.nodes.len()))
    });
    let failure = |count: &FailureCount| format!("{}  {}", nodes(count.nodes.len()), reason(count));
    section(&mut text, "Catalogs that do not compile here", &summary.failures_here, failure);
    section(&mut text, "Catalogs that do not compile on the other server", &summary.failures_upstream, failure);
    section(&mut text, "Catalogs that compile on neither server", &summary.failures_both, failure);
    let others: Vec<&CatalogComparison> =
        summary.nodes.iter().filter(|node| node.result != ComparisonResult::Same).collect();
    let width = others.iter().take(LINES).map(|node| node.node.len()).max().unwrap_or_default();
    section(&mut text, "Nodes", &others, |node| {
        format!("{:width$}  {}  {}", node.node, moment(node.time), node.result.label())
    });
    text
}

fn section<T>(text: &mut String, title: &str, entries: &[T], line: impl Fn(&T) -> String) {
    if entries.is_empty() {
        return;
    }
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n{title}");
    for entry in entries.iter().take(LINES) {
        let _ = writeln!(text, "  {}", printable_line(&line(entry)));
    }
    if entries.len() > LINES {
        let _ = writeln!(text, "  and {} more; --render-as json lists all", entries.len() - LINES);
    }
}

/// Returns the overall figure in a sentence.
pub(super) fn headline(summary: &ComparisonSummary) -> String {
    let (all, same) = (summary.nodes.len(), summary.same());
    if all == 0 {
        return "No catalogs were compared.".to_owned();
    }
    let mut parts = Vec::new();
    let mut add = |number: usize, one: &str, several: &str| match number {
        0 => {}
        1 => parts.push(format!("1 {one}")),
        number => parts.push(format!("{number} {several}")),
    };
    add(summary.different(), "differs", "differ");
    let failed = ComparisonSummary::nodes_of;
    add(failed(&summary.failures_here), "does not compile here", "do not compile here");
    let upstream = failed(&summary.failures_upstream);
    add(upstream, "does not compile on the other server", "do not compile on the other server");
    let both = failed(&summary.failures_both);
    add(both, "compiles on neither server", "compile on neither server");
    let others = if parts.is_empty() { String::new() } else { format!("; {}", parts.join(", ")) };
    match (all, same) {
        (1, 1) => "The catalog of 1 node is the same.".to_owned(),
        _ => format!("The catalogs of {same} of {all} nodes are the same{others}."),
    }
}

/// Returns the numbers of comparisons in a sentence.
pub(super) fn counts(summary: &ComparisonSummary) -> String {
    let counts = summary.counts;
    let mut text = match counts.compared {
        1 => "1 catalog was compared".to_owned(),
        number => format!("{number} catalogs were compared"),
    };
    let mut add = |number: u64, why: &str| {
        if number > 0 {
            // Writing to a String cannot fail.
            let _ = write!(text, "; {number} {}, since {why}", if number == 1 { "was not" } else { "were not" });
        }
    };
    add(counts.dropped, "too many waited");
    add(counts.skipped, "they are not in the format of current agents");
    text + ".\n"
}

fn nodes(number: usize) -> String {
    format!("{number:>5} {:5}", if number == 1 { "node" } else { "nodes" })
}

/// Returns the resource and the part of it that differs.
pub(super) fn place(count: &DifferenceCount, other: &str) -> String {
    let part = match count.kind {
        DifferenceKind::OnlyUpstream => format!("only {other}"),
        DifferenceKind::Parameter => count.parameter.clone(),
        kind => kind.label().to_owned(),
    };
    match count.resource.is_empty() {
        true => part,
        false => format!("{} {part}", count.resource),
    }
}

/// Returns the reason of a failure.
pub(super) fn reason(count: &FailureCount) -> String {
    match count.failure.needs_ruby {
        true => format!("Ruby: {}", count.failure.reason),
        false => count.failure.reason.clone(),
    }
}

/// Formats a time.
pub(super) fn moment(time: u64) -> String {
    let text = time::iso(UNIX_EPOCH + Duration::from_secs(time));
    text.get(..19).unwrap_or_default().replace('T', " ")
}

/// Returns the summary as JSON, with all nodes.
#[must_use]
pub fn to_json(summary: &ComparisonSummary) -> Json {
    let failures = |counts: &[FailureCount]| -> Json {
        let one = |count: &FailureCount| json!({ "reason": count.failure.reason, "needs_ruby": count.failure.needs_ruby, "nodes": count.nodes });
        counts.iter().map(one).collect()
    };
    let difference = |count: &DifferenceCount| {
        json!({
            "kind": count.kind,
            "resource": count.resource,
            "parameter": count.parameter,
            "upstream": count.example[0],
            "here": count.example[1],
            "nodes": count.nodes,
        })
    };
    json!({
        "nodes": summary.nodes.len(),
        "same": summary.same(),
        "different": summary.different(),
        "failed_here": ComparisonSummary::nodes_of(&summary.failures_here),
        "failed_upstream": ComparisonSummary::nodes_of(&summary.failures_upstream),
        "failed_both": ComparisonSummary::nodes_of(&summary.failures_both),
        "counts": summary.counts,
        "differences": summary.differences.iter().map(difference).collect::<Vec<_>>(),
        "failures_here": failures(&summary.failures_here),
        "failures_upstream": failures(&summary.failures_upstream),
        "failures_both": failures(&summary.failures_both),
        "comparisons": summary.nodes,
    })
}
