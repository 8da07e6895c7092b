//! Tests with local repositories.

use std::collections::BTreeMap;
use std::process::Command;

use tempfile::TempDir;

use super::*;
use crate::settings::texts::SettingSources;

/// A repository, and the settings of a system that clones it.
struct Site {
    scratch: TempDir,
    settings: Settings,
}

impl Site {
    /// Creates a repository with one commit; `None` without git, which is reported.
    #[expect(clippy::print_stderr, reason = "a skipped test reports it")]
    fn new() -> Option<Self> {
        let scratch = tempfile::tempdir().unwrap();
        let path = |name: &str| scratch.path().join(name).display().to_string();
        let machine = BTreeMap::from([("confdir", path("conf")), ("vardir", path("state"))]);
        let sources = SettingSources { machine, ..SettingSources::default() };
        let (settings, _) = Settings::from_sources(sources, "user", None).unwrap();
        let site = Self { scratch, settings };
        fs::create_dir(site.path()).unwrap();
        if Command::new("git").arg("--version").output().is_err() {
            eprintln!("SKIPPED: needs the program 'git'");
            return None;
        }
        site.git(&["init", "--quiet", "--initial-branch=main"]);
        site.push("first");
        Some(site)
    }

    fn path(&self) -> PathBuf {
        self.scratch.path().join("site")
    }

    fn source(&self, branch: Option<&str>) -> RepositorySource {
        RepositorySource::new(&self.path().display().to_string(), branch).unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments).current_dir(self.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Commits a manifest with this text.
    fn push(&self, text: &str) {
        fs::create_dir_all(self.path().join("manifests")).unwrap();
        fs::write(self.path().join("manifests/site.pp"), text).unwrap();
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", text]);
    }

    fn update(&self, branch: Option<&str>) -> Result<Checkout> {
        RepositoryClone::of(&self.settings).update(&self.source(branch), &self.settings)
    }

    /// Returns the manifest that a run reads.
    fn manifest(&self, checkout: &Checkout) -> String {
        fs::read_to_string(checkout.environmentpath.join("production/manifests/site.pp")).unwrap()
    }
}

#[test]
fn repository_update_selects_the_fetched_commit() {
    let Some(site) = Site::new() else { return };
    for text in ["first", "second"] {
        if text != "first" {
            site.push(text);
        }
        let checkout = site.update(None).unwrap();
        assert_eq!((checkout.failure.as_deref(), checkout.has_submodules), (None, false));
        assert_eq!(checkout.commit, site.git(&["rev-parse", "HEAD"]));
        assert_eq!(site.manifest(&checkout), text);
    }
    let clone = RepositoryClone::of(&site.settings);
    assert_eq!(clone.commit(), Some(site.git(&["rev-parse", "HEAD"])));
    assert_eq!(fs::read_dir(clone.commits()).unwrap().count(), 1, "the files of the first commit are removed");
}

#[test]
fn repository_update_follows_a_rewritten_branch() {
    let Some(site) = Site::new() else { return };
    site.push("second");
    site.update(Some("main")).unwrap();
    site.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    site.push("other");
    assert_eq!(site.manifest(&site.update(Some("main")).unwrap()), "other");
}

#[test]
fn failed_fetch_keeps_the_last_commit() {
    let Some(site) = Site::new() else { return };
    let first = site.update(None).unwrap();
    fs::rename(site.path(), site.scratch.path().join("moved")).unwrap();
    let again = site.update(None).unwrap();
    assert_eq!(again.commit, first.commit);
    assert_eq!(site.manifest(&again), "first");
    let failure = again.failure.unwrap();
    assert!(failure.starts_with(&format!("Could not fetch '{}': ", site.path().display())), "{failure}");
}

#[test]
fn failed_fetch_of_another_repository_keeps_nothing() {
    let Some(site) = Site::new() else { return };
    site.update(None).unwrap();
    let error = site.update(Some("nosuch")).unwrap_err().to_string();
    assert!(error.contains("refs/heads/nosuch"), "{error}");
    assert_eq!(RepositoryClone::of(&site.settings).commit(), None);
}

#[test]
fn interrupted_update_is_repeated() {
    let Some(site) = Site::new() else { return };
    let checkout = site.update(None).unwrap();
    let clone = RepositoryClone::of(&site.settings);
    // As after a kill while the files were written.
    let draft = clone.directory.join("draft");
    fs::create_dir(&draft).unwrap();
    fs::rename(clone.commits().join(&checkout.commit), draft.join("files")).unwrap();
    fs::write(draft.join("files/manifests/site.pp"), "partial").unwrap();
    for lock in ["draft/index.lock", "git/shallow.lock", "git/refs/marotte/fetched.lock"] {
        fs::write(clone.directory.join(lock), "").unwrap();
    }
    site.push("second");
    let again = site.update(None).unwrap();
    assert_eq!((site.manifest(&again).as_str(), again.failure), ("second", None));
    assert!(!draft.exists());
}

#[test]
fn repository_update_ignores_variables_of_git() {
    let environment = git::environment();
    let names: Vec<&str> = environment.iter().filter_map(|(name, _)| name.to_str()).collect();
    let of_git: Vec<&str> = names.iter().copied().filter(|name| name.starts_with("GIT_")).collect();
    assert_eq!(of_git, ["GIT_TERMINAL_PROMPT", "GIT_ALLOW_PROTOCOL"]);
    assert!(names.contains(&"HOME"));
}
