//! `ensure_packages`: declares packages that have not been declared.

use value::{EvalError, Hash, Value};

use super::ensure_resource::ensure;
use super::ensure_resources::ensure_each;
use crate::evaluator::{Function, FunctionCall, Overload};

pub(in crate::functions) const FUNCTION: Function = Function::new(
    "ensure_packages",
    "Declares packages by name, by an array of names, or by a hash of names and attributes, except those that have been \
     declared. Their default attributes are `ensure => installed` and those in the second argument.",
    &[Overload::new(
        "Variant[String[1], Array[String[1]], Hash[String[1], Any]] $packages, Hash $default_attributes?",
        ensure_packages,
    )],
)
.returning("Undef");

pub(in crate::functions) const NAMESPACED: Function = FUNCTION.renamed("stdlib::ensure_packages");

fn ensure_packages(call: &mut FunctionCall<'_, '_>) -> Result<Value, EvalError> {
    let mut defaults = Hash::default();
    defaults.insert("ensure", "installed");
    if let Value::Hash(given) = call.argument(1) {
        defaults.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    if defaults.text("ensure").and_then(Value::as_str) == Some("present") {
        defaults.insert("ensure", "installed");
    }
    let package = Value::from("package");
    match call.argument(0) {
        Value::Hash(packages) => ensure_each(call, &package, packages, &defaults),
        names => ensure(call, &package, names, &Value::hash(defaults)),
    }
}
