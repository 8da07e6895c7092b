//! Changes of settings in the text of a file.

use crate::syntax::{Document, Field, Key, Node, Object, Value, names};

/// The indentation of the first setting in an object.
const INDENT: &str = "  ";

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flavor {
    Hocon,
    Json,
}

/// Where settings of an object are.
struct Layout {
    /// On lines of their own, with this indentation; `None` if they are on one line.
    indent: Option<String>,
}

impl Layout {
    /// Returns the white space before a setting that follows another one.
    fn gap(&self) -> Vec<Node> {
        match self.indent.as_deref() {
            None => vec![Node::Space(" ".to_owned())],
            Some("") => vec![Node::Newline],
            Some(indent) => vec![Node::Newline, Node::Space(indent.to_owned())],
        }
    }
}

impl Document {
    /// Returns whether the file sets a setting, or another one whose name begins with it.
    pub(crate) fn has(&self, path: &[Key]) -> bool {
        self.root.has(&names(path))
    }

    /// Changes a setting, or adds it.
    pub(crate) fn set(&mut self, path: &[Key], value: &Value, flavor: Flavor) {
        self.root.change(&names(path), Some(value), flavor);
        if !self.has(path) {
            self.root.add(path, value, flavor);
        }
    }

    /// Removes a setting.
    pub(crate) fn remove(&mut self, path: &[Key], flavor: Flavor) {
        self.root.change(&names(path), None, flavor);
    }
}

impl Object {
    fn has(&self, path: &[String]) -> bool {
        self.0.iter().any(|node| match node {
            Node::Field(field) if field.path.starts_with(path) => true,
            Node::Field(Field { path: start, value: Value::Object(inner), .. }) if path.starts_with(start) => {
                inner.has(&path[start.len()..])
            }
            _ => false,
        })
    }

    /// Replaces the value of the last field of a setting and removes the others; without a value, all are removed.
    fn change(&mut self, path: &[String], value: Option<&Value>, flavor: Flavor) {
        let (mut value, mut is_last) = (value, true);
        let mut at = self.0.len();
        while at > 0 {
            at -= 1;
            let indent = self.0[..at].last().and_then(indentation_in).map(str::to_owned);
            match &mut self.0[at] {
                // JSON has no comma after the last field.
                Node::Comma if flavor == Flavor::Json && is_last && value.is_none() => {
                    self.0.remove(at);
                }
                Node::Field(field) if field.path == path && value.is_some() => {
                    is_last = false;
                    if let Some(new) = value.take() {
                        field.value = new.clone().indented(&indent.unwrap_or_default());
                        // The value is set, not added.
                        if field.adds {
                            field.head = field.head.replacen("+=", "=", 1);
                            field.adds = false;
                        }
                    }
                }
                Node::Field(field) if field.path.starts_with(path) => at = self.remove_field(at),
                Node::Field(field) => {
                    is_last = false;
                    if path.starts_with(&field.path)
                        && let Value::Object(inner) = &mut field.value
                    {
                        let rest = &path[field.path.len()..];
                        let has = inner.has(rest);
                        inner.change(rest, value, flavor);
                        value = value.filter(|_| !has);
                    }
                }
                _ => {}
            }
        }
    }

    /// Removes a field with the white space and the comma that follow it. Returns where something was removed.
    fn remove_field(&mut self, at: usize) -> usize {
        self.0.remove(at);
        while self.0.get(at).is_some_and(|node| matches!(node, Node::Space(_) | Node::Comma)) {
            self.0.remove(at);
        }
        // Nothing remains of a line with the field alone.
        let begins = self.0[..at].iter().rev().find(|node| !matches!(node, Node::Space(_)));
        let is_alone = begins.is_none_or(|node| *node == Node::Newline) && self.0.get(at) == Some(&Node::Newline);
        if !is_alone {
            return at;
        }
        let start = self.0[..at].iter().rposition(|node| !matches!(node, Node::Space(_))).map_or(0, |last| last + 1);
        self.0.drain(start..=at);
        start
    }

