//! Content of a directory up to a depth, without ignored names and everything below them.

use crate::system::{Kind, Level, LogContext, Place, ReadSystem, Want};
use crate::{Code, Error, HiddenFiles, Result, fnmatch, join_paths};

/// Number of files above which a warning is logged by default.
const MANY: usize = 1000;

/// Selection of files below a directory, with the semantics of Puppet's `file` and `tidy`.
#[derive(Debug, Clone, Copy, Default)]
pub struct FileSelection<'a> {
    /// The maximum depth: 1 is the content of the directory itself.
    pub depth: Option<u32>,
    /// Whether symbolic links are followed, so that linked directories are entered.
    pub follow: bool,
    /// Patterns of names to ignore, see [`fnmatch`].
    pub ignore: &'a [String],
    /// The maximum number of files. With 0 there is a warning above 1000 files, with -1 no limit and no warning.
    pub max_files: i64,
}

/// A file below a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// The path relative to the directory.
    pub path: String,
    /// Whether the file is a directory.
    pub is_directory: bool,
}

impl FileSelection<'_> {
    /// Lists the content of a directory, directory by directory; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be listed or contains too many files.
    pub fn list(&self, system: &impl ReadSystem, root: &Place) -> Result<Option<Vec<TreeFile>>> {
        let found = system.stat_one(root, self.follow, Want::empty())?;
        if found.is_none_or(|found| found.kind != Kind::Directory) {
            return Ok(None);
        }
        let mut leaves: Vec<TreeFile> = Vec::new();
        let mut directories = vec![String::new()];
        let mut depth = 0;
        while !directories.is_empty() && self.depth.is_none_or(|limit| depth < limit) {
            let from = leaves.len();
            for directory in &directories {
                self.enter(system, &place(root, directory), directory, &mut leaves)?;
            }
            if self.follow {
                follow(system, root, &mut leaves[from..])?;
            }
            directories =
                leaves[from..].iter().filter(|leaf| leaf.is_directory).map(|leaf| leaf.path.clone()).collect();
            depth += 1;
        }
        self.check_number(system, &root.path, leaves.len())?;
        Ok(Some(leaves))
    }

    fn enter(
        &self,
        system: &impl ReadSystem,
        place: &Place,
        directory: &str,
        leaves: &mut Vec<TreeFile>,
    ) -> Result<()> {
        let entries = match system.walk(place, 1, false, &[], u32::MAX) {
            Ok(entries) => entries,
            // Another process removed it.
            Err(error) if error.code == Code::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let name = entry.path.rsplit('/').next().unwrap_or_default();
            if !self.ignore.iter().any(|pattern| fnmatch(pattern, name, HiddenFiles::Apart)) {
                leaves
                    .push(TreeFile { path: join_paths(directory, name), is_directory: entry.kind == Kind::Directory });
            }
        }
        Ok(())
    }

    fn check_number(&self, system: &impl ReadSystem, root: &str, number: usize) -> Result<()> {
        if self.max_files == 0 && number > MANY {
            let message = format!(
                "The directory '{root}' contains {number} entries, which exceeds the default soft limit {MANY} and may cause \
                 excessive resource consumption and degraded performance. To remove this warning set a value for `max_files` \
                 parameter or consider using an alternate method to manage large directory trees"
            );
            system.log(Level::Warning, LogContext::default(), &message);
        }
        match usize::try_from(self.max_files) {
            Ok(limit) if limit > 0 && number > limit => Err(Error::other(format!(
                "The directory '{root}' contains {number} entries, which exceeds the limit of {limit} specified by the max_files \
                 parameter for this resource. The limit may be increased, but be aware that large number of file resources can \
                 result in excessive resource consumption and degraded performance. Consider using an alternate method to \
                 manage large directory trees"
            ))),
            _ => Ok(()),
        }
    }
}

fn place(root: &Place, below: &str) -> Place {
    Place { row: root.row, path: join_paths(&root.path, below) }
}

