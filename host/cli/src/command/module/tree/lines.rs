//! Lines of a tree.

/// A line, and the nested lines.
pub(super) struct Node {
    pub(super) text: String,
    pub(super) inner: Vec<Node>,
}

/// Formats nodes with box-drawing characters, indented by `level` levels.
pub(super) fn format(nodes: &[Node], level: usize) -> String {
    let indent = "  ".repeat(level);
    let mut text = String::new();
    for (index, node) in nodes.iter().enumerate() {
        let is_last = index + 1 == nodes.len();
        let branch = if node.inner.is_empty() { '─' } else { '┬' };
        text += &format!("{indent}{}─{branch} {}\n", if is_last { '└' } else { '├' }, node.text);
        for line in format(&node.inner, level + 1).lines() {
            match line.strip_prefix(&format!("{indent} ")).filter(|_| !is_last) {
                Some(rest) => text += &format!("{indent}│{rest}\n"),
                None => text += &format!("{line}\n"),
            }
        }
    }
    text
}
