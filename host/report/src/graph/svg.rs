//! The graph as SVG: self-contained, for light and dark mode, with the full name of a resource as a tooltip.

use std::fmt::Write as _;

use super::layout::{GraphLayout, HEIGHT, PlacedNode, layout};
use super::{Drawing, NodeStatus, RelationKind};
use crate::escape::escape;

/// Width of a character.
const LETTER: f64 = 7.3;

/// Maximum length of a name in characters; longer names are shortened.
const LETTERS: usize = 44;

/// Scope and style of the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SvgStyle {
    /// A separate file: all resources, with colours and a legend.
    Alone,
    /// Part of a page, which defines the colours: resources without relationships are included only if their
    /// status is not unchanged.
    InPage,
}

/// Colours of a separate file; a page defines the same names.
const STYLE: &str = "<style>\
svg{--paper:#fff;--box:#f6f7f9;--rim:#c9ced6;--ink:#1d2430;--quiet:#5c6675;--line:#8a94a3;\
--changed:#0b6e4f;--changed-soft:#e3f4ec;--failed:#b3261e;--failed-soft:#fdeceb;--skipped:#6b5900;--skipped-soft:#faf3d8;\
--pending:#1a56b0;--pending-soft:#e8f0fc;--missing:#a04a00;background:var(--paper)}\
@media(prefers-color-scheme:dark){svg{--paper:#12161c;--box:#1b212a;--rim:#3a4452;--ink:#e6eaf0;--quiet:#a3adba;--line:#7b8696;\
--changed:#6fd3a8;--changed-soft:#12302a;--failed:#ff9d94;--failed-soft:#3a1a1a;--skipped:#e5cf77;--skipped-soft:#322c12;\
--pending:#93bdff;--pending-soft:#16263f;--missing:#ffb366}}";

/// Style of shapes, both in a file and in a page.
pub const SHAPES: &str = "\
.graph text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--ink)}\
.graph .in,.graph .legend{font-size:10.5px;fill:var(--quiet)}\
.graph rect{fill:var(--box);stroke:var(--rim);rx:7px}\
.graph .container rect{stroke-dasharray:5 4}\
.graph .changed rect{fill:var(--changed-soft);stroke:var(--changed)}\
.graph .pending rect{fill:var(--pending-soft);stroke:var(--pending)}\
.graph .skipped rect{fill:var(--skipped-soft);stroke:var(--skipped)}\
.graph .failed rect{fill:var(--failed-soft);stroke:var(--failed)}\
.graph path{fill:none;stroke:var(--line);stroke-width:1.3}\
.graph .notifies{stroke:var(--pending);stroke-width:1.8}\
.graph .automatic{stroke-dasharray:2 4}\
.graph .missing{stroke:var(--missing);stroke-width:2;stroke-dasharray:7 4}\
.graph .failure{stroke:var(--failed);stroke-width:2;stroke-dasharray:2 3}\
.graph .cycle{stroke:var(--failed);stroke-width:2.4}\
.graph marker path{fill:context-stroke;stroke:none}";

/// Draws the graph; `None` if it is empty.
pub fn svg(drawing: &Drawing, look: SvgStyle) -> Option<String> {
    let mut has_relation = vec![false; drawing.nodes.len()];
    for edge in &drawing.edges {
        has_relation[edge.from] = true;
        has_relation[edge.to] = true;
    }
    let is_loose = |index: &usize| {
        let node = &drawing.nodes[*index];
        !has_relation[*index] && !node.is_container && (look == SvgStyle::Alone || node.mark != NodeStatus::None)
    };
    let loose: Vec<usize> = (0..drawing.nodes.len()).filter(is_loose).collect();
    let names: Vec<String> = drawing.nodes.iter().map(|node| shortened(&node.name)).collect();
    let labels: Vec<String> = (0..drawing.nodes.len()).map(|index| label(drawing, index)).collect();
    let widths: Vec<f64> = names
        .iter()
        .zip(&labels)
        .map(|(name, label)| (columns(name) * LETTER).max(columns(label) * LETTER * 0.88) + 24.0)
        .collect();
    let mut layout = layout(drawing, &widths, &loose);
    if layout.boxes.is_empty() {
        return None;
    }
    let cycles = drawing.cycles();
    let legend = legend(drawing, &cycles);
    let legend_at = layout.height + 8.0;
    layout.height += 28.0;
    layout.width = layout.width.max(legend.iter().map(|(_, text)| 60.0 + columns(text) * 6.6).sum::<f64>() + 16.0);
    let mut text = String::with_capacity(400 * (layout.boxes.len() + layout.lines.len()));
    // Writing to a String cannot fail.
    let (width, height) = (layout.width.ceil(), layout.height.ceil());
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
         {height}\" role=\"img\" aria-label=\"Graph of resources\">"
    );
    if look == SvgStyle::Alone {
        text.push_str(STYLE);
        text.push_str(SHAPES);
        text.push_str("</style>");
    }
    text.push_str(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>",
    );
    lines(drawing, &layout, &cycles, &mut text);
    for placed in &layout.boxes {
        resource(drawing, placed, &names[placed.node], &labels[placed.node], &mut text);
    }
    let mut x = 16.0;
    for (class, words) in legend {
        let _ = write!(
            text,
            "<path class=\"{class}\" d=\"M{x} {legend_at}h34\" marker-end=\"url(#tip)\"/><text class=\"legend\" x=\"{}\" \
             y=\"{}\">{words}</text>",
            x + 40.0,
            legend_at + 4.0
        );
        x += 60.0 + columns(&words) * 6.6;
    }
    text.push_str("</svg>");
    Some(text)
}

