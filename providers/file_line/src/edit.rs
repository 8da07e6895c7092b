//! Editing of lines, without I/O. The line of the resource is represented by a marker, since it may be a
//! secret. Lines are bytes; they are only decoded for matching patterns.

use marotte_sdk::regex::Regex;
use marotte_sdk::{Error, Result};

use crate::encoding::Encoding;
use crate::{Ensure, FileLine, Switch};

/// A line of the edited file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditedLine<'a> {
    /// An existing line, including its line ending.
    Kept(&'a [u8]),
    /// The line of the resource.
    Line,
}

/// The lines of a file, and for each whether it equals the line of the resource.
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
        let compile = |pattern: &Option<String>| pattern.as_deref().map(Regex::new).transpose();
        Ok(Self { pattern: compile(&row.pattern)?, after: compile(&row.after)? })
    }
}

impl<'a> Lines<'a> {
    /// Returns whether the line counts as present.
    pub(crate) fn is_there(&self, row: &FileLine, patterns: &Patterns) -> Result<bool> {
        let has_line = self.is_line.contains(&true);
        let Some(pattern) = &patterns.pattern else { return Ok(has_line) };
        let has_match = self.count(row, &self.matches(pattern)?) > 0;
        if row.ensure == Ensure::Absent {
            // Puppet counts a match as present even without `match_for_absence`, and reports a removal in
            // every run without removing anything. Here, the match is ignored.
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

    /// Returns the lines with the line of the resource added or replaced.
    pub(crate) fn with_line(&self, row: &FileLine, patterns: &Patterns) -> Result<Vec<EditedLine<'a>>> {
        match (&patterns.pattern, &patterns.after) {
            (Some(pattern), after) => self.replaced(row, pattern, after.as_ref()),
            (None, Some(after)) => self.behind(row, after),
            (None, None) => Ok(self.kept().chain([EditedLine::Line]).collect()),
        }
    }

    fn replaced(&self, row: &FileLine, pattern: &Regex, after: Option<&Regex>) -> Result<Vec<EditedLine<'a>>> {
        let matches = self.matches(pattern)?;
        let mut found = self.count(row, &matches);
        if found > 1 && row.multiple != Some(Switch::True) {
            return Err(self.too_many(row));
        }
        let after = match after.filter(|_| found == 0) {
            Some(after) => self.matches(after)?,
            None => vec![false; self.all.len()],
        };
        let mut edited = Vec::with_capacity(self.all.len() + 1);
        for ((line, is_match), is_after) in self.all.iter().zip(matches).zip(after) {
            edited.push(if is_match { EditedLine::Line } else { EditedLine::Kept(line) });
            if found == 0 && is_after {
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
        let matches = self.matches(after)?;
        let found = self.count(row, &matches);
        if found > 1 && row.multiple != Some(Switch::True) {
            let (pattern, path) = (row.after.as_deref().unwrap_or_default(), row.path.as_deref().unwrap_or_default());
            return Err(Error::invalid(format!(
                "{found} lines match pattern '{pattern}' in file '{path}'. One or no line must match the pattern."
            )));
        }
        let mut edited = Vec::with_capacity(self.all.len() + 1);
        for (line, is_match) in self.all.iter().zip(matches) {
            edited.push(EditedLine::Kept(line));
            if is_match {
                edited.push(EditedLine::Line);
            }
        }
        if found == 0 {
            edited.push(EditedLine::Line);
        }
        Ok(edited)
    }

    /// Returns the lines without the lines to remove.
    pub(crate) fn without_line(&self, row: &FileLine, patterns: &Patterns) -> Result<Vec<EditedLine<'a>>> {
        let pattern = patterns.pattern.as_ref().filter(|_| row.match_for_absence.is_on());
        let Some(pattern) = pattern else {
            let others = self.all.iter().zip(&self.is_line).filter(|(_, is_line)| !**is_line);
            return Ok(others.map(|(line, _)| EditedLine::Kept(line)).collect());
        };
        let matches = self.matches(pattern)?;
        if self.count(row, &matches) > 1 && row.multiple != Some(Switch::True) {
            return Err(self.too_many(row));
        }
        let others = self.all.iter().zip(matches).filter(|(_, is_match)| !is_match);
        Ok(others.map(|(line, _)| EditedLine::Kept(line)).collect())
    }

    /// Counts the lines that match a pattern, except lines that need no replacement.
    fn count(&self, row: &FileLine, matches: &[bool]) -> usize {
        let is_done = |is_line: bool| is_line && row.replace_all_matches_not_matching_line.is_on();
        matches.iter().zip(&self.is_line).filter(|(is_match, is_line)| **is_match && !is_done(**is_line)).count()
    }

    fn kept(&self) -> impl Iterator<Item = EditedLine<'a>> {
        self.all.iter().map(|line| EditedLine::Kept(line))
    }

    fn too_many(&self, row: &FileLine) -> Error {
        let (pattern, path) = (row.pattern.as_deref().unwrap_or_default(), row.path.as_deref().unwrap_or_default());
        Error::invalid(format!("More than one line in file '{path}' matches pattern '{pattern}'"))
    }

    /// Returns for each line whether it matches a pattern. Puppet: the line includes its line ending.
    fn matches(&self, pattern: &Regex) -> Result<Vec<bool>> {
        let decode = |line: &&[u8]| Ok::<_, Error>(self.encoding.decode(line)?.into_owned());
        let lines = self.all.iter().map(decode).collect::<Result<Vec<String>>>()?;
        Ok(pattern.matches(&lines)?)
    }
}
