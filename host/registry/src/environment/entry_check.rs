//! Checks of the entries of a tree, the same for directories that are published and for layers that are unpacked.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use super::{EnvironmentError, MAX_CONTENT, MAX_ENTRIES, MAX_PATH};

/// Maximum length of a file name, as in common file systems.
const MAX_FILE_NAME: usize = 255;

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    Directory,
    /// A file with its size.
    File(u64),
    /// A symbolic link.
    Link,
}

/// Checks the entries of an environment one after the other.
#[derive(Debug, Default)]
pub(super) struct EntryCheck {
    /// The accepted entries: whether each is a directory.
    accepted: BTreeMap<String, bool>,
    content: u64,
}

impl EntryCheck {
    /// Checks an entry: its path is relative, its parent is a directory among the accepted entries, there is no other entry with
    /// the path, and the limits of an environment are not exceeded.
    pub(super) fn accept(&mut self, path: &str, kind: EntryKind) -> Result<(), EnvironmentError> {
        check_path(path)?;
        let parent = path.rsplit_once('/').map(|(parent, _)| parent);
        if parent.is_some_and(|parent| self.accepted.get(parent) != Some(&true)) {
            return Err(EnvironmentError::entry(path, "its parent is not a directory of the environment"));
        }
        if self.accepted.len() == MAX_ENTRIES {
            return Err(EnvironmentError::TooLarge { limit: MAX_ENTRIES as u64, what: "files and directories" });
        }
        if self.accepted.insert(path.to_owned(), kind == EntryKind::Directory).is_some() {
            return Err(EnvironmentError::entry(path, "it occurs twice"));
        }
        if let EntryKind::File(size) = kind {
            self.content = self.content.saturating_add(size);
        }
        match self.content > MAX_CONTENT {
            true => Err(EnvironmentError::TooLarge { limit: MAX_CONTENT, what: "bytes" }),
            false => Ok(()),
        }
    }
}

fn check_path(path: &str) -> Result<(), EnvironmentError> {
    let shown = || path.chars().take(MAX_FILE_NAME).collect::<String>();
    if path.len() > MAX_PATH || path.split('/').any(|name| name.len() > MAX_FILE_NAME) {
        return Err(EnvironmentError::entry(shown(), "its path is too long"));
    }
    let is_plain = !path.is_empty() && path.split('/').all(|name| !matches!(name, "" | "." | ".."));
    match is_plain && !path.contains('\0') {
        true => Ok(()),
        false => Err(EnvironmentError::entry(shown(), "its path is not a plain relative path")),
    }
}

/// Checks that a symbolic link at a path leads to a place within the tree. After a name, `..` is not allowed: the name may be
/// another link, whose parent is elsewhere.
pub(super) fn check_link(path: &str, target: &str) -> Result<(), EnvironmentError> {
    let mut depth = path.split('/').count() - 1;
    let mut has_name = false;
    if target.is_empty() || target.len() > MAX_PATH {
        return Err(EnvironmentError::entry(path, "it is a symbolic link with an invalid target"));
    }
    for component in Path::new(target).components() {
        match component {
            Component::CurDir => {}
            Component::Normal(_) => has_name = true,
            Component::ParentDir if has_name => {
                let reason = format!("it is a symbolic link to '{target}', in which '..' follows a name");
                return Err(EnvironmentError::entry(path, reason));
            }
            Component::ParentDir if depth > 0 => depth -= 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                let reason = format!("it is a symbolic link to '{target}', outside of the environment");
                return Err(EnvironmentError::entry(path, reason));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_must_lead_to_a_place_in_the_tree() {
        for (path, target) in [("a", "b"), ("a/b", "../c"), ("a/b/c", "../../d/e"), ("a", "./b"), ("a/b", "..")] {
            assert!(check_link(path, target).is_ok(), "{path} -> {target}");
        }
        for (path, target) in
            [("a", "/etc/passwd"), ("a", ".."), ("a/b", "../../c"), ("a", ""), ("x", "d/l/../y"), ("a", "b/..")]
        {
            let message = check_link(path, target).unwrap_err().to_string();
            assert!(message.starts_with(&format!("'{path}' cannot be part of an environment: ")), "{message}");
        }
    }

    #[test]
    fn entry_needs_a_plain_path_and_a_parent_directory() {
        let mut check = EntryCheck::default();
        check.accept("a", EntryKind::Directory).unwrap();
        check.accept("a/f", EntryKind::File(1)).unwrap();
        check.accept("l", EntryKind::Link).unwrap();
        for wrong in ["", "/a", "a/", "a//b", "a/./b", "../b", "a/../b", "a/f", "b/c", "a/f/g", "l/x", "a\0"] {
            assert!(check.accept(wrong, EntryKind::File(0)).is_err(), "{wrong}");
        }
        assert!(check.accept(&"n".repeat(256), EntryKind::Directory).is_err());
        assert!(check.accept(&"n/".repeat(600), EntryKind::Directory).is_err());
    }

    #[test]
    fn size_and_number_of_entries_are_limited() {
        let mut check = EntryCheck::default();
        check.accept("a", EntryKind::File(MAX_CONTENT)).unwrap();
        let message = check.accept("b", EntryKind::File(1)).unwrap_err().to_string();
        assert_eq!(message, "The environment has more than 1073741824 bytes");
        let mut check = EntryCheck::default();
        (0..MAX_ENTRIES).for_each(|number| check.accept(&number.to_string(), EntryKind::Link).unwrap());
        let message = check.accept("x", EntryKind::Link).unwrap_err().to_string();
        assert_eq!(message, "The environment has more than 200000 files and directories");
    }
}
