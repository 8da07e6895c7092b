//! Paths on the file server.

use std::path::{Component, Path, PathBuf};

/// A path that stays below its directory: without `..`, `.` at its beginning, a root or NUL characters. Empty for the directory itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelativePath<'a>(&'a str);

impl<'a> RelativePath<'a> {
    /// Returns the path in a text; `None` if it leaves its directory.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let is_inside = Path::new(text).components().all(|part| matches!(part, Component::Normal(_)));
        (is_inside && !text.contains('\0')).then_some(Self(text))
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// Returns the path below a directory.
    #[must_use]
    pub fn below(self, directory: &Path) -> PathBuf {
        if self.0.is_empty() { directory.to_owned() } else { directory.join(self.0) }
    }

    /// Returns the first part and the path below it.
    #[must_use]
    pub fn split_first(self) -> (&'a str, Self) {
        let (first, rest) = self.0.split_once('/').unwrap_or((self.0, ""));
        // Several slashes separate as one; `rest` would be an absolute path.
        (first, Self(rest.trim_start_matches('/')))
    }
}

/// A path on the file server: `MOUNT/PATH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MountPath<'a> {
    /// The name of the mount.
    pub mount: &'a str,
    /// The path in the mount.
    pub path: RelativePath<'a>,
}

impl<'a> MountPath<'a> {
    /// Returns the mount and path in a text; `None` if the path leaves the mount.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let (mount, path) = text.split_once('/').unwrap_or((text, ""));
        Some(Self { mount, path: RelativePath::parse(path)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_path_stays_below_its_directory() {
        for path in ["..", "a/../b", "/a", "a/..", ".", "./a", "a\0"] {
            assert_eq!(RelativePath::parse(path), None, "{path:?}");
        }
        for (path, expected) in [("", "/d"), ("a/b", "/d/a/b"), ("a/./b/", "/d/a/b"), ("...", "/d/...")] {
            assert_eq!(RelativePath::parse(path).unwrap().below(Path::new("/d")), Path::new(expected));
        }
    }

    #[test]
    fn module_path_with_several_slashes_stays_below_the_module() {
        let path = MountPath::parse("modules/m//etc/passwd").unwrap();
        let (module, rest) = path.path.split_first();
        assert_eq!((path.mount, module, rest.as_str()), ("modules", "m", "etc/passwd"));
        assert_eq!(MountPath::parse("plugins//etc/passwd"), None);
        assert_eq!(MountPath::parse("modules/../x"), None);
    }
}
