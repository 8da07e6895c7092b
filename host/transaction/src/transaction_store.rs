//! State stored between runs: when scheduled resources were last evaluated, the values of audited attributes, and the
//! values that were set. Storage is implemented elsewhere.

use std::collections::BTreeMap;
use std::time::SystemTime;

use catalog::Value;

/// Stored state of resources, by their names in messages. Contains no secrets.
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
        self.resources.iter().map(|(name, remembered)| (name.as_str(), remembered))
    }

    /// Adds the stored state of a resource.
    pub fn insert(&mut self, name: String, remembered: PersistedResource) {
        self.resources.insert(name, remembered);
    }

    /// Drops resources last evaluated before a given time.
    pub fn forget_before(&mut self, time: SystemTime) {
        self.resources.retain(|_, remembered| remembered.checked.is_none_or(|checked| checked >= time));
    }

    /// Drops the set values of resources for which the predicate is false.
    pub(crate) fn forget_set_but(&mut self, is_known: impl Fn(&str) -> bool) {
        for (name, remembered) in &mut self.resources {
            if !is_known(name) {
                remembered.set.clear();
            }
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&PersistedResource> {
        self.resources.get(name)
    }

    pub(crate) fn of(&mut self, name: &str) -> &mut PersistedResource {
        if !self.resources.contains_key(name) {
            self.resources.insert(name.to_owned(), PersistedResource::default());
        }
        self.resources.get_mut(name).expect("it was put there")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_was_not_looked_at_for_long_is_forgotten() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let mut memory = TransactionStore::default();
        memory.of("Exec[old]").checked = Some(at(10));
        memory.of("Exec[new]").checked = Some(at(30));
        memory.forget_before(at(20));
        assert_eq!(memory.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["Exec[new]"]);
    }
}