fn lines(drawing: &Drawing, layout: &GraphLayout, cycles: &[bool], text: &mut String) {
    for ((edge, line), is_cyclic) in drawing.edges.iter().zip(&layout.lines).zip(cycles) {
        let Some((first, rest)) = line.split_first() else { continue };
        let class = if *is_cyclic { "cycle" } else { edge.kind.name() };
        let _ = write!(text, "<path class=\"{class}\" marker-end=\"url(#tip)\" d=\"M{:.0} {:.0}", first.0, first.1);
        let mut from = *first;
        for to in rest {
            if (to.1 - from.1).abs() < 0.5 && to.0 > from.0 {
                let _ = write!(text, "H{:.0}", to.0);
            } else {
                let bend = ((to.0 - from.0).abs() / 2.0).clamp(20.0, 60.0);
                let bend = if to.0 < from.0 && rest.len() > 1 { -bend } else { bend };
                let _ = write!(
                    text,
                    "C{:.0} {:.0} {:.0} {:.0} {:.0} {:.0}",
                    from.0 + bend,
                    from.1,
                    to.0 - bend,
                    to.1,
                    to.0,
                    to.1
                );
            }
            from = *to;
        }
        let (from, to) = (&drawing.nodes[edge.from].name, &drawing.nodes[edge.to].name);
        let _ = write!(text, "\"><title>{} {} {}</title></path>", escape(from), edge.kind.label(), escape(to));
    }
}

fn resource(drawing: &Drawing, placed: &PlacedNode, name: &str, label: &str, text: &mut String) {
    let node = &drawing.nodes[placed.node];
    let container = if node.is_container { " container" } else { "" };
    let (x, y) = (placed.x, placed.y);
    let _ = write!(
        text,
        "<g class=\"{}{container}\"><title>{}</title><rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{:.0}\" height=\"{HEIGHT}\" \
         rx=\"7\"/><text x=\"{:.0}\" y=\"{:.0}\">{}</text>",
        node.mark.name(),
        escape(&node.name),
        placed.width,
        x + 12.0,
        y + if label.is_empty() { 23.0 } else { 16.0 },
        escape(name),
    );
    if !label.is_empty() {
        let _ = write!(text, "<text class=\"in\" x=\"{:.0}\" y=\"{:.0}\">{}</text>", x + 12.0, y + 30.0, escape(label));
    }
    text.push_str("</g>");
}

/// Returns the text below the name of a resource: its position, and its status, which the colour also shows.
fn label(drawing: &Drawing, index: usize) -> String {
    let node = &drawing.nodes[index];
    let container = node.container.map(|container| &drawing.nodes[container].name);
    let inside = match container.map(String::as_str) {
        None | Some("Class[Main]" | "Stage[main]") => String::new(),
        Some(name) => format!("in {}", shortened(name)),
    };
    match (node.mark, inside.is_empty()) {
        (NodeStatus::None, _) => inside,
        (mark, true) => mark.name().to_owned(),
        (mark, false) => format!("{} · {inside}", mark.name()),
    }
}

/// Returns the kinds of lines in the drawing.
fn legend(drawing: &Drawing, cycles: &[bool]) -> Vec<(&'static str, String)> {
    let has = |kind: RelationKind| drawing.edges.iter().any(|edge| edge.kind == kind);
    let mut legend: Vec<(&str, String)> = RelationKind::ALL
        .into_iter()
        .filter(|kind| has(*kind))
        .map(|kind| (kind.name(), kind.label().to_owned()))
        .collect();
    if cycles.contains(&true) {
        legend.push(("cycle", "is part of a cycle".to_owned()));
    }
    legend
}

/// Shortens a name in the middle, since its beginning and end are most distinctive.
fn shortened(name: &str) -> String {
    let letters: Vec<char> =
        crate::sanitize::printable(name).chars().map(|c| if c == '\n' { '⏎' } else { c }).collect();
    if letters.len() <= LETTERS {
        return letters.into_iter().collect();
    }
    let half = LETTERS / 2;
    letters[..half].iter().chain(&['…']).chain(&letters[letters.len() - half + 1..]).collect()
}

/// Returns the width of a text in columns; most non-Latin characters are wider.
fn columns(text: &str) -> f64 {
    text.chars().map(|letter| if u32::from(letter) < 0x1100 { 1.0 } else { 1.9 }).sum()
}
