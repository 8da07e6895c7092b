//! The provider `parsed`, which finds, changes, moves and lists host keys in text files.

use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordFiles, RecordLine as _};

use crate::entry::{Entry, id};
use crate::{Ensure, Sshkey, SshkeyAttribute, SshkeyState};

/// Default file.
const USUAL: &str = "/etc/ssh/ssh_known_hosts";

/// Provider for text files such as `/etc/ssh/ssh_known_hosts`.
#[derive(Debug, Default)]
pub struct Parsed;

fn usual() -> Place {
    Place::unowned(USUAL)
}

fn state(target: &str, entry: &Entry) -> SshkeyState {
    SshkeyState {
        ensure: Some(Ensure::Present),
        key: Some(entry.key.clone()),
        host_aliases: Some(entry.aliases.clone()),
        target: Some(target.into()),
    }
}

/// Returns the key type as written in a file, or an empty text without a type, which matches no line.
fn kind(row: &Sshkey) -> String {
    row.r#type.and_then(|kind| String::from_value(kind.into_value()).ok()).unwrap_or_default()
}

impl Provider for Parsed {
    type Resource = Sshkey;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Sshkey>]) -> Vec<Result<State<Sshkey>>> {
        let places = rows.iter().map(|row| row.place(&*row.target)).chain([usual()]);
        let files: RecordFiles<Entry> = RecordFiles::read(system, places);
        for_each_row(rows, |row| {
            Ok(match files.find(&[&row.target, USUAL], &id(&row.name, &kind(row)))? {
                Some((target, entry)) => state(target, entry).into(),
                None => SshkeyState::absent().into(),
            })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Sshkey>,
        is: &SshkeyState,
        _changed: &[SshkeyAttribute],
    ) -> Result<Applied<SshkeyAttribute>> {
        let mut files: RecordFiles<Entry> = RecordFiles::read(system, [row.place(&*row.target), usual()]);
        let kind = kind(row);
        let id = id(&row.name, &kind);
        if row.ensure == Ensure::Absent {
            files.remove(&id)?;
        } else {
            let there = files.find(&[&row.target, USUAL], &id)?.map(|(_, entry)| entry.clone());
            // If the key did not exist when it was read, values written by another process since are not
            // kept.
            let there = there.filter(|_| is.ensure == Some(Ensure::Present));
            if kind.is_empty() {
                return Err(Error::invalid("Field 'type' is required"));
            }
            let key = row.key.clone().or_else(|| Some(there.as_ref()?.key.clone()));
            let key = key.filter(|key| !key.trim().is_empty());
            let key = key.ok_or_else(|| Error::invalid("Field 'key' is required"))?;
            if key.contains(['\n', '\r']) {
                return Err(Error::invalid("a key must be on one line"));
            }
            let aliases = row.host_aliases.clone().or_else(|| there.map(|entry| entry.aliases)).unwrap_or_default();
            files.put(&row.target, Entry::new(&row.name, aliases, &kind, &key))?;
        }
        files.write(system, row.id())?;
        Ok(Applied::all())
    }
}

impl Instances for Parsed {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Sshkey>>> {
        let files: RecordFiles<Entry> = RecordFiles::read(system, [usual()]);
        let entries = files.records(USUAL)?.iter();
        Ok(entries.map(|entry| Instance { title: entry.name().to_owned(), is: state(USUAL, entry) }).collect())
    }
}

#[cfg(test)]
mod tests;
