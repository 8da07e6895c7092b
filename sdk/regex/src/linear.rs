//! Patterns for the engine whose searches take linear time. Most patterns of a catalog are the types of values that are never
//! matched: they are compiled when they are first used.

use std::sync::OnceLock;

use regex_automata::meta::{self, BuildError};
use regex_automata::util::syntax;
use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind, Look};

use crate::translate::Translation;

/// More memory than a state of a program needs, in bytes.
const STATE: usize = 64;

/// More states than the UTF-8 encodings of a range of characters need.
pub(super) const RANGE_STATES: usize = 64;

/// A pattern, compiled or not.
pub(crate) struct Linear {
    pattern: Pattern,
    program: usize,
    engine: OnceLock<Result<Program, Box<BuildError>>>,
}

/// A compiled pattern.
pub(crate) struct Program {
    pub(crate) regex: meta::Regex,
    /// Whether each match is the whole text and that of the only group, as of most title patterns. Without groups to find, a search
    /// takes a third of the time.
    pub(crate) is_whole_group: bool,
}

/// A pattern that is not compiled yet.
enum Pattern {
    /// The translation of a pattern that the engine certainly supports.
    Translated(String),
    /// A parsed pattern.
    Parsed(Hir),
}

impl Linear {
    /// Checks a translated pattern; returns its text if the engine does not support it, or its program may need more memory than the
    /// limit.
    pub(crate) fn deferred(translation: Translation, program: usize) -> Result<Self, String> {
        // The engine has a second program for searches from the end.
        let is_small = |states: usize| states.saturating_mul(2 * STATE) <= program;
        let pattern = if translation.states.is_some_and(is_small) {
            Pattern::Translated(translation.text)
        } else {
            match syntax::parse(&translation.text) {
                Ok(pattern) if is_small(states(&pattern)) => Pattern::Parsed(pattern),
                _ => return Err(translation.text),
            }
        };
        Ok(Self { pattern, program, engine: OnceLock::new() })
    }

    /// Compiles a translated pattern, with a limit on the memory of its program.
    pub(crate) fn compiled(translated: &str, program: usize) -> Result<Self, Box<BuildError>> {
        let engine = Program::from_text(translated, program)?;
        let pattern = Pattern::Parsed(Hir::empty());
        Ok(Self { pattern, program, engine: OnceLock::from(Ok(engine)) })
    }

    /// Returns the compiled pattern.
    pub(crate) fn engine(&self) -> Result<&Program, &BuildError> {
        let build = || match &self.pattern {
            Pattern::Translated(text) => Program::from_text(text, self.program),
            Pattern::Parsed(pattern) => Program::new(pattern, self.program),
        };
        self.engine.get_or_init(build).as_ref().map_err(|error| &**error)
    }
}

impl Program {
    fn from_text(translated: &str, program: usize) -> Result<Self, Box<BuildError>> {
        match syntax::parse(translated) {
            Ok(pattern) => Self::new(&pattern, program),
            // The error of the builder has the position of the mistake.
            Err(_) => Ok(Self { regex: builder(program).build(translated)?, is_whole_group: false }),
        }
    }

    fn new(pattern: &Hir, program: usize) -> Result<Self, Box<BuildError>> {
        let regex = builder(program).build_from_hir(pattern)?;
        Ok(Self { regex, is_whole_group: is_whole_group(pattern) })
    }
}

