//! Regular expressions with options.

use std::fmt::Write as _;

use marotte_regex::{Captures, Regex, RegexError};

/// The source of a regular expression and its compiled form.
#[derive(Debug)]
pub(crate) struct RubyRegex {
    source: String,
    options: String,
    regex: Option<Regex>,
}

impl RubyRegex {
    /// Compiles a regular expression from its source and the options `m`, `i` and `x`.
    pub(crate) fn new(source: &str, options: &str) -> Result<Self, RegexError> {
        let kept: String = ['m', 'i', 'x'].into_iter().filter(|letter| options.contains(*letter)).collect();
        let whole = if kept.is_empty() { source.to_owned() } else { format!("(?{kept}:{source})") };
        Ok(Self { source: source.to_owned(), options: kept, regex: Some(Regex::new(&whole)?) })
    }

    /// Returns a pattern that matches nothing.
    pub(crate) fn never(source: &str) -> Self {
        Self { source: source.to_owned(), options: String::new(), regex: None }
    }

    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Returns the first match at or after a byte position.
    pub(crate) fn captures_at(&self, text: &str, start: usize) -> Result<Option<Captures>, RegexError> {
        match &self.regex {
            Some(regex) => regex.captures_at(text, start),
            None => Ok(None),
        }
    }

    /// Returns the names of the groups by number.
    pub(crate) fn group_names(&self) -> Vec<Option<String>> {
        let names = self.regex.as_ref().map(Regex::group_names).unwrap_or_default();
        names.into_iter().map(|name| name.map(str::to_owned)).collect()
    }

    /// Formats the pattern for inclusion in another one, like `to_s`: `(?-mix:a)`.
    pub(crate) fn text(&self) -> String {
        let off: String = ['m', 'i', 'x'].into_iter().filter(|letter| !self.options.contains(*letter)).collect();
        let off = if off.is_empty() { off } else { format!("-{off}") };
        format!("(?{}{off}:{})", self.options, self.source)
    }

    /// Formats the pattern as a literal: `/a/i`.
    pub(crate) fn inspect(&self) -> String {
        let mut text = String::from("/");
        let mut is_escaped = false;
        for letter in self.source.chars() {
            if letter == '/' && !is_escaped {
                text.push('\\');
            }
            is_escaped = letter == '\\' && !is_escaped;
            text.push(letter);
        }
        // Writing to a string does not fail.
        let _ = write!(text, "/{}", self.options);
        text
    }
}

impl PartialEq for RubyRegex {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source && self.options == other.options
    }
}
