//! Regular expressions in Ruby's syntax, for patterns of manifests. The host compiles and matches them, so that components
//! contain no engine; tests use the host's engine.

use std::fmt;

use crate::Error;

/// A valid pattern.
///
/// ```
/// use marotte_sdk::regex::Regex;
///
/// let regex = Regex::new("^(\\w+)=")?;
/// assert!(regex.is_match("a=b")?);
/// let captures = regex.captures("a=b", 0)?.unwrap();
/// assert_eq!(captures.text(1, "a=b"), Some("a"));
/// assert_eq!(Regex::new("(").unwrap_err().to_string(), "end pattern with unmatched parenthesis: /(/");
/// # Ok::<(), marotte_sdk::regex::RegexError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regex {
    source: String,
}

/// The reason why a pattern is invalid, or why a text could not be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexError {
    source: String,
    reason: String,
}

/// The byte ranges of a match and of its groups; group 0 is the whole match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captures(Vec<Option<(u32, u32)>>);

impl Regex {
    /// Checks a pattern, written without slashes.
    ///
    /// # Errors
    /// Returns an error if the pattern is invalid.
    pub fn new(source: &str) -> Result<Self, RegexError> {
        let regex = Self { source: source.to_owned() };
        engine::check(source).map_err(|error| regex.error(error))?;
        Ok(regex)
    }

    /// Returns the pattern as written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns whether the pattern occurs in a text.
    ///
    /// # Errors
    /// Returns an error if the search takes too many steps.
    pub fn is_match(&self, text: &str) -> Result<bool, RegexError> {
        Ok(self.matches(&[text.to_owned()])?.contains(&true))
    }

    /// Returns whether the pattern occurs in each of the texts, with one call of the host.
    ///
    /// # Errors
    /// Returns an error if a search takes too many steps.
    pub fn matches(&self, texts: &[String]) -> Result<Vec<bool>, RegexError> {
        engine::is_match(&self.source, texts).map_err(|error| self.error(error))
    }

    /// Finds the first match at or after a byte offset; anchors and look-behind take the text before the offset into
    /// account.
    ///
    /// # Errors
    /// Returns an error if the search takes too many steps, or if the offset is not that of a character.
    pub fn captures(&self, text: &str, start: u32) -> Result<Option<Captures>, RegexError> {
        let found = engine::captures(&self.source, text, start).map_err(|error| self.error(error))?;
        Ok(found.map(Captures))
    }

    fn error(&self, error: Error) -> RegexError {
        RegexError { source: self.source.clone(), reason: error.message }
    }
}

impl Captures {
    /// Returns the byte range of a group that took part in the match.
    #[must_use]
    pub fn range(&self, group: usize) -> Option<(usize, usize)> {
        let (start, end) = self.0.get(group).copied().flatten()?;
        Some((start as usize, end as usize))
    }

    /// Returns the text of a group.
    #[must_use]
    pub fn text<'t>(&self, group: usize, text: &'t str) -> Option<&'t str> {
        self.range(group).and_then(|(start, end)| text.get(start..end))
    }
}

impl RegexError {
    /// Returns the message without the pattern.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for RegexError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: /{}/", self.reason, self.source)
    }
}

impl std::error::Error for RegexError {}

impl From<RegexError> for Error {
    fn from(error: RegexError) -> Self {
        Self::invalid(error.to_string())
    }
}

#[cfg(target_arch = "wasm32")]
use crate::bindings::marotte::provider::regex as engine;

/// The engine of the host, for tests.
#[cfg(not(target_arch = "wasm32"))]
mod engine {
    use marotte_regex::{Regex, RegexError};

    use crate::Error;

    /// Begin and end of a match and of its groups; `None` for a group that took no part in it.
    type Ranges = Vec<Option<(u32, u32)>>;

    fn compiled(pattern: &str) -> Result<Regex, Error> {
        Regex::bounded(pattern).map_err(error)
    }

    fn error(error: RegexError) -> Error {
        Error::invalid(error.reason())
    }

    pub(super) fn check(pattern: &str) -> Result<(), Error> {
        compiled(pattern).map(drop)
    }

    pub(super) fn is_match(pattern: &str, texts: &[String]) -> Result<Vec<bool>, Error> {
        let regex = compiled(pattern)?;
        texts.iter().map(|text| regex.is_match(text).map_err(error)).collect()
    }

    pub(super) fn captures(pattern: &str, text: &str, start: u32) -> Result<Option<Ranges>, Error> {
        let start = start as usize;
        if !text.is_char_boundary(start) {
            return Err(Error::invalid(format!("the text has no character at the offset {start}")));
        }
        let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let found = compiled(pattern)?.captures_at(text, start).map_err(error)?;
        Ok(found.map(|found| {
            let range = |group| found.range(group).map(|(start, end)| (number(start), number(end)));
            (0..found.len()).map(range).collect()
        }))
    }
}
