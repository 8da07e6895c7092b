//! The provider: finds the files to remove before the run, and generates the resources that remove them.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use marotte_sdk::prelude::*;
use marotte_sdk::system::{CatalogResource, Want};
use marotte_sdk::{FileSelection, HiddenFiles, fnmatch, join_paths};

use crate::attribute::Recurse;
use crate::schema::{Tidy, TidyAttribute, TidyState, Time};

/// Provider that removes files through generated `file` resources.
#[derive(Debug, Default)]
pub struct Sweep;

impl Provider for Sweep {
    type Resource = Tidy;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<Tidy>]) -> Vec<Result<State<Tidy>>> {
        for_each_row(rows, |_| Ok(State::new(TidyState::default())))
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Tidy>,
        _is: &TidyState,
        _changed: &[TidyAttribute],
    ) -> Result<Applied<TidyAttribute>> {
        Ok(Applied::all())
    }
}

impl Generate for Sweep {
    fn generate(&mut self, system: &impl ReadSystem, rows: &[Row<Tidy>]) -> Result<Vec<Generated>> {
        let managed = managed(system);
        let now = now();
        let found = rows.iter().map(|row| untidy(system, row, &managed, now)).collect::<Result<Vec<_>>>()?;
        let mut removals = Vec::new();
        for (row, paths) in rows.iter().zip(found) {
            if !paths.is_empty() {
                system.notice(row, &format!("Tidying {} files", paths.len()));
                removals.extend(remove(row, &paths));
            }
        }
        Ok(removals)
    }
}

/// Returns the paths of all `file` resources in the catalog, sorted.
fn managed(system: &impl ReadSystem) -> Vec<String> {
    let path = |found: CatalogResource| match found.values.into_iter().next() {
        Some((_, Value::Text(path))) => path,
        _ => found.title,
    };
    let mut managed: Vec<String> = system.find("file", &["path".to_owned()]).into_iter().map(path).collect();
    managed.sort_unstable();
    managed
}

/// Returns the current time in seconds since the epoch.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Returns the files that a row removes, deepest first.
fn untidy(system: &impl ReadSystem, row: &Row<Tidy>, managed: &[String], now: i64) -> Result<Vec<String>> {
    let mut paths = vec![row.path.clone()];
    let depth = match row.recurse {
        None | Some(Recurse::No) => Some(0),
        Some(Recurse::Levels(levels)) => Some(levels),
        Some(Recurse::All) => None,
    };
    if depth != Some(0) {
        let tree = FileSelection { depth, max_files: row.max_files, ..FileSelection::default() };
        let leaves = tree.list(system, &row.place(row.path.as_str()))?.unwrap_or_default();
        paths.extend(leaves.into_iter().map(|leaf| join_paths(&row.path, &leaf.path)));
    }
    paths.retain(|path| managed.binary_search(path).is_err() && matches(row, path));
    let places: Vec<Place> = paths.iter().map(|path| row.place(path.as_str())).collect();
    let mut untidy = Vec::new();
    for (path, found) in paths.into_iter().zip(system.stat(&places, false, Want::empty())) {
        // An inaccessible file is reported and kept; a file removed by another process is skipped.
        match found {
            Ok(Some(metadata)) if is_untidy(row, &metadata, now) => untidy.push(path),
            Ok(_) => {}
            Err(error) => system.warning(row, &format!("Could not stat; {}", error.message)),
        }
    }
    untidy.sort_unstable_by(|left, right| right.cmp(left));
    Ok(untidy)
}

fn matches(row: &Row<Tidy>, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    // `**/` matches zero or more directories; a file name contains none.
    let pattern = |pattern: &String| fnmatch(pattern.trim_start_matches("**/"), name, HiddenFiles::Alike);
    row.matches.as_ref().is_none_or(|patterns| patterns.0.iter().any(pattern))
}

fn is_untidy(row: &Row<Tidy>, metadata: &Metadata, now: i64) -> bool {
    if metadata.kind == Kind::Directory && row.rmdirs != Some(true) {
        return false;
    }
    let time = match row.r#type {
        Time::Atime => metadata.atime_ns,
        Time::Mtime => metadata.mtime_ns,
        Time::Ctime => metadata.ctime_ns,
    };
    let age = now.saturating_sub(time.div_euclid(1_000_000_000));
    let is_old = row.age.map(|wanted| u64::try_from(age).is_ok_and(|age| age >= wanted.0));
    let is_large = row.size.map(|wanted| metadata.size >= wanted.0);
    match (is_old, is_large) {
        (None, None) => true,
        (is_old, is_large) => is_old == Some(true) || is_large == Some(true),
    }
}

/// Generates resources that remove files. A directory requires its contents to be removed first.
fn remove(row: &Row<Tidy>, paths: &[String]) -> Vec<Generated> {
    let mut inside: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for path in paths {
        let directory = path.rfind('/').map_or("", |end| &path[..end]);
        inside.entry(directory).or_default().push(format!("File[{path}]").into());
    }
    let removal = |path: &String| {
        let file = Generated::new(row, "file", path.as_str()).with("ensure", "absent").with("force", true);
        let file = match &row.backup {
            Some(backup) => file.with("backup", backup.clone()),
            None => file,
        };
        match inside.get(path.as_str()) {
            Some(files) => file.with("require", Value::Array(files.clone())),
            None => file,
        }
    };
    paths.iter().map(removal).collect()
}

#[cfg(test)]
mod tests;
