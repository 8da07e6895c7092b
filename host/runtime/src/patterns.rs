//! Regular expressions of components (the import `regex`): the compiled patterns of an instance, and limits on patterns
//! and searches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use marotte_regex::{Captures, Regex, RegexError};

use crate::bindings::marotte::provider::errors::{Code, Error};
use crate::error::{self, CallStop};
use crate::instance::StoreData;

/// Patterns up to this length are compiled in less than a second.
const QUICK_PATTERN: usize = 1 << 10;

/// Maximum number of compiled patterns of an instance.
const MAX_PATTERNS: usize = 32;

/// Maximum memory of the programs of an instance, in bytes; the last pattern is always kept.
const MAX_PROGRAMS: usize = 64 << 20;

/// Maximum number of searches that run in threads of their own, including abandoned ones.
const MAX_THREADS: usize = 8;

/// Number of searches that run in threads of their own.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Begin and end of a match, and of each group that took part in it.
type Ranges = Vec<Option<(u32, u32)>>;

/// Compiled patterns of an instance, the last used one at the end.
#[derive(Debug, Default)]
pub(crate) struct CompiledPatterns(Vec<Regex>);

impl CompiledPatterns {
    fn find(&mut self, pattern: &str) -> Option<Regex> {
        let index = self.0.iter().rposition(|known| known.source() == pattern)?;
        let known = self.0.remove(index);
        self.0.push(known.clone());
        Some(known)
    }

    fn add(&mut self, regex: Regex) {
        self.0.push(regex);
        let size = |patterns: &[Regex]| patterns.iter().map(Regex::program_size).sum::<usize>();
        while self.0.len() > MAX_PATTERNS || self.0.len() > 1 && size(&self.0) > MAX_PROGRAMS {
            self.0.remove(0);
        }
    }
}

impl StoreData {
    /// `regex.check`
    ///
    /// # Errors
    /// Returns an error if the component has no time left.
    pub(crate) fn check_pattern(&mut self, pattern: &str) -> Result<Result<(), Error>, CallStop> {
        Ok(self.compiled(pattern)?.map(drop))
    }

    /// `regex.is-match`
    ///
    /// # Errors
    /// Returns an error if the component has no time left.
    pub(crate) fn match_pattern(
        &mut self,
        pattern: &str,
        texts: Vec<String>,
    ) -> Result<Result<Vec<bool>, Error>, CallStop> {
        let regex = match self.compiled(pattern)? {
            Ok(regex) => regex,
            Err(error) => return Ok(Err(error)),
        };
        let is_quick = regex.is_quick(texts.iter().map(String::len).sum());
        let search = move || texts.iter().map(|text| regex.is_match(text)).collect::<Result<_, _>>();
        Ok(self.usage.charge(is_quick, search)?.map_err(pattern_error))
    }

    /// `regex.captures`
    ///
    /// # Errors
    /// Returns an error if the component has no time left.
    pub(crate) fn capture_pattern(
        &mut self,
        pattern: &str,
        text: String,
        start: u32,
    ) -> Result<Result<Option<Ranges>, Error>, CallStop> {
        let regex = match self.compiled(pattern)? {
            Ok(regex) => regex,
            Err(error) => return Ok(Err(error)),
        };
        let start = start as usize;
        if !text.is_char_boundary(start) {
            return Ok(Err(error::error(Code::Invalid, format!("the text has no character at the offset {start}"))));
        }
        let is_quick = regex.is_quick(text.len());
        let found = self.usage.charge(is_quick, move || regex.captures_at(&text, start))?;
        Ok(found.map(|found| found.as_ref().map(ranges)).map_err(pattern_error))
    }

    fn compiled(&mut self, pattern: &str) -> Result<Result<Regex, Error>, CallStop> {
        if let Some(known) = self.patterns.find(pattern) {
            return Ok(Ok(known));
        }
        let source = pattern.to_owned();
        let compiled = self.usage.charge(pattern.len() <= QUICK_PATTERN, move || Regex::bounded(&source))?;
        if let Ok(regex) = &compiled {
            self.patterns.add(regex.clone());
        }
        Ok(compiled.map_err(pattern_error))
    }
}

/// Runs work in a thread and returns its result; `None` if it takes longer. The thread then ends on its own.
pub(crate) fn within<R: Send + 'static>(time: Duration, work: impl FnOnce() -> R + Send + 'static) -> Option<R> {
    let running = Running::start()?;
    let (sender, receiver) = mpsc::channel();
    let run = move || {
        let result = work();
        drop(running);
        // The receiver is gone if the work was abandoned.
        let _ = sender.send(result);
    };
    thread::Builder::new().name("regex".to_owned()).spawn(run).ok()?;
    receiver.recv_timeout(time).ok()
}

/// A search that is counted among the running ones.
struct Running;

impl Running {
    fn start() -> Option<Self> {
        let next = |running: usize| (running < MAX_THREADS).then_some(running + 1);
        THREADS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok().map(|_| Self)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        THREADS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns the error without the pattern, which the component adds to its message.
fn pattern_error(error: RegexError) -> Error {
    error::error(Code::Invalid, error.reason())
}

fn ranges(found: &Captures) -> Ranges {
    let number = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    (0..found.len()).map(|group| found.range(group).map(|(start, end)| (number(start), number(end)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_kept_up_to_their_number_and_size() {
        let mut patterns = CompiledPatterns::default();
        for number in 0..40 {
            patterns.add(Regex::bounded(&format!("a{number}")).unwrap());
        }
        assert!(patterns.find("a7").is_none());
        assert!(patterns.find("a8").is_some());
        patterns.add(Regex::bounded("b").unwrap());
        assert!(patterns.find("a8").is_some(), "it was used last");
        assert!(patterns.find("a9").is_none());
        // Seven of the largest programs exceed the memory.
        for number in 0..7 {
            patterns.add(Regex::bounded(&format!("(?:a{{300}}){{500}}{number}")).unwrap());
        }
        assert!(patterns.0.len() < 7 && patterns.find("(?:a{300}){500}6").is_some(), "{}", patterns.0.len());
    }

    #[test]
    fn work_is_abandoned_at_the_end_of_the_time() {
        assert_eq!(within(Duration::from_secs(60), || 7), Some(7));
        let (sender, receiver) = mpsc::channel::<()>();
        assert_eq!(within(Duration::from_millis(5), move || receiver.recv().is_ok()), None);
        drop(sender);
    }
}
