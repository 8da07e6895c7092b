//! Regular expressions with Ruby's syntax and semantics, as in Puppet. The underlying engines are private to this
//! crate; patterns are translated and checked when they are created, and compiled once.

mod backtracking;
mod class;
mod error;
mod linear;
mod translate;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::{Input, PatternID};

use crate::backtracking::Backtracking;
use crate::error::BacktrackError;
use crate::linear::{Linear, Program};

/// Maximum memory of a program of the linear engine, in bytes.
const MAX_PROGRAM: usize = 10 << 20;

/// Limits with which the program of an untrusted pattern is tried, in bytes: the first one that suffices is the upper bound of its size.
const PROGRAMS: [usize; 4] = [1 << 14, 1 << 17, 1 << 20, MAX_PROGRAM];

/// Maximum length of an untrusted pattern.
const MAX_SOURCE: usize = 1 << 15;

/// Maximum length of an untrusted pattern that needs backtracking.
const MAX_BACKTRACKING_SOURCE: usize = 1 << 12;

/// Maximum memory of each part of an untrusted backtracking pattern that is matched by the linear engine, in bytes.
const MAX_DELEGATE: usize = 1 << 18;

/// Product of the bytes of a program and of a text up to which a search is quick.
const QUICK: usize = 1 << 30;

/// A compiled regular expression; cheap to clone. Two are equal if their sources are.
#[derive(Clone)]
pub struct Regex(Arc<Inner>);

struct Inner {
    source: Box<str>,
    engine: Engine,
    /// Maximum memory of the compiled program, in bytes.
    program: usize,
}

enum Engine {
    /// The linear-time engine, for almost all patterns.
    Plain(Linear),
    /// The backtracking engine, for look-around, backreferences and similar constructs.
    Fancy(Box<Backtracking>),
}

/// The reason why a regular expression could not be compiled or matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexError {
    source: Box<str>,
    reason: String,
}

impl RegexError {
    fn new(source: &str, reason: impl fmt::Display) -> Self {
        Self { source: source.into(), reason: reason.to_string() }
    }

    /// Returns the message without the pattern.
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

/// The byte ranges of a match and of its groups; group 0 is the whole match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    groups: Vec<Option<(usize, usize)>>,
}

impl Captures {
    /// Returns the byte range of a group that took part in the match.
    pub fn range(&self, group: usize) -> Option<(usize, usize)> {
        self.groups.get(group).copied().flatten()
    }

    /// Returns the byte range of the whole match.
    pub fn whole(&self) -> (usize, usize) {
        self.range(0).unwrap_or((0, 0))
    }

    /// Returns the number of groups, the whole match included.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Returns whether there are no groups. This is never the case, since the whole match is one.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns the text of a group.
    pub fn text<'t>(&self, group: usize, haystack: &'t str) -> Option<&'t str> {
        self.range(group).and_then(|(start, end)| haystack.get(start..end))
    }
}

impl Regex {
    /// Checks a pattern written in Ruby's syntax, without slashes. It is compiled when it is first used, unless its program may be
    /// too large.
    pub fn new(source: &str) -> Result<Self, RegexError> {
        let translated = translate::translate(source).map_err(|reason| RegexError::new(source, reason))?;
        match Linear::deferred(translated, MAX_PROGRAM) {
            Ok(plain) => {
                let engine = Engine::Plain(plain);
                Ok(Self(Arc::new(Inner { source: source.into(), engine, program: MAX_PROGRAM })))
            }
            Err(translated) => {
                Self::compile(source, translated, &[MAX_PROGRAM], |text| Backtracking::new(text, MAX_PROGRAM))
            }
        }
    }

