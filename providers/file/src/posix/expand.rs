//! Recursion: the resources that a directory generates, one for each file in it or in its source.

use std::collections::{BTreeMap, BTreeSet};

use marotte_sdk::prelude::*;
use marotte_sdk::system::{CatalogResource, Want};
use marotte_sdk::{FileSelection, TreeFile, join_paths};

use super::Posix;
use crate::canonical::recurses;
use crate::remote::is_remote;
use crate::schema::{Ensure, File, Links, Recurse, SourceSelect};

/// Overrides for the files in a directory, by relative path. Other files use the attributes of the directory.
type Children = BTreeMap<String, Child>;

#[derive(Debug, Default)]
struct Child {
    ensure: Option<Ensure>,
    source: Option<String>,
}

impl Expand for Posix {
    fn expand(&mut self, system: &impl ReadSystem, row: &Row<File>) -> Result<Vec<Generated>> {
        if !recurses(row) {
            return Ok(Vec::new());
        }
        let mut children = Children::new();
        if row.recurse == Some(Recurse::True) {
            let leaves = list(system, row, &row.path)?.unwrap_or_default();
            children.extend(leaves.into_iter().map(|leaf| (leaf.path, Child::default())));
        }
        // A directory to be removed copies nothing from its source.
        if row.ensure != Some(Ensure::Absent) {
            copy(system, row, &mut children)?;
        }
        if row.purge == Some(true) {
            let strangers = children.values_mut().filter(|child| child.source.is_none());
            strangers.for_each(|child| child.ensure = Some(Ensure::Absent));
        }
        let managed = managed(system, row);
        children.retain(|path, _| !is_managed(&managed, path));
        Ok(children.into_iter().map(|(path, child)| child.generated(row, &path)).collect())
    }
}

impl Child {
    /// Generates a file resource with the attributes of the directory that apply to its files.
    fn generated(self, row: &Row<File>, path: &str) -> Generated {
        let path = join_paths(&row.path, path);
        let file = File {
            path: path.clone(),
            ensure: self.ensure,
            target: None,
            source: self.source.map(|source| vec![source]),
            content: None,
            checksum_value: None,
            recurse: None,
            recurselimit: None,
            max_files: None,
            ..File::clone(row)
        };
        Generated::of(row, path, file)
    }
}

/// Lists the objects below a directory to the depth given by the row.
fn list(system: &impl ReadSystem, row: &Row<File>, root: &str) -> Result<Option<Vec<TreeFile>>> {
    let tree = FileSelection {
        depth: row.recurselimit,
        follow: row.links == Some(Links::Follow),
        ignore: row.ignore.as_ref().map_or(&[], |ignore| &ignore.0),
        max_files: row.max_files.unwrap_or(0),
    };
    tree.list(system, &row.place(root))
}

/// Adds all files of the sources as copies.
fn copy(system: &impl ReadSystem, row: &Row<File>, children: &mut Children) -> Result<()> {
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for source in row.source.iter().flatten() {
        if is_remote(source) {
            return Err(Error::invalid("cannot lookup multiple files"));
        }
        let Some(leaves) = list(system, row, source)? else {
            let follow = row.links == Some(Links::Follow);
            let found = system.stat_one(&row.place(source.as_str()), follow, Want::empty())?;
            if found.is_none() {
                continue;
            }
            // Puppet: a source that is not a directory ends the search, regardless of other sources.
            return Ok(());
        };
        for leaf in leaves {
            sources.entry(leaf.path).or_insert_with_key(|path| join_paths(source, path));
        }
        if row.sourceselect != Some(SourceSelect::All) {
            break;
        }
    }
    for (path, source) in sources {
        children.entry(path).or_default().source = Some(source);
    }
    Ok(())
}

/// Returns the relative paths of files below the directory that have a resource in the catalog.
fn managed(system: &impl ReadSystem, row: &Row<File>) -> BTreeSet<String> {
    let inside = format!("{}/", row.path.trim_end_matches('/'));
    let found = system.find("file", &["path".to_owned()]);
    let path = |found: CatalogResource| match found.values.into_iter().next() {
        Some((_, Value::Text(path))) => path,
        _ => found.title,
    };
    found.into_iter().filter_map(|found| path(found).strip_prefix(&inside).map(str::to_owned)).collect()
}

/// Returns whether a path, or a directory above it, has its own resource.
fn is_managed(managed: &BTreeSet<String>, path: &str) -> bool {
    let above = path.match_indices('/').map(|(end, _)| &path[..end]);
    above.chain([path]).any(|path| managed.contains(path))
}
