//! The repository of `--repo`: its last commit is the environment of the run.

use anyhow::{Result, bail};
use catalog::Level;
use engine::repository::{RepositoryClone, RepositorySource};
use engine::{RunLock, Settings};

use super::directory;
use crate::args::Apply;
use crate::console::Console;

/// The settings of a run, and the state of its repository if it has one.
pub(super) struct RunSource {
    /// The settings. With a repository, they select its environment.
    pub(super) settings: Settings,
    /// The commit.
    pub(super) commit: Option<String>,
    /// The repository could not be fetched, so the commit is that of an earlier run.
    pub(super) is_outdated: bool,
    /// The run lock, which already protects the update of the clone.
    pub(super) lock: Option<RunLock>,
}

/// Fetches the repository, if there is one. A failure is logged, and the last fetched commit is applied.
///
/// # Errors
/// Returns an error if a flag is invalid, another run is in progress, or there is no fetched commit.
pub(super) fn fetch(arguments: &Apply, settings: Settings, console: &mut Console) -> Result<RunSource> {
    let Some(url) = &arguments.repository.repo else {
        return Ok(RunSource { settings, commit: None, is_outdated: false, lock: None });
    };
    let given = arguments.common.settings.given();
    if let Some(name) = ["environmentpath", "manifest"].into_iter().find(|name| given.contains_key(*name)) {
        bail!("The flag --{name} cannot be used with --repo, which selects the environment");
    }
    let source = RepositorySource::new(url, arguments.repository.branch.as_deref())?;
    if let Some(root) = &arguments.root {
        directory::create_root(root, *settings.noop || arguments.plan_out.is_some())?;
    }
    let lock = RunLock::take(&settings, console)?;
    let checkout = RepositoryClone::of(&settings).update(&source, &settings)?;
    if let Some(failure) = &checkout.failure {
        let message = format!("{failure}; applying the last fetched commit {}", checkout.commit);
        console.log(Level::Err, "", &message);
    }
    if checkout.has_submodules {
        let message = format!("The repository '{}' has submodules, which are not fetched", source.url);
        console.log(Level::Warning, "", &message);
    }
    let mut flags = given.clone();
    flags.insert("environmentpath".to_owned(), checkout.environmentpath.display().to_string());
    // Their warnings were logged before.
    let (settings, _) = Settings::load(&flags, arguments.root.as_deref(), "user")?;
    let is_outdated = checkout.failure.is_some();
    Ok(RunSource { settings, commit: Some(checkout.commit), is_outdated, lock: Some(lock) })
}
