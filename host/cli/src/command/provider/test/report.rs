//! Results of the conformance checks, as text and as JSON.

use authoring::conformance::{Check, CheckResult};
use serde_json::{Value, json};

/// Returns the heading of the checks of a type (0) or of one of its examples.
pub(super) fn heading(type_name: &str, example: usize) -> String {
    match example {
        0 => format!("{type_name}\n"),
        number => format!("{type_name}, example {number}\n"),
    }
}

/// Returns the line of a check.
pub(super) fn line(check: &Check) -> String {
    match &check.result {
        CheckResult::Passed => format!("  ok      {}\n", check.name),
        CheckResult::Failed(reason) => format!("  FAILED  {}: {reason}\n", check.name),
        CheckResult::Skipped(reason) => format!("  skipped {}: {reason}\n", check.name),
    }
}

/// Returns the number of checks.
pub(super) fn total(checks: &[Check]) -> String {
    let failed = checks.iter().filter(|check| check.is_failed()).count();
    format!("{} checks, {failed} failed\n", checks.len())
}

pub(super) fn to_json(checks: &[Check]) -> Value {
    let check = |check: &Check| {
        let (result, reason) = match &check.result {
            CheckResult::Passed => ("ok", None),
            CheckResult::Failed(reason) => ("failed", Some(reason)),
            CheckResult::Skipped(reason) => ("skipped", Some(reason)),
        };
        json!({
            "type": check.type_name,
            "example": check.example,
            "check": check.name,
            "result": result,
            "reason": reason,
        })
    };
    Value::Array(checks.iter().map(check).collect())
}
