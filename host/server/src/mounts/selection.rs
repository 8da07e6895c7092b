//! The files of a directory that an agent asks for.

use puppet::{ApiRequest, Reply};
use std::io;
use std::path::{Path, PathBuf};

use super::names;

/// Which files of a directory are described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selection {
    recurse: bool,
    /// The number of levels; `None` for all.
    levels: Option<usize>,
    /// Patterns of names that are left out.
    ignored: Vec<String>,
    /// The largest number of files; `None` if it is not limited.
    most: Option<usize>,
}

impl Selection {
    /// Reads the parameters of a request.
    ///
    /// # Errors
    /// Returns the reply to a value that is not valid.
    pub(super) fn of_request(request: &ApiRequest) -> Result<Self, Reply> {
        let recurse = match request.parameter("recurse") {
            None | Some("false") => false,
            Some("true" | "remote") => true,
            Some(other) => return Err(invalid("recurse", other)),
        };
        let ignored = request.values("ignore").map(str::to_owned).collect();
        let of_tree = Self::recursive(request.parameter("recurselimit"), request.parameter("max_files"), ignored)?;
        Ok(Self { recurse, ..of_tree })
    }

    /// Returns the selection of a tree with the values of the parameters with these names.
    ///
    /// # Errors
    /// Returns the reply to a value that is not valid.
    pub(crate) fn recursive(
        recurselimit: Option<&str>,
        max_files: Option<&str>,
        ignored: Vec<String>,
    ) -> Result<Self, Reply> {
        let number = |name: &str, value: Option<&str>| match value {
            None | Some("" | "undef" | "infinite") => Ok(None),
            Some(text) => {
                text.parse::<i64>().map(|number| usize::try_from(number).ok()).map_err(|_| invalid(name, text))
            }
        };
        let most = number("max_files", max_files)?.filter(|most| *most > 0);
        Ok(Self { recurse: true, levels: number("recurselimit", recurselimit)?, ignored, most })
    }

    /// Returns the selection of the directory without its files.
    pub(super) fn of_directory_alone(&self) -> Self {
        Self { recurse: false, ..self.clone() }
    }

    /// Returns the paths of the files relative to the directory, which is `.` itself.
    ///
    /// # Errors
    /// Returns an error if a directory cannot be read, or there are too many files.
    pub(crate) fn files(&self, directory: &Path) -> io::Result<Vec<String>> {
        self.files_noting(directory, |_| ())
    }

    /// Returns the paths of the files as [`Selection::files`], and calls `note` with each of them before it is read.
    ///
    /// # Errors
    /// Returns an error if a directory cannot be read, or there are too many files.
    pub(super) fn files_noting(&self, directory: &Path, note: impl Fn(&str)) -> io::Result<Vec<String>> {
        let mut files = vec![".".to_owned()];
        let mut waiting = std::collections::VecDeque::from([(String::new(), 0_usize)]);
        while let Some((relative, level)) = waiting.pop_front() {
            let place = below(directory, &relative);
            note(&relative);
            let is_deep = if self.recurse { self.levels.is_some_and(|levels| level >= levels) } else { true };
            if is_deep || !place.symlink_metadata()?.is_dir() {
                continue;
            }
            for name in names(&place)?.into_iter().filter(|name| !self.is_ignored(name)) {
                let path = if relative.is_empty() { name } else { format!("{relative}/{name}") };
                files.push(path.clone());
                waiting.push_back((path, level + 1));
            }
            if self.most.is_some_and(|most| files.len() > most) {
                return Err(io::Error::other("it contains more files than max_files"));
            }
        }
        Ok(files)
    }

    fn is_ignored(&self, name: &str) -> bool {
        self.ignored.iter().any(|pattern| ruby::glob::matches(pattern, name))
    }
}

/// Returns a path below a directory; the directory itself if the path is empty.
fn below(directory: &Path, path: &str) -> PathBuf {
    if path.is_empty() { directory.to_owned() } else { directory.join(path) }
}

/// Returns the reply to a value that is not valid; puppetserver answers as if the server had failed.
fn invalid(name: &str, value: &str) -> Reply {
    Reply::failed(&format!("Invalid value '{value}' of the parameter {name}"))
}
