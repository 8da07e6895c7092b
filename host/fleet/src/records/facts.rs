//! Facts whose changes alone are not written, and the paths of facts.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use crate::fact_path;
use crate::json;

/// Facts that change at each run: names, and paths in structured facts.
const VOLATILE: [&str; 22] = [
    "uptime",
    "uptime_seconds",
    "uptime_minutes",
    "uptime_hours",
    "uptime_days",
    "system_uptime",
    "load_averages",
    "memoryfree",
    "memoryfree_mb",
    "swapfree",
    "swapfree_mb",
    "memory.system.available",
    "memory.system.available_bytes",
    "memory.system.used",
    "memory.system.used_bytes",
    "memory.system.capacity",
    "memory.swap.available",
    "memory.swap.available_bytes",
    "memory.swap.used",
    "memory.swap.used_bytes",
    "memory.swap.capacity",
    "mountpoints",
];

/// The names of facts whose changes alone are not written.
#[derive(Debug)]
pub(crate) struct VolatileFacts(BTreeSet<String>);

impl Default for VolatileFacts {
    fn default() -> Self {
        Self::new(VOLATILE.map(str::to_owned))
    }
}

impl VolatileFacts {
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    /// Returns the hash of the other facts.
    pub(crate) fn stable_hash(&self, values: &Map<String, Json>) -> String {
        let mut values = values.clone();
        for name in &self.0 {
            remove(&mut values, name);
        }
        json::hash(&Json::Object(values))
    }
}

/// Removes the value at a path.
fn remove(values: &mut Map<String, Json>, path: &str) {
    match path.split_once('.') {
        None => drop(values.remove(path)),
        Some((name, rest)) => {
            if let Some(Json::Object(values)) = values.get_mut(name) {
                remove(values, rest);
            }
        }
    }
}

/// The path of a value in a fact.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FactPath {
    /// Names and indices as one text, with the name of the fact.
    pub(crate) path: String,
    /// The type of the value; empty for a fact that is an array or an object.
    pub(crate) kind: &'static str,
    /// The number of names and indices without the name of the fact.
    pub(crate) depth: i64,
}

/// Returns the paths of a fact and of the values in it, sorted.
pub(crate) fn fact_paths(name: &str, value: &Json) -> BTreeSet<FactPath> {
    let mut paths = BTreeSet::new();
    let is_filled = match value {
        Json::Array(values) => !values.is_empty(),
        Json::Object(members) => !members.is_empty(),
        _ => false,
    };
    if is_filled {
        paths.insert(FactPath { path: fact_path::encode(&[name.into()]), kind: "", depth: 0 });
    }
    fact_path::leaves(value, &mut |leaf| {
        let depth = leaf.path.len() as i64;
        let path: Vec<Json> = [Json::from(name)].into_iter().chain(leaf.path).collect();
        paths.insert(FactPath { path: fact_path::encode(&path), kind: fact_path::type_name(leaf.value), depth });
    });
    paths
}
