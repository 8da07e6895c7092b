//! The provider `posixacl`: lists are read by `getfacl` and changed by `setfacl`.

use std::collections::BTreeMap;

use marotte_sdk::command::Tool;
use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Kind, Want};

use crate::entry::Entry;
use crate::relation::{is_below, normal, titles};
use crate::{Action, PosixAcl, PosixAclAttribute, PosixAclState};

const GETFACL: Tool = Tool::new("getfacl").shown_as("/usr/bin/getfacl");
const SETFACL: Tool = Tool::new("setfacl").shown_as("/usr/bin/setfacl");

/// Provider that uses the commands of the package acl.
#[derive(Debug, Default)]
pub struct Setfacl;

impl Canonicalize for PosixAcl {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !row.path.starts_with('/') {
            let message = format!("Path must be absolute: {}", row.path);
            problems.error(row, PosixAclAttribute::Path, message);
        }
        if row.permission.is_none() {
            problems.error(row, None, "permission is a required property.");
        }
    }
}

impl Provider for Setfacl {
    type Resource = PosixAcl;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<PosixAcl>]) -> Vec<Result<State<PosixAcl>>> {
        for_each_row(rows, |row| {
            let current = current(system, row)?;
            let wanted = row.permission.clone().unwrap_or_default();
            let state = State::new(PosixAclState { permission: Some(current.clone()) });
            let attribute = PosixAclAttribute::Permission;
            if is_insync(row.action, &current, &wanted) {
                return Ok(state.with(Verdict::insync(attribute)));
            }
            let (is, should) = (shown(&current), shown(&wanted));
            let change = format!("permission changed {is} to {should}");
            Ok(state.with(Verdict::differs(attribute).showing(is, should).change(change)))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<PosixAcl>,
        _is: &PosixAclState,
        _changed: &[PosixAclAttribute],
    ) -> Result<Applied<PosixAclAttribute>> {
        let wanted = row.permission.as_deref().unwrap_or_default();
        match row.action {
            Action::Unset => remove(system, row, wanted.iter())?,
            Action::Purge => {
                let recursion: &[&str] = if row.is_lazy() { &["-R"] } else { &[] };
                let arguments = [recursion, &["-b", &row.path]].concat();
                SETFACL.run(system, row.id(), &arguments)?;
            }
            Action::Set | Action::Exact => {
                let current = current(system, row)?;
                if row.action == Action::Exact {
                    remove(system, row, current.iter().filter(|entry| !is_listed(entry, wanted)))?;
                }
                add(system, row, wanted.iter().filter(|entry| !current.contains(entry)))?;
            }
        }
        Ok(Applied::all())
    }
}

/// Returns the list of a file, sorted; an empty one if the file does not exist.
fn current(system: &impl ReadSystem, row: &Row<PosixAcl>) -> Result<Vec<Entry>> {
    if system.stat_one(&row.place(&row.path), true, Want::empty())?.is_none() {
        return Ok(Vec::new());
    }
    let output = GETFACL.query_text(system, row.id(), &["--absolute-names", "--no-effective", &row.path])?;
    let lines = output.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut entries: Vec<Entry> = lines.map(Entry::listed).collect();
    entries.sort();
    Ok(entries)
}

/// Compares a list with the entries of a resource. An `X` equals an `x`, since it depends on the file.
fn is_insync(action: Action, current: &[Entry], wanted: &[Entry]) -> bool {
    match action {
        Action::Purge => current.iter().all(|entry| entry.is_base() && !entry.is_mask()),
        Action::Unset => {
            let removable = wanted.iter().filter(|entry| !entry.is_base());
            let mut subjects = removable.map(|entry| entry.subject());
            subjects.all(|subject| current.iter().all(|entry| entry.subject() != subject))
        }
        Action::Set => wanted.iter().all(|entry| is_listed(entry, current)),
        Action::Exact => {
            wanted.iter().all(|entry| is_listed(entry, current)) && current.iter().all(|entry| is_listed(entry, wanted))
        }
    }
}

fn is_listed(entry: &Entry, list: &[Entry]) -> bool {
    let entry = entry.lowercase();
    list.iter().any(|other| other.lowercase() == entry)
}

/// Formats a list like Ruby's `inspect`.
fn shown(entries: &[Entry]) -> String {
    let mut texts: Vec<String> = entries.iter().map(|entry| format!("{:?}", entry.as_str())).collect();
    texts.sort();
    format!("[{}]", texts.join(", "))
}

/// Removes entries. Those of the permission bits and the mask cannot be removed.
fn remove<'e>(system: &impl WriteSystem, row: &Row<PosixAcl>, entries: impl Iterator<Item = &'e Entry>) -> Result<()> {
    let recursion: &[&str] = if row.is_lazy() { &["-R"] } else { &[] };
    for entry in entries.filter(|entry| !entry.is_base()) {
        let arguments = [recursion, &["-n", "-x", entry.subject(), &row.path]].concat();
        SETFACL.run(system, row.id(), &arguments)?;
    }
    Ok(())
}

