//! The provider of `alternative_entry`: the programs available for a name.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;
use marotte_sdk::system::System;

use crate::store::{Group, NOT_A_PATH, Store, is_name};
use crate::{AlternativeEntry, AlternativeEntryAttribute, AlternativeEntryState, Ensure};

/// A priority, which manifests may specify as a number or text.
#[derive(Debug, Clone, PartialEq, Eq, AttributeValue)]
#[value(parse = Self::parse, error = "priority must be an integer")]
pub struct Priority(String);

impl Priority {
    fn parse(value: &Value) -> Option<Self> {
        let number = match value {
            Value::Integer(number) => Some(*number),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.map(|number| Self(number.to_string()))
    }
}

/// Provider for the programs available for names.
#[derive(Debug)]
pub(crate) struct Entries {
    store: Store,
}

impl Open for Entries {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self { store: Store::of(name) })
    }
}

impl Canonicalize for AlternativeEntry {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !row.name.starts_with('/') {
            problems.error(row, AlternativeEntryAttribute::Name, NOT_A_PATH);
        }
        if !row.altlink.is_empty() && !row.altlink.starts_with('/') {
            problems.error(row, AlternativeEntryAttribute::Altlink, NOT_A_PATH);
        }
        if let Some(name) = row.altname.as_ref().filter(|name| !is_name(name)) {
            let message = format!("'{name}' is not a valid name of an alternative");
            problems.error(row, AlternativeEntryAttribute::Altname, message);
        }
    }
}

impl Entries {
    /// Reads all names, and returns the first error if some of them cannot be read.
    fn groups(&self, system: &impl ReadSystem) -> Result<(BTreeMap<String, Group>, Option<Error>)> {
        let (mut groups, mut fault) = (BTreeMap::new(), None);
        for name in self.store.names(system)? {
            match self.store.group(system, 0, &name) {
                Ok(Some(group)) => drop(groups.insert(name, group)),
                // Another process removed it.
                Ok(None) => {}
                Err(error) => drop(fault.get_or_insert(error)),
            }
        }
        Ok((groups, fault))
    }

    fn install(&self, system: &impl WriteSystem, row: &Row<AlternativeEntry>) -> Result<()> {
        match (row.altlink.as_str(), &row.altname, &row.priority) {
            (link, Some(name), Some(Priority(priority))) if !link.is_empty() => {
                self.store.run(system, row.id(), &["--install", link, name, &row.name, priority])
            }
            _ => Err(Error::invalid("altlink, altname and priority are required to create an entry")),
        }
    }

    fn remove(&self, system: &impl WriteSystem, row: &Row<AlternativeEntry>, name: Option<&String>) -> Result<()> {
        let name = name.ok_or_else(|| Error::invalid("altname or altlink is required to find an entry"))?;
        self.store.run(system, row.id(), &["--remove", name, &row.name])
    }
}

/// Returns whether a row refers to a name: by its link, or by the name if the row has no link.
fn is_meant(row: &AlternativeEntry, name: &str, group: &Group) -> bool {
    if row.altlink.is_empty() { row.altname.as_deref() == Some(name) } else { group.link == row.altlink }
}

fn state(path: &str, name: &str, group: &Group) -> AlternativeEntryState {
    let Some(priority) = group.priority(path) else { return AlternativeEntryState::absent() };
    AlternativeEntryState {
        ensure: Some(Ensure::Present),
        altlink_ro: Some(group.link.clone()),
        altname: Some(name.to_owned()),
        priority: Some(Priority(priority.to_owned())),
    }
}

impl Provider for Entries {
    type Resource = AlternativeEntry;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<AlternativeEntry>],
    ) -> Vec<Result<State<AlternativeEntry>>> {
        let known = self.groups(system);
        for_each_row(rows, |row| {
            let (groups, fault) = known.as_ref().map_err(Clone::clone)?;
            match (groups.iter().find(|(name, group)| is_meant(row, name, group)), fault) {
                (Some((name, group)), _) => Ok(state(&row.name, name, group).into()),
                // The name of the row may be the unreadable one.
                (None, Some(fault)) => Err(fault.clone()),
                (None, None) => Ok(AlternativeEntryState::absent().into()),
            }
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<AlternativeEntry>,
        is: &AlternativeEntryState,
        changed: &[AlternativeEntryAttribute],
    ) -> Result<Applied<AlternativeEntryAttribute>> {
        if row.ensure == Some(Ensure::Absent) {
            self.remove(system, row, is.altname.as_ref().or(row.altname.as_ref()))?;
            return Ok(Applied::all());
        }
        // A link can belong to only one name, so the entry of the previous name is removed first.
        if changed.contains(&AlternativeEntryAttribute::Altname) {
            self.remove(system, row, is.altname.as_ref())?;
        }
        self.install(system, row).map(|()| Applied::all())
    }
}

impl Instances for Entries {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<AlternativeEntry>>> {
        let (groups, fault) = self.groups(system)?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let mut found = Vec::new();
        for (name, group) in groups {
            let titled =
                |(path, _): &(String, String)| Instance { title: path.clone(), is: state(path, &name, &group) };
            found.extend(group.choices.iter().map(titled));
        }
        Ok(found)
    }
}
