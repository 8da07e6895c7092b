//! The graph in GraphViz's DOT language: containers are clusters, cycles are red, missing relationships dashed.

use std::fmt::Write as _;

use super::{Drawing, RelationKind};

/// Returns the graph as DOT text.
pub fn dot(drawing: &Drawing) -> String {
    let cycles = drawing.cycles();
    let mut inside = vec![Vec::new(); drawing.nodes.len()];
    let mut roots = Vec::new();
    for (index, node) in drawing.nodes.iter().enumerate() {
        match node.container {
            Some(container) => inside[container].push(index),
            None => roots.push(index),
        }
    }
    let mut text =
        String::from("digraph resources {\n  rankdir = LR\n  compound = true\n  node [shape = box, style = rounded]\n");
    roots.iter().for_each(|root| node(drawing, &inside, *root, 1, &mut text));
    for (edge, is_cyclic) in drawing.edges.iter().zip(cycles) {
        let mut marks = vec![match edge.kind {
            RelationKind::Before => "style = solid",
            RelationKind::Notifies => "style = bold",
            RelationKind::Automatic => "style = dotted",
            RelationKind::Failure => "style = dashed, color = red, label = \"failed\"",
            RelationKind::Missing => "style = dashed, color = orange, label = \"not declared\"",
        }];
        if is_cyclic {
            marks.push("color = red");
        }
        let (from, to) = (&drawing.nodes[edge.from].name, &drawing.nodes[edge.to].name);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {} -> {} [{}]", quoted(from), quoted(to), marks.join(", "));
    }
    text + "}\n"
}

/// Writes a node with its content. The recursion is bounded, since the compiler limits the nesting of containers.
fn node(drawing: &Drawing, inside: &[Vec<usize>], index: usize, depth: usize, text: &mut String) {
    let margin = "  ".repeat(depth);
    let it = &drawing.nodes[index];
    let name = quoted(&it.name);
    if !it.is_container {
        let _ = writeln!(text, "{margin}{name}");
        return;
    }
    let _ = writeln!(text, "{margin}subgraph \"cluster_{index}\" {{\n{margin}  label = {name}");
    // The container itself is a node too, for its relationships.
    let _ = writeln!(text, "{margin}  {name} [style = dashed]");
    inside[index].iter().for_each(|inner| node(drawing, inside, *inner, depth + 1, text));
    let _ = writeln!(text, "{margin}}}");
}

/// Quotes a name. GraphViz accepts no control characters except line breaks.
fn quoted(name: &str) -> String {
    let shown = crate::sanitize::printable(name);
    format!("\"{}\"", shown.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
