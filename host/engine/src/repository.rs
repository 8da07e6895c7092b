//! Clone of a Git repository that contains an environment. Its commit is fetched, written to a directory of its own,
//! and then selected by renaming a symbolic link, so that a run never reads a partial update.
//!
//! The clone is in the directory `repository` of the state directory:
//!
//! - `source`: URL and branch;
//! - `git`: the repository with the fetched commit;
//! - `draft`: the files of a commit that is being written;
//! - `commits/COMMIT`: the files of the commit;
//! - `environments/NAME`: a symbolic link to these files.

mod git;
mod source;

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use files::Durability;
use ownership::OwnershipRule;

use crate::environment;
use crate::settings::Settings;

use git::Git;
pub use source::RepositorySource;

/// The reference of the fetched commit.
const FETCHED: &str = "refs/marotte/fetched";

/// Maximum size of the file `source`, in bytes.
const SOURCE_LIMIT: usize = 64 << 10;

/// The clone of a repository.
#[derive(Debug)]
pub struct RepositoryClone {
    directory: PathBuf,
}

/// The commit that a run applies.
#[derive(Debug)]
pub struct Checkout {
    /// The hash of the commit.
    pub commit: String,
    /// The directory of the environment, for the setting `environmentpath`.
    pub environmentpath: PathBuf,
    /// The reason why the repository could not be fetched. The commit is then that of an earlier run.
    pub failure: Option<String>,
    /// Whether the commit has submodules, which are not fetched.
    pub has_submodules: bool,
}

impl RepositoryClone {
    /// Returns the clone in the state directory.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        Self { directory: settings.statedir.join("repository") }
    }

    /// Fetches the repository and writes the files of its commit. The caller holds the run lock.
    ///
    /// # Errors
    /// Returns an error if the repository cannot be fetched and no commit of it was fetched before, the files cannot
    /// be written, or other users can change the directory.
    pub fn update(&self, source: &RepositorySource, settings: &Settings) -> Result<Checkout> {
        let environment = &*settings.environment;
        if !environment::is_name(environment) {
            bail!(
                "'{environment}' is not the name of an environment: it must consist of letters, digits and underscores"
            );
        }
        settings.checker.check_directory(&self.directory, OwnershipRule::Trusted)?;
        let git = Git::find(&self.git())?;
        if self.source().as_ref() != Some(source) {
            self.create(&git, source)?;
        }
        git.remove_locks().context("Could not remove the locks of a killed git")?;
        let failure = git.fetch(source, FETCHED).err().map(|error| format!("{error:#}"));
        let commit = match (git.commit(FETCHED)?, &failure) {
            (Some(commit), _) => commit,
            (None, Some(failure)) => bail!("{failure}"),
            (None, None) => bail!("The repository '{}' has no commit", source.url),
        };
        let files = self.commits().join(&commit);
        if !files.is_dir() {
            self.write(&git, &commit).with_context(|| format!("Could not write the files of commit {commit}"))?;
        }
        let select = || self.select(&commit, environment);
        select().with_context(|| format!("Could not select the commit {commit} in '{}'", self.directory.display()))?;
        let has_submodules = files.join(".gitmodules").exists();
        Ok(Checkout { commit, environmentpath: self.environments(), failure, has_submodules })
    }

    /// Returns the repository that was cloned; `None` if there is no clone.
    #[must_use]
    pub fn source(&self) -> Option<RepositorySource> {
        let text = files::read_file(&self.directory.join("source"), SOURCE_LIMIT).ok()?;
        RepositorySource::read(&String::from_utf8(text).ok()?)
    }

    /// Returns the hash of the selected commit, if a commit is selected.
    #[must_use]
    pub fn commit(&self) -> Option<String> {
        let link =
            fs::read_dir(self.environments()).ok()?.flatten().find_map(|entry| fs::read_link(entry.path()).ok())?;
        Some(link.file_name()?.to_str()?.to_owned())
    }

    fn git(&self) -> PathBuf {
        self.directory.join("git")
    }

    fn commits(&self) -> PathBuf {
        self.directory.join("commits")
    }

    fn environments(&self) -> PathBuf {
        self.directory.join("environments")
    }

    /// Creates an empty clone; one of another repository is removed. The file `source` is written last.
    fn create(&self, git: &Git, source: &RepositorySource) -> Result<()> {
        let create = || -> io::Result<()> {
            remove(&self.directory.join("source"))?;
            remove(&self.directory)?;
            for directory in [self.commits(), self.environments()] {
                DirBuilder::new().recursive(true).mode(0o750).create(directory)?;
            }
            Ok(())
        };
        create().with_context(|| format!("Could not create the directory '{}'", self.directory.display()))?;
        git.create()?;
        let path = self.directory.join("source");
        files::replace(&path, files::PRIVATE, Durability::Fsync, |out| out.write_all(source.to_string().as_bytes()))
            .with_context(|| format!("Could not write '{}'", path.display()))
    }

    /// Writes the files of a commit. Their directory gets its name after all of them are on disk.
    fn write(&self, git: &Git, commit: &str) -> Result<()> {
        let draft = self.directory.join("draft");
        let files = draft.join("files");
        remove(&draft)?;
        fs::create_dir_all(&files)?;
        git.write_files(commit, &files, &draft.join("index"))?;
        rustix::fs::syncfs(File::open(&files)?)?;
        fs::rename(&files, self.commits().join(commit))?;
        Ok(remove(&draft)?)
    }

    /// Selects a commit for the environment, then removes the files of other commits.
    fn select(&self, commit: &str, environment: &str) -> io::Result<()> {
        let draft = self.environments().join(".draft");
        remove(&draft)?;
        symlink(Path::new("../commits").join(commit), &draft)?;
        fs::rename(&draft, self.environments().join(environment))?;
        keep_only(&self.environments(), environment)?;
        keep_only(&self.commits(), commit)
    }
}

/// Removes the other entries of a directory.
fn keep_only(directory: &Path, name: &str) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_name() != OsStr::new(name) {
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Removes a file, or a directory with its content, if it exists.
fn remove(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

#[cfg(test)]
mod tests;