/// Returns whether a pattern is `\A(…)\z` without further groups.
fn is_whole_group(pattern: &Hir) -> bool {
    let HirKind::Concat(parts) = pattern.kind() else { return false };
    let [start, group, end] = &parts[..] else { return false };
    let has_one_group = pattern.properties().explicit_captures_len() == 1;
    let is_look = |part: &Hir, look: Look| *part.kind() == HirKind::Look(look);
    has_one_group
        && is_look(start, Look::Start)
        && matches!(group.kind(), HirKind::Capture(_))
        && is_look(end, Look::End)
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
    use crate::translate::translate;

    fn parsed(text: &str) -> Translation {
        Translation { text: text.to_owned(), states: None }
    }

    #[test]
    fn programs_of_deferred_patterns_are_small_enough() {
        let numbers = r"(?:25[0-5]|2[0-4][0-9]|[01]?[0-9]{1,2})\.".repeat(40);
        let many =
            ["a|bc|d.*e", r"[^a-z]{1,63}\p{Greek}", r"(?i)k[0-9k]+(x{2,5}|y{3,})*$", &numbers, "^(?:a|(b)|[c-q]{7})?"];
        for pattern in many {
            let bound = states(&syntax::parse(pattern).unwrap());
            let needed = Linear::compiled(pattern, bound * 2 * STATE).map(|_| ());
            assert!(needed.is_ok(), "{pattern}: {bound} states");
            let deferred = Linear::deferred(parsed(pattern), 10 << 20).unwrap_or_else(|text| panic!("{text}"));
            assert!(deferred.engine.get().is_none() && deferred.engine().is_ok(), "{pattern}");
        }
    }

    #[test]
    fn large_and_unsupported_patterns_are_not_deferred() {
        for pattern in [r"\p{L}{1,1000}", "a{1000}{1000}", "(?=a)", "(a"] {
            assert!(Linear::deferred(parsed(pattern), 10 << 20).is_err(), "{pattern}");
        }
    }

    /// A pattern that the translation calls supported compiles, to a program that is small enough.
    #[test]
    fn patterns_that_are_not_parsed_are_supported() {
        let fragments = [
            "a",
            "é",
            ".",
            "^",
            "$",
            r"\A",
            r"\z",
            r"\Z",
            r"\b",
            r"\d",
            r"\W",
            r"\R",
            r"\n",
            r"\x{20ac}",
            r"\1",
            r"\p{L}",
            "[a-c]",
            "[^/]",
            r"[\w.-]",
            "[]a-]",
            "[é]",
            "[[:alpha:]]",
            "[[:xdigit:]:]",
            "[a[^b]]",
            "[a[bc]]",
            "[a-z&&b]",
            "(b",
            "(?:c",
            "(?<n>d",
            "(?=e",
            "(?-mix:f",
            "(?mm:g",
            "(?i:h",
            ")",
            "|",
            "*",
            "+?",
            "++",
            "{2}",
            "{,3}",
            "{3,2}",
            "{1,70000}",
            "{0}",
            "{",
            " ",
            "#",
            "-",
        ];
        let mut plain = 0;
        let all = fragments.iter().flat_map(|first| fragments.iter().map(move |second| (first, second)));
        for (first, second) in all {
            for third in fragments {
                let source = [first, second, third].concat();
                let opened = source.matches('(').count().saturating_sub(source.matches(')').count());
                let source = source + &")".repeat(opened);
                let Ok(Translation { text, states: Some(bound) }) = translate(&source) else { continue };
                plain += 1;
                let compiled = Linear::compiled(&text, bound * 2 * STATE);
                assert!(compiled.is_ok(), "{source}: {bound} states: {:?}", compiled.err());
            }
        }
        assert!(plain > 20_000, "{plain} patterns are plain");
    }

    #[test]
    fn usual_patterns_are_not_parsed() {
        for source in [
            r"\A(([a-zA-Z]:[\\/])|(\/)).*\z",
            r"^(?:25[0-5]|2[0-4]\d|1?\d{1,2})(?:\.(?:25[0-5]|2[0-4]\d|1?\d{1,2})){3}$",
            r"\A(?-mix:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)\z",
            r"\A([[:xdigit:]]{1,4}:){7}[[:xdigit:]]{1,4}(\/(1([01][0-9]|2[0-8])|[1-9][0-9]|[0-9]))?\z",
        ] {
            let linear = Linear::deferred(translate(source).unwrap(), 10 << 20).unwrap_or_else(|text| panic!("{text}"));
            assert!(matches!(linear.pattern, Pattern::Translated(_)), "{source}");
            assert!(linear.engine().is_ok());
        }
    }

    #[test]
    fn deeply_nested_patterns_are_parsed() {
        for depth in [25, 60, 150] {
            let source = format!("{}[a[b[c]]]{}", "(?:x|y".repeat(depth), ")+?".repeat(depth));
            let translation = translate(&source).unwrap();
            let is_plain = translation.states.is_some();
            let is_supported = Linear::compiled(&translation.text, usize::MAX).is_ok();
            assert!(is_supported || !is_plain, "{depth}");
            assert!(!is_plain || depth < 60, "{depth}");
        }
    }
}
