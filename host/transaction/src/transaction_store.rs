//! State stored between runs: evaluation times of scheduled resources, values of audited attributes, and the values that
//! were set. Writing to disk is implemented elsewhere.

use std::collections::BTreeMap;
use std::time::SystemTime;

use catalog::Value;

/// Stored state of resources by their references (`File[/x]`). Contains no secrets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TransactionStore {
    resources: BTreeMap<String, PersistedResource>,
}

/// Stored state of a resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PersistedResource {
    /// Time of the last evaluation.
    pub checked: Option<SystemTime>,
    /// Time of the last change.
    pub synced: Option<SystemTime>,
    /// Last values of audited attributes.
    pub audited: BTreeMap<String, Value>,
    /// Values set by an earlier run.
    pub set: BTreeMap<String, Value>,
}

impl TransactionStore {
    /// Returns all resources with stored state.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &PersistedResource)> {
        self.resources.iter().map(|(name, stored)| (name.as_str(), stored))
    }

    /// Adds the stored state of a resource.
    pub fn insert(&mut self, name: String, stored: PersistedResource) {
        self.resources.insert(name, stored);
    }

    /// Drops resources last evaluated before a given time.
    pub fn forget_before(&mut self, time: SystemTime) {
        self.resources.retain(|_, stored| stored.checked.is_none_or(|checked| checked >= time));
    }

    /// Drops the set values of resources for which the predicate is false.
    pub(crate) fn retain_set_values(&mut self, is_known: impl Fn(&str) -> bool) {
        for (name, stored) in &mut self.resources {
            if !is_known(name) {
                stored.set.clear();
            }
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&PersistedResource> {
        self.resources.get(name)
    }

    pub(crate) fn entry(&mut self, name: &str) -> &mut PersistedResource {
        if !self.resources.contains_key(name) {
            self.resources.insert(name.to_owned(), PersistedResource::default());
        }
        self.resources.get_mut(name).expect("it was inserted above")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn forget_before_drops_resources_not_evaluated_since() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let mut store = TransactionStore::default();
        store.entry("Exec[old]").checked = Some(at(10));
        store.entry("Exec[new]").checked = Some(at(30));
        store.forget_before(at(20));
        assert_eq!(store.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["Exec[new]"]);
    }
}
