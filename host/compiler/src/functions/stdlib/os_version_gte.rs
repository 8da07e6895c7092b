//! `os_version_gte`: tests whether the node runs at least a version of an operating system.

use std::cmp::Ordering;

use value::Value;

use crate::evaluator::{Function, FunctionCall, Overload};
use crate::functions::versioncmp;

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "os_version_gte",
    "Returns whether the node runs an operating system in the given version or a later one: `os_version_gte('Debian', \
     '12')`.",
    &[Overload::new("String[1] $os, String[1] $version", |call| {
        let name = call.evaluator.facts.get("operatingsystem");
        let version = call.evaluator.facts.get("operatingsystemmajrelease");
        Ok(Value::Boolean(has(call, name.as_ref(), version.as_ref())))
    })],
)
.returning("Boolean");

pub(in crate::functions) const NAMESPACED: Function = Function::new(
    "stdlib::os_version_gte",
    FUNCTION.docs,
    &[Overload::new("String[1] $os, String[1] $version", |call| {
        let os = call.evaluator.facts.get("os");
        let os = os.as_ref().and_then(Value::as_hash);
        let release = os.and_then(|os| os.text("release")).and_then(Value::as_hash);
        let version = release.and_then(|release| release.text("major"));
        Ok(Value::Boolean(has(call, os.and_then(|os| os.text("name")), version)))
    })],
)
.returning("Boolean");

fn has(call: &FunctionCall<'_, '_>, name: Option<&Value>, version: Option<&Value>) -> bool {
    name.and_then(Value::as_str) == Some(call.text(0))
        && version.is_some_and(|version| versioncmp::compare(&version.ruby(), call.text(1)) != Ordering::Less)
}
