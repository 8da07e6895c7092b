//! The graph in the page: complete if small, otherwise reduced to its most important part.

use std::fmt::Write as _;

use super::super::view::ReportView;
use crate::graph::{Drawing, NodeStatus, RelationKind, SvgStyle, svg};

/// Maximum number of resources in the page.
const MAXIMUM_RESOURCES: usize = 300;

/// Writes the section, unless there are no relationships.
pub(crate) fn section(view: &ReportView, page: &mut String) {
    let Some(drawing) = &view.drawing else { return };
    let (drawing, left_out) = reduced(drawing);
    if drawing.edges.is_empty() {
        return;
    }
    let Some(picture) = svg(&drawing, SvgStyle::InPage) else { return };
    page.push_str("<section>\n<h2>Resource graph</h2>\n");
    let mut remarks = vec!["Resources without relationships are only drawn if they have changed or failed.".to_owned()];
    if left_out > 0 {
        remarks.push(format!(
            "{} more are omitted, unchanged ones first; <code>marotte graph</code> draws all of them.",
            super::thousands(left_out)
        ));
    }
    // Writing to a String cannot fail.
    let _ = write!(
        page,
        "<p class=\"quiet\">{}</p>\n<div class=\"picture\" tabindex=\"0\" role=\"region\" aria-label=\"Resource graph\">{picture}</div>\n\
         </section>\n",
        remarks.join(" ")
    );
}

/// Removes the least important resources. Returns the reduced graph and the number of removed resources.
fn reduced(drawing: &Drawing) -> (Drawing, usize) {
    let mark = |node: usize| match drawing.nodes[node].mark {
        NodeStatus::Failed => 4,
        NodeStatus::Skipped | NodeStatus::Pending => 3,
        NodeStatus::Changed => 2,
        NodeStatus::None => 0,
    };
    let mut weight: Vec<u8> = (0..drawing.nodes.len()).map(mark).collect();
    for (edge, is_cyclic) in drawing.edges.iter().zip(drawing.cycles()) {
        let least = if is_cyclic || matches!(edge.kind, RelationKind::Missing | RelationKind::Failure) { 5 } else { 1 };
        weight[edge.from] = weight[edge.from].max(least);
        weight[edge.to] = weight[edge.to].max(least);
    }
    let mut drawn: Vec<usize> = (0..drawing.nodes.len()).filter(|node| weight[*node] > 0).collect();
    let left_out = drawn.len().saturating_sub(MAXIMUM_RESOURCES);
    drawn.sort_by_key(|node| (u8::MAX - weight[*node], *node));
    drawn.truncate(MAXIMUM_RESOURCES);
    let mut stays = vec![false; drawing.nodes.len()];
    drawn.iter().for_each(|node| stays[*node] = true);
    let mut reduced = drawing.clone();
    reduced.edges.retain(|edge| stays[edge.from] && stays[edge.to]);
    // Resources without a status and relationships are not drawn.
    reduced
        .nodes
        .iter_mut()
        .zip(&stays)
        .filter(|(_, stays)| !**stays)
        .for_each(|(node, _)| node.mark = NodeStatus::None);
    (reduced, left_out)
}
