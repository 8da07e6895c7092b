//! Results of the conformance checks, as text and as JSON.

use std::fmt::Write as _;

use authoring::conformance::{Check, CheckResult};
use serde_json::{Value, json};

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
        let _ = match &check.result {
            CheckResult::Passed => writeln!(text, "  ok      {}", check.name),
            CheckResult::Failed(reason) => writeln!(text, "  FAILED  {}: {reason}", check.name),
            CheckResult::Skipped(reason) => writeln!(text, "  skipped {}: {reason}", check.name),
        };
    }
    let failed = checks.iter().filter(|check| check.is_failed()).count();
    let _ = writeln!(text, "{} checks, {failed} failed", checks.len());
    text
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