/// Adds or changes entries, if there are any.
fn add<'e>(system: &impl WriteSystem, row: &Row<PosixAcl>, entries: impl Iterator<Item = &'e Entry>) -> Result<()> {
    let mut arguments = vec!["-n"];
    if row.is_lazy() {
        arguments.push("-R");
    }
    let options = arguments.len();
    for entry in entries {
        arguments.extend(["-m", entry.as_str()]);
    }
    if arguments.len() > options {
        arguments.push(&row.path);
        SETFACL.run(system, row.id(), &arguments)?;
    }
    Ok(())
}

impl Generate for Setfacl {
    fn generate(&mut self, system: &impl ReadSystem, rows: &[Row<PosixAcl>]) -> Result<Vec<Generated>> {
        let mut resources = Vec::new();
        for row in rows.iter().filter(|row| row.is_deep()) {
            resources.extend(
                below(system, row)?.into_iter().filter_map(|(path, is_directory)| child(row, &path, is_directory)),
            );
        }
        Ok(resources)
    }
}

/// Returns the paths in a directory, without hidden ones, and the paths of `file` resources below it, which may not exist yet. The
/// flag is whether the path is a directory.
fn below(system: &impl ReadSystem, row: &Row<PosixAcl>) -> Result<BTreeMap<String, bool>> {
    let path = normal(&row.path);
    let mut paths: BTreeMap<String, bool> =
        titles(system, "file").into_keys().filter(|file| is_below(file, &path)).map(|file| (file, false)).collect();
    let found = system.stat_one(&row.place(&row.path), true, Want::empty())?;
    // The directory may be created in this run.
    if found.is_none_or(|found| found.kind != Kind::Directory) {
        return Ok(paths);
    }
    let entries = system.walk(&row.place(&row.path), u32::MAX, false, &[".*".to_owned()], limits::DIRECTORY)?;
    // The target of a symbolic link may be outside of the directory.
    let entries = entries.into_iter().filter(|entry| matches!(entry.kind, Kind::File | Kind::Directory));
    paths.extend(entries.map(|entry| (entry.path, entry.kind == Kind::Directory)));
    Ok(paths)
}

/// Returns the resource of a path in the directory of a row. A file has no default entries.
fn child(row: &Row<PosixAcl>, path: &str, is_directory: bool) -> Option<Generated> {
    let entries = row.permission.iter().flatten().filter(|entry| is_directory || !entry.is_default());
    let entries: Vec<Value> = entries.map(|entry| Value::from(entry.as_str())).collect();
    let action = match row.action {
        Action::Set => "set",
        Action::Unset => "unset",
        Action::Exact => "exact",
        Action::Purge => "purge",
    };
    let resource = Generated::new(row, "posix_acl", path).with("action", action);
    (!entries.is_empty()).then(|| resource.with("permission", Value::Array(entries)))
}