    /// Compiles a pattern from an untrusted source, with limits on its length and on the memory of the program.
    pub fn bounded(source: &str) -> Result<Self, RegexError> {
        if source.len() > MAX_SOURCE {
            return Err(RegexError::new(source, BacktrackError::PatternLength(MAX_SOURCE)));
        }
        let translated = translate::translate(source).map_err(|reason| RegexError::new(source, reason))?.text;
        Self::compile(source, translated, &PROGRAMS, |translated| {
            if source.len() > MAX_BACKTRACKING_SOURCE {
                return Err(BacktrackError::PatternLength(MAX_BACKTRACKING_SOURCE));
            }
            Backtracking::new(translated, MAX_DELEGATE)
        })
    }

    /// Compiles a pattern with the first of the limits for which the program is small enough.
    fn compile(
        source: &str,
        translated: String,
        programs: &[usize],
        backtracking: impl FnOnce(String) -> Result<Backtracking, BacktrackError>,
    ) -> Result<Self, RegexError> {
        let mut refused = None;
        for &program in programs {
            match Linear::compiled(&translated, program) {
                Ok(plain) => {
                    let engine = Engine::Plain(plain);
                    return Ok(Self(Arc::new(Inner { source: source.into(), engine, program })));
                }
                Err(error) if error.size_limit().is_some() => refused = error.size_limit(),
                // The backtracking engine may support constructs that the linear one does not.
                Err(_) => {
                    let fancy = backtracking(translated).map_err(|error| RegexError::new(source, error))?;
                    let (engine, program) =
                        (Engine::Fancy(Box::new(fancy)), source.len().saturating_mul(MAX_DELEGATE / 8));
                    return Ok(Self(Arc::new(Inner { source: source.into(), engine, program })));
                }
            }
        }
        let limit = refused.unwrap_or_default();
        Err(RegexError::new(source, format_args!("compiles to more than {limit} bytes")))
    }

    /// Returns the maximum memory of the program of a pattern compiled with [`Regex::bounded`], in bytes.
    pub fn program_size(&self) -> usize {
        self.0.program
    }

    /// Returns whether searches in texts with this many bytes certainly take less than a second. The linear engine
    /// examines each byte in at most every state of its program.
    pub fn is_quick(&self, bytes: usize) -> bool {
        match &self.0.engine {
            Engine::Plain(_) => self.0.program.saturating_mul(bytes) <= QUICK,
            Engine::Fancy(_) => false,
        }
    }

    /// Compiles a pattern that matches a text literally.
    pub fn literal(text: &str) -> Result<Self, RegexError> {
        Self::new(&escape(text))
    }

    /// Returns the pattern as written.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Returns whether the pattern occurs in a text, or an error if the search took too many steps.
    pub fn is_match(&self, haystack: &str) -> Result<bool, RegexError> {
        match &self.0.engine {
            Engine::Plain(regex) => Ok(self.linear(regex)?.regex.is_match(haystack)),
            Engine::Fancy(regex) => self.backtrack(regex, haystack, |engine| engine.is_match(haystack)),
        }
    }

    /// Finds the first match at or after a byte offset; anchors and look-behind take the text before the offset
    /// into account.
    pub fn find_at(&self, haystack: &str, start: usize) -> Result<Option<(usize, usize)>, RegexError> {
        match &self.0.engine {
            Engine::Plain(regex) => {
                let found = self.linear(regex)?.regex.search(&after(haystack, start));
                Ok(found.map(|found| (found.start(), found.end())))
            }
            Engine::Fancy(regex) => self.backtrack(regex, haystack, |engine| {
                Ok(engine.find_from_pos(haystack, start)?.map(|found| (found.start(), found.end())))
            }),
        }
    }

    /// Finds the first match and its groups, like [`Regex::find_at`].
    pub fn captures_at(&self, haystack: &str, start: usize) -> Result<Option<Captures>, RegexError> {
        let groups = match &self.0.engine {
            Engine::Plain(regex) => {
                let Program { regex, is_whole_group } = self.linear(regex)?;
                if *is_whole_group && start == 0 {
                    let whole = Some((0, haystack.len()));
                    return Ok(regex.is_match(haystack).then(|| Captures { groups: vec![whole, whole] }));
                }
                let mut slots = vec![None; 2 * regex.captures_len()];
                let found = regex.search_slots(&after(haystack, start), &mut slots);
                let range = |pair: &[Option<NonMaxUsize>]| Some((pair[0]?.get(), pair[1]?.get()));
                found.map(|_| slots.chunks_exact(2).map(range).collect())
            }
            Engine::Fancy(regex) => self
                .backtrack(regex, haystack, |engine| engine.captures_from_pos(haystack, start))?
                .map(|found| found.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect()),
        };
        Ok(groups.map(|groups| Captures { groups }))
    }

