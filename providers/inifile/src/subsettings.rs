//! Values that consist of a list of parts: `"-Xmx512m -Xms256m"`.

use crate::{InsertType, Switch};

/// Separators and quotes of parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartSyntax<'a> {
    pub(crate) separator: &'a str,
    pub(crate) key_separator: &'a str,
    pub(crate) quote: &'a str,
    pub(crate) exact: Switch,
}

/// The parts of a value.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    syntax: PartSyntax<'a>,
    quote: &'a str,
    parts: Vec<String>,
}

impl<'a> Parts<'a> {
    /// Splits a value into parts. Quotes around the value are preserved.
    pub(crate) fn of(value: Option<&'a str>, syntax: PartSyntax<'a>) -> Self {
        let text = value.unwrap_or_default();
        let quoted = ["\"", "'"].into_iter().find_map(|quote| {
            let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
            Some((quote, inner))
        });
        let (quote, inner) = quoted.unwrap_or((syntax.quote, text));
        // Puppet: each character of the separator is a separator.
        let parts = inner.split(|letter| syntax.separator.contains(letter)).filter(|part| !part.is_empty());
        Self { syntax, quote, parts: parts.map(|part| part.trim().to_owned()).collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub(crate) fn to_value(&self) -> String {
        format!("{0}{1}{0}", self.quote, self.parts.join(self.syntax.separator))
    }

    /// Returns the value of the first part with this name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.parts.iter().find_map(|part| self.rest(part, name))
    }

    fn rest<'p>(&self, part: &'p str, name: &str) -> Option<&'p str> {
        match self.syntax.exact {
            Switch::True => (part == name).then_some(""),
            Switch::False => part.strip_prefix(name)?.strip_prefix(self.syntax.key_separator),
        }
    }

    /// Sets the value of all parts with this name, or adds a new part.
    pub(crate) fn set(&mut self, name: &str, value: &str, insert_type: InsertType, reference: &str) {
        let new = format!("{name}{}{value}", self.syntax.key_separator);
        let found: Vec<usize> = self.places(name);
        for index in &found {
            self.parts[*index].clone_from(&new);
        }
        if found.is_empty() {
            let end = self.parts.len();
            let reference_index = || self.places(reference).first().copied();
            let index = match insert_type {
                InsertType::Start => 0,
                InsertType::End => end,
                InsertType::Before => reference_index().unwrap_or(end),
                InsertType::After => reference_index().map_or(end, |index| index + 1),
                InsertType::Index => reference.parse().unwrap_or(0).min(end),
            };
            self.parts.insert(index, new);
        }
    }

    /// Removes all parts with this name.
    pub(crate) fn remove(&mut self, name: &str) {
        for index in self.places(name).into_iter().rev() {
            self.parts.remove(index);
        }
    }

    fn places(&self, name: &str) -> Vec<usize> {
        (0..self.parts.len()).filter(|index| self.rest(&self.parts[*index], name).is_some()).collect()
    }
}
