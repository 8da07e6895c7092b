//! Patterns that the linear engine does not support, such as look-around and backreferences, matched by
//! backtracking with a limit on the work of a search.

use std::sync::OnceLock;

use fancy_regex::{Expr, RegexBuilder};
use regex_automata::meta;

use super::error::BacktrackError;

/// Maximum length of a compiled program. Calls of groups are expanded in it, recursive ones twenty times.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// Maximum number of times that a search may backtrack.
const MAX_STEPS: usize = 1_000_000;

/// Maximum work of a search: positions where a match may begin, times the bytes that one step can examine. The
/// number of steps alone is not a sufficient limit: `(?=.*x)` is one step, which examines all of the text that
/// follows.
const MAX_WORK: u64 = 1 << 32;

/// Steps of up to this many bytes may be taken [`MAX_STEPS`] times within [`MAX_WORK`].
const SHORT: u64 = MAX_WORK / (1 << 20);

/// Steps of any length that passes the check against [`MAX_WORK`] may be taken this many times.
const FEW_STEPS: usize = 1 << 16;

/// Repetitions with a higher upper bound are treated as unbounded.
const MAX_COUNTED: usize = 1_000;

/// A pattern that is matched by backtracking.
pub(crate) struct Backtracking {
    translated: String,
    delegate: usize,
    reach: Reach,
    engine: fancy_regex::Regex,
    /// The same pattern with fewer steps, for texts where a step can examine more than [`SHORT`] bytes.
    limited: OnceLock<Result<fancy_regex::Regex, BacktrackError>>,
}

/// The text that a single step of a search can examine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// A number of characters that does not depend on the text.
    Constant,
    /// The rest of a line.
    Line,
    /// The rest of the text.
    Text,
}

impl Backtracking {
    /// Compiles a translated pattern, with a limit on the memory of each part that is matched by the linear engine.
    pub(crate) fn new(translated: String, delegate: usize) -> Result<Self, BacktrackError> {
        let engine = compile(&translated, MAX_STEPS, delegate)?;
        let tree = Expr::parse_tree(&translated)?;
        Ok(Self { reach: reach(&tree.expr), translated, delegate, engine, limited: OnceLock::new() })
    }

    /// Returns the engine, for properties that do not depend on a text.
    pub(crate) fn engine(&self) -> &fancy_regex::Regex {
        &self.engine
    }

    /// Returns the engine for searches in a text; an error if the text is too long for the pattern.
    pub(crate) fn engine_for(&self, haystack: &str) -> Result<&fancy_regex::Regex, BacktrackError> {
        let length = haystack.len() as u64;
        if self.reach == Reach::Constant || length <= SHORT {
            return Ok(&self.engine);
        }
        let stretch = match self.reach {
            Reach::Line => haystack.lines().map(str::len).max().unwrap_or_default() as u64,
            Reach::Constant | Reach::Text => length,
        };
        if length.saturating_mul(stretch) > MAX_WORK {
            return Err(BacktrackError::TextLength(length));
        }
        if stretch <= SHORT {
            return Ok(&self.engine);
        }
        self.limited.get_or_init(|| compile(&self.translated, FEW_STEPS, self.delegate)).as_ref().map_err(Clone::clone)
    }
}

fn compile(translated: &str, steps: usize, delegate: usize) -> Result<fancy_regex::Regex, BacktrackError> {
    let mut builder = RegexBuilder::new(translated);
    builder.max_prog_size(MAX_INSTRUCTIONS).backtrack_limit(steps).delegate_size_limit(delegate);
    Ok(builder.build()?)
}

/// Returns how much text a step of an expression, or of a part of it, can examine.
fn reach(expression: &Expr) -> Reach {
    let own = match expression {
        Expr::Repeat { child, hi, .. } if *hi > MAX_COUNTED => {
            if matches_line_break(child) {
                Reach::Text
            } else {
                Reach::Line
            }
        }
        Expr::SubroutineCall(_) | Expr::Absent(_) | Expr::AstNode(..) => Reach::Text,
        _ => Reach::Constant,
    };
    expression.children_iter().map(reach).fold(own, Reach::max)
}

/// Returns whether an expression, or a part of it, may match a line break.
fn matches_line_break(expression: &Expr) -> bool {
    match expression {
        Expr::Any { newline, .. } => *newline,
        Expr::Literal { val, .. } => val.contains('\n'),
        Expr::LiteralBytes { bytes } => bytes.contains(&b'\n'),
        Expr::Delegate { inner, .. } => meta::Regex::new(inner).map_or(true, |class| class.is_match("\n")),
        Expr::Empty | Expr::Assertion(_) => false,
        other if other.is_leaf_node() => true,
        other => other.children_iter().any(matches_line_break),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(source: &str) -> Backtracking {
        Backtracking::new(format!("(?m){source}"), 10 << 20).unwrap()
    }

    #[test]
    fn reach_is_that_of_the_widest_repetition() {
        for (source, expected) in [
            (r"(?<!a)b", Reach::Constant),
            (r"(?=a{1,9})b", Reach::Constant),
            (r"(a)\1", Reach::Constant),
            (r"(?=.*x)a", Reach::Line),
            (r"(?=[a-z]+x)a", Reach::Line),
            (r"(?=.{0,2000}x)a", Reach::Line),
            (r"(?s)(?=.*x)a", Reach::Text),
            (r"(?=[^x]*x)a", Reach::Text),
            (r"(?=\s*x)a", Reach::Text),
            (r"(?=(?:.|\n)*x)a", Reach::Text),
        ] {
            assert_eq!(pattern(source).reach, expected, "{source}");
        }
    }

    #[test]
    fn text_too_long_for_a_pattern_is_rejected_before_the_search() {
        let (line, lines) = ("b".repeat(1 << 20), "bbbbbbb\n".repeat(1 << 17));
        for source in [r"(?=.*x)a", r"(?=[^x]*x)a"] {
            let reason = pattern(source).engine_for(&line).unwrap_err();
            assert_eq!(reason.to_string(), "a search in a text of 1048576 bytes could take too many steps");
        }
        assert!(pattern(r"(?=.*x)a").engine_for(&lines).is_ok());
        assert!(pattern(r"(?=[^x]*x)a").engine_for(&lines).is_err());
        assert!(pattern(r"(?<!a)b").engine_for(&line).is_ok());
        assert!(pattern(r"(?=.*x)a").engine_for(&line[..1 << 16]).is_ok());
    }
}
