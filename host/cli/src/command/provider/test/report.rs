//! Owns what is told of a trial: promise by promise, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// What became of a promise.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Verdict {
    Kept,
    Broken(String),
    /// It could not be tried here.
    Skipped(String),
}

/// A promise of a type, tried with one of its examples.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Check {
    type_name: String,
    /// The number of the example, from 1.
    example: usize,
    promise: &'static str,
    verdict: Verdict,
}

impl Check {
    pub(super) fn new(type_name: &str, example: usize, promise: &'static str, verdict: Verdict) -> Self {
        Self { type_name: type_name.to_owned(), example, promise, verdict }
    }

    pub(super) fn is_broken(&self) -> bool {
        matches!(self.verdict, Verdict::Broken(_))
    }
}

pub(super) fn to_text(checks: &[Check]) -> String {
    let mut text = String::new();
    let mut shown = None;
    for check in checks {
        let about = (&check.type_name, check.example);
        if shown != Some(about) {
            let _ = match check.example {
                0 => writeln!(text, "{}", check.type_name),
                number => writeln!(text, "{}, example {number}", check.type_name),
            };
            shown = Some(about);
        }
        let _ = match &check.verdict {
            Verdict::Kept => writeln!(text, "  kept    {}", check.promise),
            Verdict::Broken(reason) => writeln!(text, "  BROKEN  {}: {reason}", check.promise),
            Verdict::Skipped(reason) => writeln!(text, "  skipped {}: {reason}", check.promise),
        };
    }
    let broken = checks.iter().filter(|check| check.is_broken()).count();
    let _ = writeln!(text, "{} promises, {broken} broken", checks.len());
    text
}

pub(super) fn to_json(checks: &[Check]) -> Value {
    let check = |check: &Check| {
        let (verdict, reason) = match &check.verdict {
            Verdict::Kept => ("kept", None),
            Verdict::Broken(reason) => ("broken", Some(reason)),
            Verdict::Skipped(reason) => ("skipped", Some(reason)),
        };
        json!({
            "type": check.type_name,
            "example": check.example,
            "promise": check.promise,
            "verdict": verdict,
            "reason": reason,
        })
    };
    Value::Array(checks.iter().map(check).collect())
}
