//! The text of a file as a tree that contains every character.

use std::fmt::{self, Display, Formatter};

/// A part of an object, an array or a file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Newline,
    Space(String),
    Comma,
    /// Without the end of the line.
    Comment(String),
    /// `{` or `[`.
    Open(char),
    /// `}` or `]`.
    Close(char),
    /// A statement that includes another file.
    Include(String),
    Field(Field),
    /// An element of an array.
    Element(Value),
}

/// A key of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// As in the file, with quotes.
    pub(crate) text: String,
    pub(crate) name: String,
}

/// Returns the names of keys.
pub(crate) fn names(path: &[Key]) -> Vec<String> {
    path.iter().map(|key| key.name.clone()).collect()
}

/// A setting: `a.b : 1`, `a { }`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) path: Vec<String>,
    /// The text before the value: the path, the separator and white space.
    pub(crate) head: String,
    /// Whether the value is added to an array: `a += 1`.
    pub(crate) adds: bool,
    pub(crate) value: Value,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Object(Object),
    Array(Array),
    /// Texts and references, and objects and arrays that are joined with others.
    Joined(Vec<Part>),
}

/// A part of a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    /// A quoted string: its source text and its content.
    Quoted(String, String),
    /// A word, number, `true`, `false` or `null`.
    Bare(String),
    /// White space between two parts.
    Space(String),
    Reference(Reference),
    Object(Object),
    Array(Array),
}

/// The value of another setting: `${a.b}`, `${?a.b}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) text: String,
    pub(crate) path: Vec<String>,
    pub(crate) is_optional: bool,
}

/// An object; that of a file may have no braces.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Object(pub(crate) Vec<Node>);

/// An array.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Array(pub(crate) Vec<Node>);

/// A file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Document {
    /// White space and comments before the braces.
    pub(crate) before: Vec<Node>,
    pub(crate) root: Object,
    pub(crate) after: Vec<Node>,
}

impl Value {
    /// Returns the value with `indent` at the beginning of each line but the first.
    pub(crate) fn indented(self, indent: &str) -> Self {
        match self {
            Self::Object(object) => Self::Object(Object(indented(object.0, indent))),
            Self::Array(array) => Self::Array(Array(indented(array.0, indent))),
            other @ Self::Joined(_) => other,
        }
    }
}

fn indented(nodes: Vec<Node>, indent: &str) -> Vec<Node> {
    let mut result = Vec::new();
    for node in nodes {
        let is_newline = node == Node::Newline;
        result.push(match node {
            Node::Field(field) => Node::Field(Field { value: field.value.indented(indent), ..field }),
            Node::Element(value) => Node::Element(value.indented(indent)),
            other => other,
        });
        if is_newline {
            result.push(Node::Space(indent.to_owned()));
        }
    }
    result
}

impl Display for Node {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newline => formatter.write_str("\n"),
            Self::Comma => formatter.write_str(","),
            Self::Space(text) | Self::Comment(text) | Self::Include(text) => formatter.write_str(text),
            Self::Open(brace) | Self::Close(brace) => write!(formatter, "{brace}"),
            Self::Field(field) => write!(formatter, "{}{}", field.head, field.value),
            Self::Element(value) => value.fmt(formatter),
        }
    }
}

impl Display for Value {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(Object(nodes)) | Self::Array(Array(nodes)) => all(nodes, formatter),
            Self::Joined(parts) => all(parts, formatter),
        }
    }
}

impl Display for Part {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quoted(text, _) | Self::Bare(text) | Self::Space(text) => formatter.write_str(text),
            Self::Reference(reference) => formatter.write_str(&reference.text),
            Self::Object(Object(nodes)) | Self::Array(Array(nodes)) => all(nodes, formatter),
        }
    }
}

impl Display for Document {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        all(&self.before, formatter)?;
        all(&self.root.0, formatter)?;
        all(&self.after, formatter)
    }
}

fn all<T: Display>(items: &[T], formatter: &mut Formatter<'_>) -> fmt::Result {
    items.iter().try_for_each(|item| item.fmt(formatter))
}
