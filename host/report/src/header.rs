//! Data that is not part of Puppet's report format, in two comment lines of the file: the second line
//! contains run number and figures, so that runs can be listed without parsing reports; the last line
//! contains the graph.

use serde_json::{Value as Json, json};

use crate::graph::{Drawing, GraphEdge, GraphNode, NodeStatus, RelationKind};

/// Prefix of the line with the figures.
const RUN: &str = "# run: ";

/// Prefix of the line with the graph.
const GRAPH: &str = "# graph: ";

/// The figures of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportHeader {
    /// The run number.
    pub run: u64,
    /// The node.
    pub host: String,
    /// The start time.
    pub time: String,
    /// The outcome.
    pub status: String,
    /// Whether it was a dry run.
    pub noop: bool,
    /// The number of changes.
    pub changes: u64,
    /// The number of pending changes.
    pub pending: u64,
    /// The number of failed resources.
    pub failures: u64,
    /// The duration in seconds, including compilation.
    pub duration: f64,
    /// The protections of queries with their mechanisms; `None` if there were no queries.
    pub protections: Option<String>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

impl ReportHeader {
    /// Returns the figures as JSON.
    pub fn to_json(&self) -> Json {
        json!({
            "run": self.run,
            "host": self.host,
            "time": self.time,
            "status": self.status,
            "noop": self.noop,
            "changes": self.changes,
            "pending": self.pending,
            "failures": self.failures,
            "duration": self.duration,
            "protections": self.protections,
            "interrupted": self.interrupted,
        })
    }

    /// Returns the comment line with the figures.
    pub fn line(&self) -> String {
        format!("{RUN}{}\n", plain(&self.to_json()))
    }

    /// Finds the line in the first lines of a file.
    pub fn find(text: &str) -> Option<Self> {
        let line = text.lines().take(2).find_map(|line| line.strip_prefix(RUN))?;
        let json: Json = serde_json::from_str(line).ok()?;
        let text = |name: &str| json[name].as_str().map(str::to_owned);
        Some(Self {
            run: json["run"].as_u64()?,
            host: text("host")?,
            time: text("time")?,
            status: text("status")?,
            noop: json["noop"].as_bool()?,
            changes: json["changes"].as_u64()?,
            pending: json["pending"].as_u64()?,
            failures: json["failures"].as_u64()?,
            duration: json["duration"].as_f64()?,
            protections: text("protections"),
            interrupted: json["interrupted"] == true,
        })
    }
}

/// Appends the line with the graph: names with their containers, and pairs of indices for each kind of relationship.
pub(crate) fn push_graph(drawing: &Drawing, text: &mut String) {
    let mut digits = itoa::Buffer::new();
    let start = |index: usize| if index > 0 { ",[" } else { "[" };
    text.push_str(GRAPH);
    text.push_str("{\"resources\":[");
    for (index, node) in drawing.nodes.iter().enumerate() {
        text.push_str(start(index));
        push_name(text, &node.name);
        text.push(',');
        text.push_str(node.container.map_or("null", |container| digits.format(container)));
        text.push_str(if node.is_container { ",1]" } else { ",0]" });
    }
    for kind in RelationKind::STORED {
        text.push_str("],\"");
        text.push_str(kind.name());
        text.push_str("\":[");
        for (index, edge) in drawing.edges.iter().filter(|edge| edge.kind == kind).enumerate() {
            text.push_str(start(index));
            text.push_str(digits.format(edge.from));
            text.push(',');
            text.push_str(digits.format(edge.to));
            text.push(']');
        }
    }
    text.push_str("]}\n");
}

/// Appends a text as JSON, with characters that every YAML parser accepts in a comment.
fn push_name(text: &mut String, name: &str) {
    if name.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
        text.push('"');
        text.push_str(name);
        text.push('"');
    } else {
        text.push_str(&plain(&Json::from(name)));
    }
}

/// Formats JSON with characters that every YAML parser accepts in a comment.
fn plain(json: &Json) -> String {
    let text = json.to_string();
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text;
    }
    let mut plain = String::with_capacity(text.len() + 64);
    for letter in text.chars() {
        match letter {
            ' '..='~' => plain.push(letter),
            letter => {
                letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| plain.push_str(&format!("\\u{unit:04x}")))
            }
        }
    }
    plain
}

/// Finds the graph in the last line of a file.
pub(crate) fn find_graph(text: &str) -> Option<Drawing> {
    let line = text.lines().next_back()?.strip_prefix(GRAPH)?;
    let json: Json = serde_json::from_str(line).ok()?;
    let mut drawing = Drawing::default();
    let number = |json: &Json| json.as_u64().and_then(|number| usize::try_from(number).ok());
    for node in json["resources"].as_array()? {
        drawing.nodes.push(GraphNode {
            name: node[0].as_str()?.to_owned(),
            container: number(&node[1]),
            is_container: node[2] == 1,
            mark: NodeStatus::None,
        });
    }
    let count = drawing.nodes.len();
    for kind in RelationKind::STORED {
        for pair in json[kind.name()].as_array()? {
            let (from, to) = (number(&pair[0])?, number(&pair[1])?);
            drawing.edges.push(GraphEdge { from, to, kind });
        }
    }
    let is_valid = drawing.edges.iter().all(|edge| edge.from < count && edge.to < count)
        && drawing
            .nodes
            .iter()
            .enumerate()
            .all(|(index, node)| node.container.is_none_or(|it| it < count && it != index));
    is_valid.then_some(drawing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graph_round_trips() {
        let node = |name: &str, container, is_container| GraphNode {
            name: name.into(),
            container,
            is_container,
            mark: NodeStatus::None,
        };
        let drawing = Drawing {
            nodes: vec![
                node("Class[Main]", None, true),
                node("File[\"\n\u{85}\u{1f600}]", Some(0), false),
                node("Exec[x]", Some(0), false),
            ],
            edges: vec![
                GraphEdge { from: 1, to: 2, kind: RelationKind::Notifies },
                GraphEdge { from: 2, to: 1, kind: RelationKind::Missing },
            ],
        };
        let mut line = String::new();
        push_graph(&drawing, &mut line);
        assert_eq!(line.lines().count(), 1);
        assert_eq!(find_graph(&("a\n".to_owned() + &line)), Some(drawing));
        let broken =
            r##"# graph: {"resources":[["a",null,0]],"before":[[0,1]],"notifies":[],"automatic":[],"forgotten":[]}"##;
        assert_eq!(find_graph(broken), None);
    }

    #[test]
    fn figures_round_trip() {
        let head = ReportHeader {
            run: 17,
            host: "n".into(),
            time: "2026-11-20T10:50:02.000000000+00:00".into(),
            status: "changed".into(),
            noop: false,
            changes: 3,
            pending: 0,
            failures: 1,
            duration: 0.25,
            protections: Some("files: Landlock".into()),
            interrupted: true,
        };
        assert_eq!(ReportHeader::find(&format!("--- x\n{}y: 1\n", head.line())), Some(head));
        assert_eq!(ReportHeader::find("--- x\n# run: {\"run\": 1}\n"), None);
    }
}
