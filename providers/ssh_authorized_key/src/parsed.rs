//! The provider `parsed`, which finds, changes and removes keys in text files.

use std::collections::BTreeMap;

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::records::{RecordLine as _, Records};

use crate::entry::Entry;
use crate::key_owner;
use crate::value::{Key, Options};
use crate::{Ensure, SshAuthorizedKey, SshAuthorizedKeyAttribute, SshAuthorizedKeyState};

/// Provider for text files such as `~/.ssh/authorized_keys`.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The keys without a comment, by file. Their numbers are those of the first read, since removing a key
    /// would renumber those after it.
    unnamed: BTreeMap<String, Vec<String>>,
}

impl Provider for Parsed {
    type Resource = SshAuthorizedKey;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<SshAuthorizedKey>],
    ) -> Vec<Result<State<SshAuthorizedKey>>> {
        let mut files: BTreeMap<String, Result<Records<Entry>>> = BTreeMap::new();
        for_each_row(rows, |row| {
            let absent = SshAuthorizedKeyState::absent();
            let Some(target) = key_owner::target(system, row) else { return Ok(absent.into()) };
            let known = files.entry(target.clone()).or_insert_with(|| read(system, row, &target));
            let records = known.as_ref().map_err(Clone::clone)?;
            self.number(&target, records);
            let Some(entry) = records.find(self.id(row, &target)) else { return Ok(absent.into()) };
            let state = State::new(SshAuthorizedKeyState {
                ensure: Some(Ensure::Present),
                r#type: Some(entry.kind),
                key: Some(Key(entry.key.clone())),
                user: row.user.clone(),
                target: Some(target.as_str().into()),
                options: Some(Options(entry.options.clone())).filter(|options| !options.0.is_empty()),
            });
            Ok(state.with(judge_options(row, &entry.options)))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<SshAuthorizedKey>,
        is: &SshAuthorizedKeyState,
        _changed: &[SshAuthorizedKeyAttribute],
    ) -> Result<Applied<SshAuthorizedKeyAttribute>> {
        let Some(target) = key_owner::target(system, row) else {
            let user = row.user.as_deref().unwrap_or_default();
            return Err(Error::new(Code::NotFound, format!("User '{user}' does not exist")));
        };
        let mut records = read(system, row, &target)?;
        let id = self.id(row, &target);
        if row.ensure == Ensure::Absent {
            records.remove(id);
        } else {
            let there = records.find(id).filter(|_| is.ensure == Some(Ensure::Present));
            let entry = wanted(row, there)?;
            if entry.is_unnamed() {
                // The key is identified by its line, which changes.
                records.remove(id);
            }
            records.put(entry);
        }
        key_owner::write(system, row, &target, &records.to_text())?;
        Ok(Applied::all())
    }
}

impl Instances for Parsed {
    /// Puppet: there is no default file for all users, so no keys are listed, and `resources` does not purge
    /// any.
    fn instances(&mut self, _system: &impl ReadSystem) -> Result<Vec<Instance<SshAuthorizedKey>>> {
        Ok(Vec::new())
    }
}

impl Parsed {
    /// Numbers the keys without a comment in a file, unless already done.
    fn number(&mut self, target: &str, records: &Records<Entry>) {
        if !self.unnamed.contains_key(target) {
            let unnamed = records.iter().filter(|entry| entry.is_unnamed()).map(|entry| entry.name().to_owned());
            self.unnamed.insert(target.to_owned(), unnamed.collect());
        }
    }

    /// Returns the identifier of a key in its file. Puppet: `FILE:unnamed-NUMBER` is a key without a comment.
    fn id<'a>(&'a self, row: &'a SshAuthorizedKey, target: &str) -> &'a str {
        let number = row.name.strip_prefix(target).and_then(|rest| rest.strip_prefix(":unnamed-"));
        let number: Option<usize> = number.and_then(|number| number.parse().ok());
        let unnamed = number.and_then(|number| self.unnamed.get(target)?.get(number.checked_sub(1)?));
        unnamed.map_or(&*row.name, String::as_str)
    }
}

fn read(system: &impl ReadSystem, row: &Row<SshAuthorizedKey>, target: &str) -> Result<Records<Entry>> {
    Ok(Records::parse(&system.find_text(&row.place(target), limits::CONFIG_FILE)?.unwrap_or_default()))
}

/// Returns the desired key. Attributes that are not specified keep their current values.
fn wanted(row: &SshAuthorizedKey, there: Option<&Entry>) -> Result<Entry> {
    let missing = |field: &str| Error::invalid(format!("Field '{field}' is required"));
    let kind = row.r#type.or_else(|| there.map(|entry| entry.kind)).ok_or_else(|| missing("type"))?;
    let key = row.key.as_ref().map(|key| key.0.as_str()).or_else(|| there.map(|entry| entry.key.as_str()));
    let key = key.filter(|key| !key.is_empty()).ok_or_else(|| missing("key"))?;
    let options = row.options.clone().unwrap_or_default().0;
    let comment = if there.is_some_and(Entry::is_unnamed) { "" } else { &*row.name };
    Ok(Entry::new(options, kind, key, comment))
}

/// Compares the options. A row without options requires an empty list.
fn judge_options(row: &SshAuthorizedKey, is: &[String]) -> Verdict<SshAuthorizedKeyAttribute> {
    let attribute = SshAuthorizedKeyAttribute::Options;
    let should: &[String] = row.options.as_ref().map(|options| options.0.as_slice()).unwrap_or_default();
    if should == is {
        return Verdict::insync(attribute);
    }
    let shown = |options: &[String]| match options {
        [] => "['absent']".to_owned(),
        some => format!("['{}']", some.join("', '")),
    };
    let (current, wanted) = (shown(is), shown(should));
    let change = if should.is_empty() {
        format!("undefined 'options' from {current}")
    } else {
        format!("options changed {current} to {wanted}")
    };
    Verdict::differs(attribute).showing(current, wanted).change(change)
}

#[cfg(test)]
mod tests;
