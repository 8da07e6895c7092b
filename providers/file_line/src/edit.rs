//! Owns what becomes of the lines of a file: pure, so that each rule can be seen. A line that is put in is nothing but a mark
//! here, since it may be a secret. Lines are bytes, and letters only for patterns.

use marotte_regex::Regex;
use marotte_sdk::{Error, Result};

use crate::encoding::Encoding;
use crate::{Ensure, FileLine, Switch};

/// A line of the file after the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditedLine<'a> {
    /// One that was there, with its end.
    Kept(&'a [u8]),
    /// The line of the resource.
    Line,
}

/// The lines of a file, and which of them are the line of the resource.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    pub(crate) all: Vec<&'a [u8]>,
    pub(crate) is_line: Vec<bool>,
    pub(crate) encoding: Encoding,
}

/// The patterns of a resource.
pub(crate) struct Patterns {
    pattern: Option<Regex>,
    after: Option<Regex>,
}

impl Patterns {
    pub(crate) fn of(row: &FileLine) -> Result<Self> {
        let compile = |pattern: &Option<String>| {
            let regex = pattern.as_deref().map(Regex::new).transpose();
            regex.map_err(|error| Error::invalid(error.to_string()))
        };
        Ok(Self { pattern: compile(&row.pattern)?, after: compile(&row.after)? })
    }
}

impl<'a> Lines<'a> {
    /// Returns whether the line counts as there.
    pub(crate) fn is_there(&self, row: &FileLine, patterns: &Patterns) -> Result<bool> {
        let has_line = self.is_line.contains(&true);
        let Some(pattern) = &patterns.pattern else { return Ok(has_line) };
        let has_match = self.count(row, pattern)? > 0;
        if row.ensure == Ensure::Absent {
            // Puppet: a line that is not going to be removed is one to remove here, in every run.
            return Ok(if row.match_for_absence.is_on() { has_match } else { has_line });
        }
        Ok(match (has_match, has_line) {
            (false, false) => !row.append_on_no_match.is_on(),
            (false, true) => true,
            (true, _) if row.replace_all_matches_not_matching_line.is_on() => false,
            (true, false) => !row.replace.is_on(),
            (true, true) => true,
        })
    }

    /// Puts the line where it belongs.
    pub(crate) fn with_line(&self, row: &FileLine, patterns: &Patterns) -> Result<Vec<EditedLine<'a>>> {
        match (&patterns.pattern, &patterns.after) {
            (Some(pattern), after) => self.replaced(row, pattern, after.as_ref()),
            (None, Some(after)) => self.behind(row, after),
            (None, None) => Ok(self.kept().chain([EditedLine::Line]).collect()),
        }
    }

    fn replaced(&self, row: &FileLine, pattern: &Regex, after: Option<&Regex>) -> Result<Vec<EditedLine<'a>>> {
        let mut found = self.count(row, pattern)?;
        if found > 1 && row.multiple != Some(Switch::True) {
            return Err(self.too_many(row));
        }
        let mut edited = Vec::with_capacity(self.all.len() + 1);
        for line in &self.all {
            let is_match = self.matches(pattern, line)?;
            edited.push(if is_match { EditedLine::Line } else { EditedLine::Kept(line) });
            if found == 0
                && let Some(after) = after
                && self.matches(after, line)?
            {
                edited.push(EditedLine::Line);
                found = 1;
            }
        }
        if found == 0 {
            edited.push(EditedLine::Line);
        }
        Ok(edited)
    }

    fn behind(&self, row: &FileLine, after: &Regex) -> Result<Vec<EditedLine<'a>>> {
        let found = self.count(row, after)?;
        if found > 1 && row.multiple != Some(Switch::True) {
            let (pattern, path) = (row.after.as_deref().unwrap_or_default(), row.path.as_deref().unwrap_or_default());
            return Err(Error::invalid(format!(
                "{found} lines match pattern '{pattern}' in file '{path}'. One or no line must match the pattern."
            )));
        }
        let mut edited = Vec::with_capacity(self.all.len() + 1);
        for line in &self.all {
            edited.push(EditedLine::Kept(line));
            if self.matches(after, line)? {
                edited.push(EditedLine::Line);
            }
        }
        if found == 0 {
            edited.push(EditedLine::Line);
        }
        Ok(edited)
    }

    /// Takes lines away.
    pub(crate) fn without_line(&self, row: &FileLine, patterns: &Patterns) -> Result<Vec<EditedLine<'a>>> {
        let pattern = patterns.pattern.as_ref().filter(|_| row.match_for_absence.is_on());
        let Some(pattern) = pattern else {
            let others = self.all.iter().zip(&self.is_line).filter(|(_, is_line)| !**is_line);
            return Ok(others.map(|(line, _)| EditedLine::Kept(line)).collect());
        };
        if self.count(row, pattern)? > 1 && row.multiple != Some(Switch::True) {
            return Err(self.too_many(row));
        }
        let mut edited = Vec::with_capacity(self.all.len());
        for line in &self.all {
            if !self.matches(pattern, line)? {
                edited.push(EditedLine::Kept(line));
            }
        }
        Ok(edited)
    }

    /// Counts the lines that match a pattern, except lines that need no replacement.
    fn count(&self, row: &FileLine, pattern: &Regex) -> Result<usize> {
        let mut count = 0;
        for (line, is_line) in self.all.iter().zip(&self.is_line) {
            let is_done = *is_line && row.replace_all_matches_not_matching_line.is_on();
            count += usize::from(!is_done && self.matches(pattern, line)?);
        }
        Ok(count)
    }

    fn kept(&self) -> impl Iterator<Item = EditedLine<'a>> {
        self.all.iter().map(|line| EditedLine::Kept(line))
    }

    fn too_many(&self, row: &FileLine) -> Error {
        let (pattern, path) = (row.pattern.as_deref().unwrap_or_default(), row.path.as_deref().unwrap_or_default());
        Error::invalid(format!("More than one line in file '{path}' matches pattern '{pattern}'"))
    }

    /// Puppet: the end of the line is there for the pattern to see.
    fn matches(&self, pattern: &Regex, line: &[u8]) -> Result<bool> {
        let line = self.encoding.decode(line)?;
        pattern.is_match(&line).map_err(|error| Error::invalid(error.to_string()))
    }
}
