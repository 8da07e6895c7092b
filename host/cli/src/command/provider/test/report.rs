//! Owns what is told of a trial: promise by promise, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// What became of a promise.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum CheckResult {
    Passed,
    Failed(String),
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
    verdict: CheckResult,
}

impl Check {
    pub(super) fn new(type_name: &str, example: usize, promise: &'static str, verdict: CheckResult) -> Self {
        Self { type_name: type_name.to_owned(), example, promise, verdict }
    }

    pub(super) fn is_failed(&self) -> bool {
        matches!(self.verdict, CheckResult::Failed(_))
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
            CheckResult::Passed => writeln!(text, "  kept    {}", check.promise),
            CheckResult::Failed(reason) => writeln!(text, "  BROKEN  {}: {reason}", check.promise),
            CheckResult::Skipped(reason) => writeln!(text, "  skipped {}: {reason}", check.promise),
        };
    }
    let broken = checks.iter().filter(|check| check.is_failed()).count();
    let _ = writeln!(text, "{} promises, {broken} broken", checks.len());
    text
}

pub(super) fn to_json(checks: &[Check]) -> Value {
    let check = |check: &Check| {
        let (verdict, reason) = match &check.verdict {
            CheckResult::Passed => ("kept", None),
            CheckResult::Failed(reason) => ("broken", Some(reason)),
            CheckResult::Skipped(reason) => ("skipped", Some(reason)),
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
