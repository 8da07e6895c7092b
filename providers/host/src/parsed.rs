//! The provider `parsed`, which finds, changes, moves and lists entries in text files.

use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordFiles, RecordLine as _};

use crate::entry::Entry;
use crate::value::Alias;
use crate::{Ensure, Host, HostAttribute, HostState};

/// Default file.
const USUAL: &str = "/etc/hosts";

/// Provider for text files such as `/etc/hosts`.
#[derive(Debug, Default)]
pub struct Parsed;

fn usual() -> Place {
    Place::unowned(USUAL)
}

fn state(target: &str, entry: &Entry) -> HostState {
    HostState {
        ensure: Some(Ensure::Present),
        ip: Some(entry.ip.clone()),
        host_aliases: Some(entry.aliases.clone()).filter(|aliases| !aliases.is_empty()),
        comment: Some(entry.comment.clone()),
        target: Some(target.into()),
    }
}

/// Compares the aliases, which are shown in messages as in the file.
fn verdict(should: &[Alias], is: &[Alias]) -> Verdict<HostAttribute> {
    if should == is {
        return Verdict::insync(HostAttribute::HostAliases);
    }
    let shown = |aliases: &[Alias]| aliases.iter().map(|alias| &**alias).collect::<Vec<_>>().join(" ");
    let is = if is.is_empty() { "absent".to_owned() } else { shown(is) };
    let should = format!("'{}'", shown(should));
    let change = format!("host_aliases changed {is} to {should}");
    Verdict::differs(HostAttribute::HostAliases).showing(is, should).change(change)
}

impl Provider for Parsed {
    type Resource = Host;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Host>]) -> Vec<Result<State<Host>>> {
        let places = rows.iter().map(|row| row.place(&*row.target)).chain([usual()]);
        let files: RecordFiles<Entry> = RecordFiles::read(system, places);
        for_each_row(rows, |row| {
            let Some((target, entry)) = files.find(&[&row.target, USUAL], &row.name)? else {
                return Ok(HostState::absent().into());
            };
            let state = State::new(state(target, entry));
            Ok(match &row.host_aliases {
                Some(should) => state.with(verdict(should, &entry.aliases)),
                None => state,
            })
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Host>,
        is: &HostState,
        _changed: &[HostAttribute],
    ) -> Result<Applied<HostAttribute>> {
        let mut files: RecordFiles<Entry> = RecordFiles::read(system, [row.place(&*row.target), usual()]);
        if row.ensure == Ensure::Absent {
            files.remove(&row.name)?;
        } else {
            let there = files.find(&[&row.target, USUAL], &row.name)?.map(|(_, entry)| entry.clone());
            // If the entry did not exist when it was read, values written by another process since are not
            // kept.
            let there = there.filter(|_| is.ensure == Some(Ensure::Present)).unwrap_or_default();
            let entry = Entry {
                ip: row.ip.clone().unwrap_or(there.ip),
                name: row.name.clone(),
                aliases: row.host_aliases.clone().unwrap_or(there.aliases),
                comment: row.comment.clone().unwrap_or(there.comment),
            };
            if entry.ip.is_empty() {
                return Err(Error::invalid("ip is a required attribute for hosts"));
            }
            files.put(&row.target, entry)?;
        }
        files.write(system, row.id())?;
        Ok(Applied::all())
    }
}

impl Instances for Parsed {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Host>>> {
        let files: RecordFiles<Entry> = RecordFiles::read(system, [usual()]);
        let entries = files.records(USUAL)?.iter();
        Ok(entries.map(|entry| Instance { title: entry.name().to_owned(), is: state(USUAL, entry) }).collect())
    }
}

#[cfg(test)]
mod tests;