    /// Adds a setting that does not exist: in the last object whose name begins its path, or at the end.
    fn add(&mut self, path: &[Key], value: &Value, flavor: Flavor) {
        let known = names(path);
        let container = self.0.iter_mut().rev().find_map(|node| match node {
            Node::Field(Field { path: start, value: Value::Object(inner), .. })
                if start.len() < known.len() && known.starts_with(start) =>
            {
                Some((start.len(), inner))
            }
            _ => None,
        });
        if let Some((length, inner)) = container {
            return inner.add(&path[length..], value, flavor);
        }
        let layout = self.layout();
        let head = match flavor {
            Flavor::Json if !path[0].text.starts_with('"') => format!("\"{}\": ", path[0].text),
            _ => format!("{}: ", path[0].text),
        };
        let indent = layout.indent.clone().unwrap_or_default();
        let value = match &path[1..] {
            [] => value.clone().indented(&indent),
            rest => Value::Object(self.inner(&layout, rest, value, flavor)),
        };
        let field = Node::Field(Field { path: vec![path[0].name.clone()], head, adds: false, value });
        self.insert(field, &layout, flavor);
    }

    /// Returns an object within this one that has one setting.
    fn inner(&self, layout: &Layout, path: &[Key], value: &Value, flavor: Flavor) -> Self {
        let is_empty_file = self.0.is_empty();
        let mut nodes = vec![Node::Open('{')];
        nodes.extend(if is_empty_file { vec![Node::Newline] } else { layout.gap() });
        nodes.push(Node::Close('}'));
        let mut object = Self(nodes);
        object.add(path, value, flavor);
        object
    }

    /// Returns where the settings of the object are.
    fn layout(&self) -> Layout {
        let line = self.0.iter().position(|node| *node == Node::Newline);
        let Some(line) = line else {
            // A comment would end the line.
            let has_comment = self.0.iter().any(|node| matches!(node, Node::Comment(_)));
            return Layout { indent: has_comment.then(String::new) };
        };
        let first = self.0[line..].windows(2).find_map(|pair| match pair {
            [Node::Space(indent), Node::Field(_) | Node::Include(_)] => Some(indent.clone()),
            _ => None,
        });
        let of_braces = || match &self.0[..] {
            [.., Node::Space(indent), Node::Close(_)] => format!("{indent}{INDENT}"),
            [.., Node::Close(_)] => INDENT.to_owned(),
            _ => String::new(),
        };
        let is_first_flush = self.0[line..].windows(2).any(|pair| matches!(pair, [Node::Newline, Node::Field(_)]));
        let indent = if is_first_flush { String::new() } else { first.unwrap_or_else(of_braces) };
        Layout { indent: Some(indent) }
    }

    /// Inserts a field after the last one.
    fn insert(&mut self, field: Node, layout: &Layout, flavor: Flavor) {
        let has_braces = matches!(self.0.first(), Some(Node::Open(_)));
        let is_empty_file = self.0.is_empty();
        let last = self.0.iter().rposition(|node| matches!(node, Node::Field(_)));
        if let Some(last) = last
            && (flavor == Flavor::Json || layout.indent.is_none())
            && !self.0[last + 1..].contains(&Node::Comma)
        {
            self.0.insert(last + 1, Node::Comma);
        }
        let mut at = self.0.len() - usize::from(has_braces);
        // The end of the last line, or the space before the brace.
        let is_gap = |node: Option<&Node>| matches!(node, Some(Node::Space(_)));
        if layout.indent.is_none() {
            at -= usize::from(has_braces && is_gap(self.0[..at].last()) && at > 1);
        } else if self.0[..at].last() == Some(&Node::Newline) {
            at -= 1;
        } else if is_gap(self.0[..at].last()) && at > 1 && self.0[at - 2] == Node::Newline {
            at -= 2;
        }
        let gap = if is_empty_file { Vec::new() } else { layout.gap() };
        self.0.splice(at..at, gap.into_iter().chain([field]));
    }
}

fn indentation_in(node: &Node) -> Option<&str> {
    match node {
        Node::Space(indent) => Some(indent),
        _ => None,
    }
}
