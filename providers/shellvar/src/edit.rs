//! Reading and changing one variable of a script.

use std::collections::BTreeSet;

use marotte_sdk::{Error, Result};

use crate::Ensure;
use crate::assignment::{Assignment, Style};
use crate::document::{Document, Node, Unset};
use crate::words::{Piece, unquoted};

/// The current state of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Current {
    pub(crate) ensure: Ensure,
    /// The value, or the elements of an array with their quotes.
    pub(crate) values: Vec<String>,
    /// The words of the value, or the elements of an array without quotes.
    pub(crate) words: Vec<String>,
    pub(crate) is_array: bool,
    pub(crate) comment: String,
}

/// The desired state of a variable that is not absent.
#[derive(Debug)]
pub(crate) struct Wanted<'w> {
    pub(crate) name: &'w str,
    pub(crate) ensure: Ensure,
    pub(crate) values: Option<Vec<Piece>>,
    pub(crate) comment: Option<&'w str>,
    pub(crate) style: Style,
    pub(crate) appends: bool,
    pub(crate) uncomments: bool,
}

impl Document {
    /// Returns the state of a variable, or an error if a statement assigns it in a form that is not supported.
    pub(crate) fn current(&self, path: &str, name: &str) -> Result<Option<Current>> {
        for node in &self.nodes {
            if let Node::Other(text, names) = node
                && names.iter().any(|other| other == name)
            {
                let (line, hint) =
                    (text.trim(), "Only NAME=VALUE and export NAME=VALUE with one variable are managed.");
                return Err(Error::invalid(format!("{path} assigns '{name}' in the statement '{line}'. {hint}")));
            }
        }
        let Some(place) = self.place(name) else { return Ok(None) };
        let comment = self.comment_place(place, name).and_then(|place| self.nodes[place].comment());
        let comment = comment.map_or("", |text| text[name.len() + 1..].trim_start()).to_owned();
        Ok(Some(match &self.nodes[place] {
            Node::Assignment(assignment) => Current {
                ensure: if assignment.is_exported() { Ensure::Exported } else { Ensure::Present },
                values: assignment.values(),
                words: assignment.words(),
                is_array: assignment.is_array(),
                comment,
            },
            _ => Current { ensure: Ensure::Unset, values: Vec::new(), words: Vec::new(), is_array: false, comment },
        }))
    }

    /// Removes a variable and its comment.
    pub(crate) fn remove(&mut self, name: &str) {
        while let Some(place) = self.place(name) {
            let comment = self.comment_place(place, name);
            if let Node::Unset(unset) = &mut self.nodes[place]
                && unset.remove(name)
            {
                continue;
            }
            let removed = self.nodes.remove(place);
            // The line feed of a line with several statements is kept.
            if removed.ends_line() && place > 0 && !self.nodes[place - 1].ends_line() {
                self.nodes.insert(place, Node::Blank("\n".to_owned()));
            }
            if let Some(comment) = comment {
                self.nodes.remove(comment);
            }
        }
    }

    /// Creates or changes a variable.
    pub(crate) fn put(&mut self, wanted: &Wanted<'_>) -> Result<()> {
        let place = match self.place(wanted.name) {
            Some(place) => self.change(place, wanted)?,
            None => self.create(wanted)?,
        };
        if let Some(comment) = wanted.comment {
            self.set_comment(place, wanted.name, comment);
        }
        Ok(())
    }

    /// Changes the statement at a position. Returns its new position.
    fn change(&mut self, place: usize, wanted: &Wanted<'_>) -> Result<usize> {
        let node = match &mut self.nodes[place] {
            Node::Assignment(_) if wanted.ensure == Ensure::Unset => Node::Unset(Unset::new(wanted.name)),
            Node::Assignment(assignment) => {
                assignment.export(wanted.ensure == Ensure::Exported);
                if let Some(values) = &wanted.values {
                    let values = if wanted.appends {
                        union(assignment.words().into_iter().map(Piece::from), values)
                    } else {
                        values.clone()
                    };
                    assignment.set(&values, wanted.style);
                }
                return Ok(place);
            }
            Node::Unset(unset) if wanted.ensure != Ensure::Unset => {
                let node = Node::Assignment(assignment(wanted, wanted.values.clone())?);
                if unset.remove(wanted.name) {
                    self.nodes.insert(place, node);
                    return Ok(place);
                }
                node
            }
            _ => return Ok(place),
        };
        self.nodes[place] = node;
        Ok(place)
    }

