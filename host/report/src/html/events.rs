//! Events of resources: previous and desired values, and diffs of contents.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::view::{EventView, ReportView, ResourceView};
use crate::digests::short_digests;
use crate::escape::escape;
use crate::graph::NodeStatus;

/// Maximum length of values that are shown inline.
const SHORT: usize = 60;

/// Number of resources of a status that are shown; the others are folded.
const UNFOLDED: usize = 200;

/// Writes a section for each status, the most severe first.
pub(crate) fn section(view: &ReportView, page: &mut String) {
    let diffs = diffs(view);
    let kinds = [
        ("Failed", NodeStatus::Failed),
        ("Skipped", NodeStatus::Skipped),
        ("Changed", NodeStatus::Changed),
        ("Would change", NodeStatus::Pending),
    ];
    let mut is_quiet = true;
    for (title, mark) in kinds {
        let members: Vec<&ResourceView> = view.resources.iter().filter(|resource| resource.mark == mark).collect();
        if members.is_empty() {
            continue;
        }
        is_quiet = false;
        // Writing to a String cannot fail.
        let count = super::thousands(members.len());
        let _ =
            write!(page, "<section>\n<h2>{title} <span class=\"quiet\">{count}</span></h2>\n<ul class=\"events\">\n");
        let (shown, folded) = members.split_at(members.len().min(UNFOLDED));
        shown.iter().for_each(|resource| item(resource, &diffs, page));
        page.push_str("</ul>\n");
        if !folded.is_empty() {
            let count = super::thousands(folded.len());
            let _ = write!(page, "<details>\n<summary>{count} more</summary>\n<ul class=\"events\">\n");
            folded.iter().for_each(|resource| item(resource, &diffs, page));
            page.push_str("</ul>\n</details>\n");
        }
        page.push_str("</section>\n");
    }
    if is_quiet && view.is_complete {
        page.push_str("<section>\n<p class=\"callout\">All resources were in their desired state.</p>\n</section>\n");
    }
}

fn item(resource: &ResourceView, diffs: &BTreeMap<String, &str>, page: &mut String) {
    let inside = super::inside(resource);
    let place: Vec<String> = [inside, resource.place.clone()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .map(|text| escape(&text))
        .collect();
    let _ = write!(
        page,
        "<li class=\"{}\"><h3><code>{}</code></h3>\n<p class=\"quiet\">{}</p>\n",
        resource.mark.name(),
        escape(&resource.name),
        place.join(" · "),
    );
    if let Some(dependency) = &resource.failed_dependency {
        let _ = writeln!(page, "<p class=\"message\">because <code>{}</code> failed</p>", escape(dependency));
    }
    for event in &resource.events {
        change(event, page);
        let source = event.property.as_ref().map(|property| format!("{}/{property}", resource.log_source()));
        if let Some(diff) = source.and_then(|source| diffs.get(&source)) {
            difference(diff, page);
        }
    }
    // The content of a created file is reported under another name.
    let content = format!("{}/content", resource.log_source());
    let is_listed = resource.events.iter().any(|event| event.property.as_deref() == Some("content"));
    if let Some(diff) = diffs.get(&content).filter(|_| !is_listed) {
        difference(diff, page);
    }
    page.push_str("</li>\n");
}

fn change(event: &EventView, page: &mut String) {
    let corrective = if event.is_corrective { " <span class=\"badge skipped\">corrective</span>" } else { "" };
    match (&event.property, &event.before, &event.after) {
        (Some(property), before, after) if before.is_some() || after.is_some() => {
            let short = |value: &Option<String>| value.as_deref().map_or_else(|| "nothing".to_owned(), short_digests);
            let (short_before, short_after) = (short(before), short(after));
            let is_long = short_before.len() > SHORT || short_after.len() > SHORT;
            let class = if is_long { "change long" } else { "change" };
            let _ = writeln!(
                page,
                "<p class=\"{class}\"><b>{}</b> <span><del>{}</del></span> <span><span class=\"quiet\">→</span> <ins>{}</ins></span>\
                 {corrective}</p>",
                escape(property),
                escape(&short_before),
                escape(&short_after),
            );
            // A message that only repeats both values is left out.
            let repeats = |value: &Option<String>| value.as_ref().is_some_and(|value| event.message.contains(value));
            if event.status == "failure" || !repeats(before) || !repeats(after) {
                let _ = writeln!(page, "<p class=\"message\">{}</p>", escape(&short_digests(&event.message)));
            }
        }
        _ => {
            let _ = writeln!(page, "<p class=\"message\">{}{corrective}</p>", escape(&event.message));
        }
    }
}

fn difference(diff: &str, page: &mut String) {
    page.push_str("<pre class=\"diff\" tabindex=\"0\">");
    for line in diff.lines() {
        let tag = match line.as_bytes().first() {
            Some(b'+') if !line.starts_with("+++") => "ins",
            Some(b'-') if !line.starts_with("---") => "del",
            Some(b'@') => "i",
            _ => "span",
        };
        let _ = write!(page, "<{tag}>{}\n</{tag}>", escape(line));
    }
    page.push_str("</pre>\n");
}

/// Returns the diffs by resource path; only the log contains them.
fn diffs(view: &ReportView) -> BTreeMap<String, &str> {
    let lines = view.logs.iter().filter(|line| is_diff(&line.message));
    lines.map(|line| (line.source.clone(), line.message.trim_start_matches('\n'))).collect()
}

/// Returns whether a log message is a diff.
pub(crate) fn is_diff(message: &str) -> bool {
    let message = message.trim_start_matches('\n');
    message.starts_with("--- ") && message.contains("\n+++ ")
}
