//! Calls of `git`, with a time limit and without the variables that change its behaviour.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use launcher::{Launch, Output};

use super::RepositorySource;

/// Maximum time of a call.
const TIME_LIMIT: Duration = Duration::from_secs(10 * 60);

/// The mode creation mask of the written files: readable for commands of other users, like any environment.
const UMASK: u32 = 0o022;

/// Arguments of all calls: maintenance of the repository must not outlive the call.
const CONFIGURATION: [&str; 4] = ["-c", "gc.autoDetach=false", "-c", "maintenance.autoDetach=false"];

/// The program `git` and a repository without work tree.
pub(super) struct Git {
    program: PathBuf,
    repository: PathBuf,
    environment: Vec<(OsString, OsString)>,
}

impl Git {
    /// Finds the program.
    ///
    /// # Errors
    /// Returns an error if it is not installed.
    pub(super) fn find(repository: &Path) -> Result<Self> {
        let path = std::env::var_os("PATH");
        let program = launcher::find_program(OsStr::new("git"), path.as_deref());
        let program = program.context("Could not find the program 'git': install the package git")?;
        Ok(Self { program, repository: repository.to_owned(), environment: environment() })
    }

    /// Creates the repository.
    pub(super) fn create(&self) -> Result<()> {
        let arguments = ["init".as_ref(), "--quiet".as_ref(), "--bare".as_ref(), self.repository.as_os_str()];
        self.succeed(self.launch(&arguments)).context("Could not create a repository")?;
        Ok(())
    }

    /// Removes the lock files of a call that was killed, which would make all later ones fail. No other call is in
    /// progress, since the caller holds the run lock.
    pub(super) fn remove_locks(&self) -> io::Result<()> {
        for directory in [self.repository.clone(), self.repository.join("refs/marotte")] {
            let Ok(entries) = fs::read_dir(directory) else { continue };
            let paths = entries.flatten().map(|entry| entry.path());
            let locks = paths.filter(|path| path.extension().is_some_and(|extension| extension == "lock"));
            for lock in locks {
                fs::remove_file(lock)?;
            }
        }
        Ok(())
    }

    /// Fetches the commit of a branch, without its history, and sets a reference to it after it is complete.
    pub(super) fn fetch(&self, source: &RepositorySource, reference: &str) -> Result<()> {
        let refspec = format!("+{}:{reference}", source.reference());
        let flags = ["fetch", "--quiet", "--no-tags", "--depth=1", "--force", "--", &source.url, &refspec];
        let what = || format!("Could not fetch '{}'", source.url);
        self.succeed(self.in_repository(&flags.map(OsStr::new))).with_context(what)?;
        Ok(())
    }

    /// Returns the hash of the commit that a reference names; `None` if the reference does not exist.
    pub(super) fn commit(&self, reference: &str) -> Result<Option<String>> {
        let name = format!("{reference}^{{commit}}");
        let launch = self.in_repository(&["rev-parse", "--quiet", "--verify", &name].map(OsStr::new));
        let output = launch.run().context("Could not run git")?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        // A part of a path and of the report.
        let is_hash = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        Ok((output.status == 0 && is_hash).then_some(text))
    }

    /// Writes the files of a commit to an empty directory. `index` is a new file.
    pub(super) fn write_files(&self, commit: &str, directory: &Path, index: &Path) -> Result<()> {
        for arguments in [["read-tree", commit], ["checkout-index", "--all"]] {
            let mut all = vec![OsStr::new("--work-tree"), directory.as_os_str()];
            all.extend(arguments.map(OsStr::new));
            let mut launch = self.in_repository(&all);
            launcher::set_variable(&mut launch.environment, "GIT_INDEX_FILE", index);
            self.succeed(launch)?;
        }
        Ok(())
    }

    fn in_repository(&self, arguments: &[&OsStr]) -> Launch {
        let mut all = vec![OsStr::new("--git-dir"), self.repository.as_os_str()];
        all.extend(arguments);
        self.launch(&all)
    }

    fn launch(&self, arguments: &[&OsStr]) -> Launch {
        let arguments = CONFIGURATION.iter().map(OsStr::new).chain(arguments.iter().copied());
        Launch {
            umask: Some(UMASK),
            timeout: TIME_LIMIT,
            dies_with_parent: true,
            ..Launch::new(&self.program, arguments, self.environment.clone())
        }
    }

    /// Runs a call that must succeed.
    fn succeed(&self, launch: Launch) -> Result<Output> {
        let output = launch.run().with_context(|| format!("Could not run '{}'", self.program.display()))?;
        if output.timed_out {
            bail!("git did not end within {} minutes", TIME_LIMIT.as_secs() / 60);
        }
        if output.status != 0 {
            let errors = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            bail!("{}", if errors.is_empty() { format!("git returned {}", output.status) } else { errors });
        }
        Ok(output)
    }
}

/// Returns the environment of this process without git's variables, which select other repositories and programs. git
/// does not prompt, and uses only protocols that authenticate the server.
pub(super) fn environment() -> Vec<(OsString, OsString)> {
    let mut environment = launcher::inherited_environment();
    environment.retain(|(name, _)| !name.as_bytes().starts_with(b"GIT_") && name != "SSH_ASKPASS");
    if let Some(home) = ownership::home() {
        // systemd and cron may not set it for root.
        launcher::set_variable(&mut environment, "HOME", home);
    }
    for (name, value) in [("GIT_TERMINAL_PROMPT", "0"), ("GIT_ALLOW_PROTOCOL", "file:https:ssh"), ("LC_ALL", "C")] {
        launcher::set_variable(&mut environment, name, value);
    }
    environment
}
