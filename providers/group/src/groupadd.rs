//! The provider `groupadd`, which reads the system's groups and changes them with the system's programs.

use std::collections::BTreeSet;

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Group as Known, Key};

use crate::tool::Tool;
use crate::value::{Gid, Names};
use crate::{Ensure, Group, GroupAttribute, GroupState};

/// Manages groups with `groupadd` and related programs.
#[derive(Debug, Default)]
pub struct Groupadd;

impl Provider for Groupadd {
    type Resource = Group;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Group>]) -> Vec<Result<State<Group>>> {
        for_each_row(rows, |row| {
            let Some(group) = find(system, row) else {
                return Ok(GroupState::absent().into());
            };
            let mut state = State::new(state(group));
            state.verdicts.extend(judge_members(row, &state.is));
            Ok(state)
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Group>,
        _is: &GroupState,
        changed: &[GroupAttribute],
    ) -> Result<Applied<GroupAttribute>> {
        let mut applied = Applied::default();
        for attribute in changed {
            let outcome = match attribute {
                GroupAttribute::Ensure if row.ensure == Ensure::Absent => remove(system, row),
                GroupAttribute::Ensure => create(system, row),
                GroupAttribute::Gid => set_gid(system, row),
                GroupAttribute::Members => set_members(system, row),
                other => Err(Error::invalid(format!("groupadd cannot manage {}", other.name()))),
            };
            applied.note(*attribute, outcome.map(|()| None));
        }
        Ok(applied)
    }
}

impl Instances for Groupadd {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Group>>> {
        let groups = system.groups().into_iter();
        Ok(groups.map(|group| Instance { title: group.name.clone(), is: state(group) }).collect())
    }
}

/// Finds a group. With `forcelocal`, searches only the local files.
fn find(system: &impl ReadSystem, group: &Group) -> Option<Known> {
    if group.forcelocal {
        return system.groups().into_iter().find(|known| known.name == group.name);
    }
    system.group(&Key::Name(group.name.clone()))
}

fn state(group: Known) -> GroupState {
    GroupState {
        ensure: Some(Ensure::Present),
        gid: Some(Gid(group.gid.into())),
        members: Some(Names(group.members)),
        ..GroupState::default()
    }
}

/// Members that are not listed matter only with `auth_membership`.
fn judge_members(row: &Row<Group>, is: &GroupState) -> Option<Verdict<GroupAttribute>> {
    row.members.as_ref()?;
    let current = is.members.clone().unwrap_or_default();
    let should = members_wanted(row, &current);
    let attribute = GroupAttribute::Members;
    if should == current.0.iter().map(String::as_str).collect() {
        return Some(Verdict::insync(attribute));
    }
    let (current, should) = (current.0.join(","), Vec::from_iter(should).join(","));
    let change = format!("members changed {current} to {should}");
    Some(Verdict::differs(attribute).showing(current, should).change(change))
}

fn members_wanted<'a>(row: &'a Group, current: &'a Names) -> BTreeSet<&'a str> {
    let kept: &[String] = if row.auth_membership { &[] } else { &current.0 };
    let wanted = row.members.as_ref().map(|names| names.0.as_slice()).unwrap_or_default();
    wanted.iter().chain(kept).map(String::as_str).collect()
}

fn create(system: &impl WriteSystem, row: &Row<Group>) -> Result<()> {
    check_duplicate(system, row)?;
    let gid = row.gid.map(|gid| gid.0.to_string());
    let mut options: Vec<&str> = gid.iter().flat_map(|gid| ["-g", gid]).collect();
    // `lgroupadd` does not support this option.
    options.extend((row.allowdupe && gid.is_some() && !row.forcelocal).then_some("-o"));
    options.extend(row.system.then_some("-r"));
    Tool::Add.run(system, row, &options).map_err(|error| reworded(error, &format!("create group {}", row.name)))?;
    match row.members.as_ref().filter(|names| !names.0.is_empty()) {
        Some(_) => set_members(system, row),
        None => Ok(()),
    }
}

fn remove(system: &impl WriteSystem, row: &Row<Group>) -> Result<()> {
    Tool::Delete.run(system, row, &[]).map_err(|error| reworded(error, &format!("delete group {}", row.name)))
}

fn set_gid(system: &impl WriteSystem, row: &Row<Group>) -> Result<()> {
    check_duplicate(system, row)?;
    let Some(Gid(gid)) = row.gid else { return Ok(()) };
    let gid = gid.to_string();
    let options: &[&str] = if row.allowdupe && !row.forcelocal { &["-g", &gid, "-o"] } else { &["-g", &gid] };
    let changed = Tool::Modify.run(system, row, options);
    changed.map_err(|error| reworded(error, &format!("set gid on group[{}]", row.name)))
}

fn set_members(system: &impl WriteSystem, row: &Row<Group>) -> Result<()> {
    // The current members may have changed since the group was read.
    let current = find(system, row).map(|group| Names(group.members)).unwrap_or_default();
    let members = members_wanted(row, &current);
    // Checked here for Puppet's message instead of gpasswd's.
    for name in row.members.iter().flat_map(|names| &names.0) {
        if system.user(&Key::Name(name.clone())).is_none() {
            return Err(Error::new(Code::NotFound, format!("can't find user for {name}")));
        }
    }
    let members = Vec::from_iter(members).join(",");
    let changed = Tool::Members.run(system, row, &["-M", &members]);
    changed.map_err(|error| reworded(error, &format!("set members on group[{}]", row.name)))
}

/// Old libuser programs do not check for duplicates, unlike the `groupadd` family.
fn check_duplicate(system: &impl ReadSystem, row: &Row<Group>) -> Result<()> {
    let Some(Gid(gid)) = row.gid.filter(|_| row.forcelocal && !row.allowdupe) else { return Ok(()) };
    if system.groups().iter().any(|group| i64::from(group.gid) == gid) {
        let message = format!("GID {gid} already exists, use allowdupe to force group creation");
        return Err(Error::new(Code::Exists, message));
    }
    Ok(())
}

fn reworded(error: Error, what: &str) -> Error {
    let message = format!("Could not {what}: {}", error.message);
    error.reword(message)
}
