//! Patterns for the engine whose searches take linear time. Most patterns of a catalog are the types of values that are never
//! matched: they are compiled when they are first used.

use std::sync::OnceLock;

use regex_automata::meta::{self, BuildError};
use regex_automata::util::syntax;
use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind};

/// More memory than a state of a program needs, in bytes.
const STATE: usize = 64;

/// More states than the UTF-8 encodings of a range of characters need.
const RANGE_STATES: usize = 64;

/// A pattern, compiled or not.
pub(crate) struct Linear {
    pattern: Hir,
    program: usize,
    engine: OnceLock<Result<meta::Regex, Box<BuildError>>>,
}

impl Linear {
    /// Checks a translated pattern; `None` if the engine does not support it, or its program may need more memory than the limit.
    pub(crate) fn deferred(translated: &str, program: usize) -> Option<Self> {
        let pattern = syntax::parse(translated).ok()?;
        // The engine has a second program for searches from the end.
        let is_small = states(&pattern).saturating_mul(2 * STATE) <= program;
        is_small.then(|| Self { pattern, program, engine: OnceLock::new() })
    }

    /// Compiles a translated pattern, with a limit on the memory of its program.
    pub(crate) fn compiled(translated: &str, program: usize) -> Result<Self, Box<BuildError>> {
        let engine = builder(program).build(translated).map_err(Box::new)?;
        let pattern = Hir::empty();
        Ok(Self { pattern, program, engine: OnceLock::from(Ok(engine)) })
    }

    /// Returns the engine.
    pub(crate) fn engine(&self) -> Result<&meta::Regex, &BuildError> {
        let build = || builder(self.program).build_from_hir(&self.pattern).map_err(Box::new);
        self.engine.get_or_init(build).as_ref().map_err(|error| &**error)
    }
}

/// The engine determines the states of its automaton as it meets them in texts: most patterns are matched too rarely to pay for all
/// of them.
fn builder(program: usize) -> meta::Builder {
    let mut builder = meta::Regex::builder();
    builder.configure(meta::Config::new().dfa(false).nfa_size_limit(Some(program)));
    builder
}

/// Returns an upper bound of the number of states of a pattern's program.
fn states(pattern: &Hir) -> usize {
    let sum = |parts: &[Hir]| parts.iter().map(states).fold(1, usize::saturating_add);
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => 2,
        HirKind::Literal(literal) => literal.0.len() + 1,
        HirKind::Class(Class::Bytes(class)) => class.ranges().len() + 2,
        HirKind::Class(Class::Unicode(class)) => {
            let range = |range: &ClassUnicodeRange| if range.end().is_ascii() { 1 } else { RANGE_STATES };
            class.iter().map(range).fold(2, usize::saturating_add)
        }
        HirKind::Repetition(repetition) => {
            let copies = repetition.max.unwrap_or(repetition.min).max(1) as usize + 1;
            states(&repetition.sub).saturating_add(2).saturating_mul(copies)
        }
        HirKind::Capture(capture) => states(&capture.sub).saturating_add(2),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => sum(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_deferred_patterns_are_small_enough() {
        let numbers = r"(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})\.".repeat(40);
        let many =
            ["a|bc|d.*e", r"[^a-z]{1,63}\p{Greek}", r"(?i)k[0-9k]+(x{2,5}|y{3,})*$", &numbers, "^(?:a|(b)|[c-q]{7})?"];
        for pattern in many {
            let bound = states(&syntax::parse(pattern).unwrap());
            let needed = Linear::compiled(pattern, bound * 2 * STATE).map(|_| ());
            assert!(needed.is_ok(), "{pattern}: {bound} states");
            let deferred = Linear::deferred(pattern, 10 << 20).unwrap();
            assert!(deferred.engine.get().is_none() && deferred.engine().is_ok(), "{pattern}");
        }
    }

    #[test]
    fn large_and_unsupported_patterns_are_not_deferred() {
        for pattern in [r"\p{L}{1,1000}", "a{1000}{1000}", "(?=a)", "(a"] {
            assert!(Linear::deferred(pattern, 10 << 20).is_none(), "{pattern}");
        }
    }
}
