//! Owns the fact `processors`.

use std::collections::BTreeSet;

use catalog::Value;

use crate::{hash, read};

pub(crate) fn gather() -> Value {
    let Some(text) = read("/proc/cpuinfo") else { return Value::Undef };
    let values = |key: &str| -> Vec<&str> {
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .filter(|(k, _)| k.trim() == key)
            .map(|(_, v)| v.trim())
            .collect()
    };
    let count = values("processor").len();
    let packages: BTreeSet<&str> = values("physical id").into_iter().collect();
    let models: Vec<Value> = values("model name").into_iter().map(Value::from).collect();
    let number = |number: usize| i64::try_from(number).ok().map(Value::from);
    hash([
        ("count", number(count)),
        ("isa", Some("unknown".into())),
        ("models", Some(Value::Array(models))),
        ("physicalcount", number(packages.len().max(1))),
    ])
}
