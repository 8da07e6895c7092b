//! The state of a fleet as a single self-contained HTML page: no scripts, no requests, for light and dark screens of any width.

use std::fmt::Write as _;

use super::text::{failed, headline, moment, subject};
use super::{FleetEvent, FleetNode, FleetSummary, FleetVersion, NodeStatus};
use crate::escape::escape;
use crate::html::{self, thousands};

/// The number of entries of a section.
const ENTRIES: usize = 1000;

/// Returns the page.
#[must_use]
pub fn page(summary: &FleetSummary) -> String {
    let mut page = html::begin("Fleet", "");
    header(summary, &mut page);
    events("What failed", "failed", &summary.failures, &mut page);
    events("What dry runs would change", "pending", &summary.pending, &mut page);
    versions(&summary.versions, &mut page);
    events("What changed", "changed", &summary.changes, &mut page);
    for status in NodeStatus::ALL {
        nodes(status, summary, &mut page);
    }
    html::end(&mut page);
    page
}

fn header(summary: &FleetSummary, page: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(
        page,
        "<header>\n<h1>Fleet</h1>\n<p class=\"quiet\">{}</p>\n<dl class=\"cards\">\n",
        escape(&headline(summary))
    );
    let mut card = |name: &str, class: &str, number: usize| {
        let class = if number == 0 { "" } else { class };
        let _ = writeln!(page, "<div class=\"card {class}\"><dt>{name}</dt><dd>{}</dd></div>", thousands(number));
    };
    card("Nodes", "", summary.nodes.len());
    for status in NodeStatus::ALL {
        card(title(status), class(status), summary.count(status));
    }
    page.push_str("</dl>\n</header>\n");
}

fn title(status: NodeStatus) -> &'static str {
    match status {
        NodeStatus::Failed => "Failed",
        NodeStatus::Unreported => "Unreported",
        NodeStatus::Pending => "Pending",
        NodeStatus::Changed => "Changed",
        NodeStatus::Unchanged => "Unchanged",
    }
}

/// Returns the class of a status, which determines its colour.
fn class(status: NodeStatus) -> &'static str {
    match status {
        NodeStatus::Failed => "failed",
        NodeStatus::Unreported => "skipped",
        NodeStatus::Pending => "pending",
        NodeStatus::Changed => "changed",
        NodeStatus::Unchanged => "",
    }
}

fn events(title: &str, class: &str, events: &[FleetEvent], page: &mut String) {
    if events.is_empty() {
        return;
    }
    let _ = write!(page, "<section>\n<h2>{title}</h2>\n<ul class=\"events\">\n");
    for event in events.iter().take(ENTRIES) {
        let _ = writeln!(
            page,
            "<li class=\"{class}\"><h3><code>{}</code></h3>\n<p class=\"message\">{}</p>",
            escape(&subject(event)),
            escape(&event.message)
        );
        if let Some(place) = &event.place {
            let _ = writeln!(page, "<p class=\"quiet\">{}</p>", escape(place));
        }
        html::node_names(&event.nodes, page);
        page.push_str("</li>\n");
    }
    html::end_list(events.len(), ENTRIES, page);
}

fn versions(versions: &[FleetVersion], page: &mut String) {
    if versions.is_empty() {
        return;
    }
    page.push_str("<section>\n<h2>Versions of the code</h2>\n<ul class=\"events\">\n");
    for version in versions.iter().take(ENTRIES) {
        let class = if version.failed > 0 { "failed" } else { "" };
        let _ = writeln!(
            page,
            "<li class=\"{class}\"><h3><code>{}</code></h3>\n<p class=\"quiet\">{}{}</p>",
            escape(&version.version),
            count(version.nodes.len()),
            failed(version)
        );
        html::node_names(&version.nodes, page);
        page.push_str("</li>\n");
    }
    html::end_list(versions.len(), ENTRIES, page);
}

fn count(number: usize) -> String {
    if number == 1 { "1 node".to_owned() } else { format!("{} nodes", thousands(number)) }
}

/// Writes the nodes with a status; collapsed unless they need attention.
fn nodes(status: NodeStatus, summary: &FleetSummary, page: &mut String) {
    let list: Vec<&FleetNode> = summary.nodes.iter().filter(|node| node.status == status).collect();
    if list.is_empty() {
        return;
    }
    let open = if matches!(status, NodeStatus::Failed | NodeStatus::Unreported) { " open" } else { "" };
    let _ = write!(
        page,
        "<section>\n<details{open}>\n<summary><h2>{} nodes</h2> <span class=\"quiet\">{}</span></summary>\n\
         <ul class=\"plain\">\n",
        title(status),
        thousands(list.len())
    );
    for node in list.iter().take(ENTRIES) {
        let _ = writeln!(
            page,
            "<li><code>{}</code> <span class=\"badge {}\">{}</span> <span class=\"quiet\">{} {}</span></li>",
            escape(&node.name),
            class(status),
            status.label(),
            escape(&node.environment),
            moment(node)
        );
    }
    page.push_str("</ul>\n");
    if list.len() > ENTRIES {
        let _ = writeln!(page, "<p class=\"quiet\">and {} more</p>", thousands(list.len() - ENTRIES));
    }
    page.push_str("</details>\n</section>\n");
}

#[cfg(test)]
mod tests {
    use super::super::tests::summary;
    use super::*;

    #[test]
    fn page_has_failures_versions_and_nodes() {
        let page = page(&summary());
        for part in
            ["Service[nginx] ensure", "it does not start", "2 nodes", "Could not retrieve catalog", "Unreported nodes"]
        {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("<script"), "a static page");
        assert!(page.ends_with("</html>\n"));
    }

    #[test]
    fn texts_of_nodes_are_escaped() {
        let mut summary = summary();
        summary.failures[0].message = "<script>".to_owned();
        summary.nodes[0].name = "<b>".to_owned();
        let page = page(&summary);
        assert!(page.contains("&lt;script&gt;") && page.contains("&lt;b&gt;") && !page.contains("<script>"));
    }
}