    fn linear<'r>(&self, regex: &'r Linear) -> Result<&'r Program, RegexError> {
        regex.engine().map_err(|reason| RegexError::new(self.source(), reason))
    }

    /// Searches a text with a backtracking engine, within its limits.
    fn backtrack<'r, T>(
        &self,
        regex: &'r Backtracking,
        haystack: &str,
        search: impl FnOnce(&'r fancy_regex::Regex) -> fancy_regex::Result<T>,
    ) -> Result<T, RegexError> {
        let engine = regex.engine_for(haystack).map_err(|reason| RegexError::new(self.source(), reason))?;
        search(engine).map_err(|error| RegexError::new(self.source(), error))
    }

    /// Finds all non-overlapping matches in order, with their groups.
    pub fn captures_all(&self, haystack: &str) -> Result<Vec<Captures>, RegexError> {
        let mut all = Vec::new();
        let mut from = 0;
        while from <= haystack.len() {
            let Some(captures) = self.captures_at(haystack, from)? else { break };
            let (start, end) = captures.whole();
            // After an empty match, the search continues one character further, as in Ruby's scan and gsub.
            from = if end > start { end } else { end + haystack[end..].chars().next().map_or(1, char::len_utf8) };
            all.push(captures);
        }
        Ok(all)
    }

    /// Returns the number of groups, the whole match included.
    pub fn group_count(&self) -> usize {
        match &self.0.engine {
            Engine::Plain(regex) => self.linear(regex).map_or(1, |program| program.regex.captures_len()),
            Engine::Fancy(regex) => regex.engine().captures_len(),
        }
    }

    /// Returns the names of the groups by their number.
    pub fn group_names(&self) -> Vec<Option<&str>> {
        match &self.0.engine {
            Engine::Plain(regex) => self.linear(regex).map_or_else(
                |_| vec![None],
                |program| program.regex.group_info().pattern_names(PatternID::ZERO).collect(),
            ),
            Engine::Fancy(regex) => regex.engine().capture_names().collect(),
        }
    }
}

/// Describes a search in the text after a byte offset.
fn after(haystack: &str, start: usize) -> Input<'_> {
    Input::new(haystack).range(start..)
}

/// Formats the expression between slashes, with slashes in the pattern escaped.
impl fmt::Display for Regex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_delimited(self.source(), formatter)
    }
}

impl fmt::Debug for Regex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        self.source() == other.source()
    }
}

impl Eq for Regex {}

impl Hash for Regex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.source().hash(state);
    }
}

/// Formats a pattern between slashes, like Ruby's `inspect`.
fn write_delimited(source: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_char('/')?;
    let mut is_escaped = false;
    for character in source.chars() {
        if character == '/' && !is_escaped {
            out.write_char('\\')?;
        }
        is_escaped = character == '\\' && !is_escaped;
        out.write_char(character)?;
    }
    out.write_char('/')
}

/// Returns a pattern that matches a text literally, like Ruby's `Regexp.escape`.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        let letter = match character {
            '\n' => 'n',
            '\t' => 't',
            '\r' => 'r',
            '\u{c}' => 'f',
            '\u{b}' => 'v',
            ' ' | '#' | '$' | '(' | ')' | '*' | '+' | '-' | '.' | '?' | '[' | '\\' | ']' | '^' | '{' | '|' | '}' => {
                character
            }
            other => {
                escaped.push(other);
                continue;
            }
        };
        escaped.push('\\');
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests;