    /// Adds a variable below the comment that begins with its name, or at the end. Returns its position.
    fn create(&mut self, wanted: &Wanted<'_>) -> Result<usize> {
        let commented = self.commented(wanted.name);
        let uncommented = commented.as_ref().filter(|commented| wanted.uncomments && commented.value.is_some());
        let old = uncommented.and_then(|commented| commented.value.clone());
        let node = if wanted.ensure == Ensure::Unset {
            Node::Unset(Unset::new(wanted.name))
        } else {
            let values = match (&wanted.values, old) {
                (Some(values), Some(old)) if wanted.appends => Some(union(old.into_iter(), values)),
                (Some(values), _) => Some(values.clone()),
                (None, old) => old,
            };
            Node::Assignment(assignment(wanted, values)?)
        };
        let place = match (&commented, uncommented) {
            (Some(commented), Some(_)) => {
                self.nodes.remove(commented.place);
                commented.place
            }
            (Some(commented), None) => commented.place + 1,
            (None, _) => self.nodes.len(),
        };
        if let Some(before) = place.checked_sub(1) {
            self.nodes[before].end_line();
        }
        self.nodes.insert(place, node);
        Ok(place)
    }

    fn set_comment(&mut self, place: usize, name: &str, comment: &str) {
        let node = Node::Comment(format!("# {name}: {comment}\n"));
        match self.comment_place(place, name) {
            Some(old) if comment.is_empty() => {
                self.nodes.remove(old);
            }
            Some(old) => self.nodes[old] = node,
            None if comment.is_empty() => {}
            None => self.nodes.insert(place, node),
        }
    }

    /// Returns the position of the last statement that assigns or unsets a variable.
    fn place(&self, name: &str) -> Option<usize> {
        self.nodes.iter().rposition(|node| match node {
            Node::Assignment(assignment) => assignment.name == name,
            Node::Unset(unset) => unset.names.iter().any(|other| other == name),
            _ => false,
        })
    }

    /// Returns the position of the comment that belongs to a statement: `# NAME: TEXT` above it.
    fn comment_place(&self, place: usize, name: &str) -> Option<usize> {
        let above = self.nodes[..place].iter().rposition(|node| !matches!(node, Node::Blank(_)))?;
        let is_own = self.nodes[above].comment()?.strip_prefix(name)?.starts_with(':');
        is_own.then_some(above)
    }

    /// Finds the comment below which a new variable is added: an assignment that is commented out, or another comment that
    /// begins with the name.
    fn commented(&self, name: &str) -> Option<Commented> {
        let rest = |node: &Node| node.comment().and_then(|text| text.strip_prefix(name)).map(str::to_owned);
        let found: Vec<(usize, String)> =
            self.nodes.iter().enumerate().filter_map(|(place, node)| Some((place, rest(node)?))).collect();
        // Puppet: a lower-case letter or a dot continues the name, other characters do not.
        let is_name = |rest: &str| !rest.starts_with(|letter: char| letter.is_ascii_lowercase() || letter == '.');
        let assigned = found.iter().find(|(_, rest)| rest.starts_with('='));
        let (place, rest) = assigned.or_else(|| found.iter().find(|(_, rest)| is_name(rest)))?;
        let words = |value: &str| unquoted(value.trim()).split_whitespace().map(Piece::from).collect();
        // Puppet also replaces a sentence that begins with the name.
        let value = rest.strip_prefix('=').map(words).or_else(|| rest.is_empty().then(Vec::new));
        Some(Commented { place: *place, value })
    }
}

/// A comment that begins with the name of a variable.
struct Commented {
    place: usize,
    /// The words of the value, if the comment is an assignment or only the name.
    value: Option<Vec<Piece>>,
}

fn assignment(wanted: &Wanted<'_>, values: Option<Vec<Piece>>) -> Result<Assignment> {
    let name = wanted.name;
    let values = values
        .ok_or_else(|| Error::invalid(format!("The variable '{name}' is not assigned, and 'value' is not set")))?;
    let mut assignment = Assignment::new(name);
    assignment.export(wanted.ensure == Ensure::Exported);
    assignment.set(&values, wanted.style);
    Ok(assignment)
}

/// Returns the different words of two lists, in order.
fn union(first: impl Iterator<Item = Piece>, second: &[Piece]) -> Vec<Piece> {
    let mut known = BTreeSet::new();
    first.chain(second.iter().cloned()).filter(|piece| known.insert(piece.text.clone())).collect()
}