/// Marks symbolic links to directories as directories.
fn follow(system: &impl ReadSystem, root: &Place, leaves: &mut [TreeFile]) -> Result<()> {
    let mut others: Vec<&mut TreeFile> = leaves.iter_mut().filter(|leaf| !leaf.is_directory).collect();
    let places: Vec<Place> = others.iter().map(|leaf| place(root, &leaf.path)).collect();
    for (leaf, found) in others.iter_mut().zip(system.stat(&places, true, Want::empty())) {
        leaf.is_directory = found?.is_some_and(|found| found.kind == Kind::Directory);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeSystem, FileNode};

    fn machine() -> FakeSystem {
        let machine = FakeSystem::new();
        machine.put("/d/a/x", FileNode::file("")).put("/d/a/.h", FileNode::file("")).put("/d/b", FileNode::file(""));
        machine
            .put("/e/y", FileNode::file(""))
            .put("/d/l", FileNode::symlink("/e"))
            .put("/d/m", FileNode::symlink("nowhere"));
        machine
    }

    fn list(tree: FileSelection<'_>, machine: &FakeSystem, root: &str) -> Vec<String> {
        let leaves = tree.list(machine, &Place { row: 1, path: root.to_owned() }).unwrap().unwrap_or_default();
        let mark = |leaf: &TreeFile| format!("{}{}", leaf.path, if leaf.is_directory { "/" } else { "" });
        leaves.iter().map(mark).collect()
    }

    #[test]
    fn listing_is_limited_to_the_depth() {
        let machine = machine();
        let tree = FileSelection::default();
        assert_eq!(list(tree, &machine, "/d"), ["a/", "b", "l", "m", "a/.h", "a/x"]);
        assert_eq!(list(FileSelection { depth: Some(1), ..tree }, &machine, "/d"), ["a/", "b", "l", "m"]);
        assert_eq!(list(FileSelection { depth: Some(0), ..tree }, &machine, "/d"), [""; 0]);
        let ignore = ["a".to_owned(), "*".to_owned()];
        assert_eq!(list(FileSelection { ignore: &ignore[..1], ..tree }, &machine, "/d"), ["b", "l", "m"]);
        assert_eq!(list(FileSelection { ignore: &ignore[1..], ..tree }, &machine, "/d/a"), [".h"]);
    }

    #[test]
    fn linked_directories_are_listed_if_links_are_followed() {
        let machine = machine();
        let tree = FileSelection { follow: true, ..FileSelection::default() };
        assert_eq!(list(tree, &machine, "/d"), ["a/", "b", "l/", "m", "a/.h", "a/x", "l/y"]);
        machine.put("/d/round", FileNode::symlink("/d"));
        assert!(list(FileSelection { depth: Some(5), ..tree }, &machine, "/d").contains(&"round/round/b".to_owned()));
    }

    #[test]
    fn file_that_is_not_a_directory_lists_nothing() {
        let machine = machine();
        let nothing = |follow, root: &str| {
            let tree = FileSelection { follow, ..FileSelection::default() };
            tree.list(&machine, &Place { row: 1, path: root.to_owned() }).unwrap().is_none()
        };
        assert!(nothing(false, "/none") && nothing(false, "/d/b") && nothing(false, "/d/l"));
        assert!(!nothing(true, "/d/l"));
    }

    #[test]
    fn concurrently_removed_directory_lists_nothing() {
        let machine = machine();
        machine.fail("walk", Error::new(Code::NotFound, "gone"));
        assert_eq!(list(FileSelection::default(), &machine, "/d"), [""; 0]);
        machine.fail("walk", Error::new(Code::Denied, "no"));
        let denied = FileSelection::default().list(&machine, &Place { row: 1, path: "/d".to_owned() });
        assert_eq!(denied.unwrap_err().message, "no");
    }

    #[test]
    fn too_many_files_are_reported() {
        let machine = machine();
        let place = Place { row: 1, path: "/d".to_owned() };
        let refused = FileSelection { max_files: 3, ..FileSelection::default() }.list(&machine, &place).unwrap_err();
        assert!(refused.message.starts_with("The directory '/d' contains 6 entries, which exceeds the limit of 3"));
        for number in 0..1000 {
            machine.put(&format!("/d/{number}"), FileNode::file(""));
        }
        assert_eq!(
            FileSelection { max_files: -1, ..FileSelection::default() }.list(&machine, &place).unwrap().unwrap().len(),
            1006
        );
        assert_eq!(machine.logged(Level::Warning).len(), 0);
        list(FileSelection::default(), &machine, "/d");
        assert!(machine.logged(Level::Warning)[0].contains("exceeds the default soft limit 1000"));
    }
}
