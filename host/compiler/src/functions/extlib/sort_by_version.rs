//! `extlib::sort_by_version`: sorts version numbers.

use value::{EvalError, Value};

use crate::evaluator::{Function, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "extlib::sort_by_version",
    "Returns version numbers in ascending order, as RubyGems compares them.",
    &[Overload::new("Array[String] $versions", |call| {
        let mut versions: Vec<&str> = call.elements(0).iter().filter_map(Value::as_str).collect();
        if let Some(malformed) = versions.iter().find(|version| erb::gem_version(version).is_none()) {
            return Err(EvalError::new(format!("Malformed version number string {malformed}")));
        }
        versions.sort_by(|left, right| erb::compare_gem_versions(left, right));
        Ok(versions.into_iter().map(Value::from).collect())
    })],
)
.returning("Array[String]");
