//! A shell script as a list of statements, which are written back unchanged unless they are edited.

use marotte_sdk::system::Body;
use marotte_sdk::{Error, Result};

use crate::assignment::{Assignment, name_length, tail_end};
use crate::scan::{Unterminated, command_line, line_end, skip_blanks};
use crate::words::{Piece, joined};

/// A statement of a script.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// An empty line, or a comment without text.
    Blank(String),
    /// A comment in a line of its own.
    Comment(String),
    /// An assignment.
    Assignment(Assignment),
    /// A statement that unsets variables.
    Unset(Unset),
    /// Any other statement, and the variables that it assigns in a form that is not supported.
    Other(String, Vec<String>),
}

/// A statement that unsets variables.
#[derive(Debug, Clone)]
pub(crate) struct Unset {
    indent: String,
    pub(crate) names: Vec<String>,
    tail: String,
    /// The text in the file, unless the names have been changed.
    original: Option<String>,
}

/// The statements of a file.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) nodes: Vec<Node>,
}

impl Document {
    /// Parses a file.
    pub(crate) fn parse(path: &str, text: &str) -> Result<Self> {
        nodes(text).map(|nodes| Self { nodes }).map_err(|Unterminated(offset)| {
            let line = text[..offset].matches('\n').count() + 1;
            Error::invalid(format!("{path} is not a shell script: the quote or group in line {line} does not end"))
        })
    }

    /// Returns the text of the file.
    pub(crate) fn to_text(&self) -> String {
        self.nodes.iter().map(|node| joined(&node.pieces())).collect()
    }

    /// Returns the content of the file, with its secrets.
    pub(crate) fn to_body(&self) -> Body {
        self.nodes
            .iter()
            .flat_map(Node::pieces)
            .filter(|piece| !piece.text.is_empty())
            .map(|piece| piece.part())
            .collect()
    }
}

impl Node {
    fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Blank(text) | Self::Comment(text) | Self::Other(text, _) => vec![text.as_str().into()],
            Self::Assignment(assignment) => assignment.pieces(),
            Self::Unset(unset) => vec![unset.to_text().into()],
        }
    }

    /// Returns whether the next statement begins a line.
    pub(crate) fn ends_line(&self) -> bool {
        joined(&self.pieces()).ends_with('\n')
    }

    /// Returns the text of a comment.
    pub(crate) fn comment(&self) -> Option<&str> {
        match self {
            Self::Comment(text) => Some(text.trim().trim_start_matches('#').trim_start()),
            _ => None,
        }
    }

    /// Ends the line, if it is the last one of a file without a line feed at its end.
    pub(crate) fn end_line(&mut self) {
        match self {
            Self::Assignment(assignment) => assignment.end_line(),
            Self::Unset(unset) if !unset.to_text().ends_with(['\n', ';']) => {
                unset.original = None;
                unset.tail.push('\n');
            }
            Self::Blank(text) | Self::Comment(text) | Self::Other(text, _) if !text.ends_with(['\n', ';']) => {
                text.push('\n')
            }
            _ => {}
        }
    }
}

impl Unset {
    pub(crate) fn new(name: &str) -> Self {
        Self { indent: String::new(), names: vec![name.to_owned()], tail: "\n".to_owned(), original: None }
    }

    fn to_text(&self) -> String {
        let text = || format!("{}unset {}{}", self.indent, self.names.join(" "), self.tail);
        self.original.clone().unwrap_or_else(text)
    }

    /// Removes a name. Returns whether others are left.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        self.names.retain(|other| other != name);
        self.original = None;
        !self.names.is_empty()
    }

    fn parse(text: &str, start: usize) -> Option<(Self, usize)> {
        let begin = skip_blanks(text, start);
        let mut names = Vec::new();
        let mut end = begin + text[begin..].strip_prefix("unset").map(|_| "unset".len())?;
        loop {
            let from = skip_blanks(text, end);
            let length = name_length(&text[from..]);
            if length == 0 || from == end {
                break;
            }
            end = from + length;
            names.push(text[from..end].to_owned());
        }
        let after = tail_end(text, end).filter(|_| !names.is_empty())?;
        let (indent, tail) = (text[start..begin].to_owned(), text[end..after].to_owned());
        Some((Self { indent, names, tail, original: Some(text[start..after].to_owned()) }, after))
    }
}

fn nodes(text: &str) -> std::result::Result<Vec<Node>, Unterminated> {
    let mut nodes = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (node, end) = node(text, at)?;
        nodes.push(node);
        at = end;
    }
    Ok(nodes)
}

fn node(text: &str, start: usize) -> std::result::Result<(Node, usize), Unterminated> {
    let begin = skip_blanks(text, start);
    let end = line_end(text, start);
    let line = || text[start..end].to_owned();
    if begin == text.len() || text[begin..].starts_with('\n') {
        return Ok((Node::Blank(line()), end));
    }
    if text[begin..].starts_with('#') {
        let is_empty = text[begin..end].trim().trim_start_matches('#').is_empty();
        return Ok((if is_empty { Node::Blank(line()) } else { Node::Comment(line()) }, end));
    }
    if let Some((assignment, end)) = Assignment::parse(text, start)? {
        return Ok((Node::Assignment(assignment), end));
    }
    if let Some((unset, end)) = Unset::parse(text, start) {
        return Ok((Node::Unset(unset), end));
    }
    let command = command_line(text, start)?;
    Ok((Node::Other(text[start..command.end].to_owned(), assigned(&command.words)), command.end))
}

/// Returns the variables that a command assigns in this shell. Assignments before a command are only for the command.
fn assigned(words: &[&str]) -> Vec<String> {
    let assigned = |word: &&str| {
        let length = name_length(word);
        let is_assignment = word[length..].starts_with('=') || word[length..].starts_with("+=");
        (length > 0 && is_assignment).then(|| word[..length].to_owned())
    };
    let is_declaration =
        words.first().is_some_and(|first| ["export", "declare", "typeset", "readonly"].contains(first));
    let names: Vec<String> = words.iter().filter_map(assigned).collect();
    if is_declaration || names.len() == words.len() { names } else { Vec::new() }
}
