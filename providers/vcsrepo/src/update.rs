//! Changes to an existing repository: its remotes and hooks, its revision, its owner.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::command::{inside, run};
use crate::repository::{self, Repository, Shape, is_same_place};
use crate::revision::unknown;
use crate::{Ensure, Source, Switch, Vcsrepo, VcsrepoAttribute};

/// Sets the remotes, and fetches from all remotes if any was changed.
pub(crate) fn remotes(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    set_remotes(system, row)?;
    owner_and_excludes(system, row)
}

/// Fetches and checks out the desired revision.
pub(crate) fn revision(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    let Some(wanted) = &row.revision else { return Ok(()) };
    fetch(system, row, &read(system, row)?)?;
    move_to(system, row, &wanted.0)
}

/// Updates the branch to the state of the source.
pub(crate) fn latest(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    set_remotes(system, row)?;
    let repository = read(system, row)?;
    fetch(system, row, &repository)?;
    let wanted = row.revision.as_ref().map(|revision| revision.0.clone()).or(repository.branch);
    let Some(wanted) = wanted else { return Ok(()) };
    system.notice((row, VcsrepoAttribute::Ensure), &format!("Updating to latest '{wanted}' revision"));
    move_to(system, row, &wanted)
}

/// Enables or disables hooks.
pub(crate) fn hooks(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    let setting: &[&str] = match row.skip_hooks {
        Some(Switch::True) => &["config", "--local", "core.hooksPath", "/dev/null"],
        _ => &["config", "--local", "--unset", "core.hooksPath"],
    };
    run(system, inside(row, setting))
}

/// Converts the repository to a bare repository and sets or unsets mirror mode. All changes are made inside
/// its directory.
pub(crate) fn bare(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    let repository = read(system, row)?;
    if repository.shape == Shape::Working {
        system.notice(row, "Converting working copy repository to bare repository");
        let path = &row.path.0;
        let kept = format!("{path}/.git");
        for entry in system.walk(&row.place(path.as_str()), 1, false, &[], u32::MAX)? {
            if entry.path != kept {
                system.remove(&entry.path, true, None)?;
            }
        }
        for entry in system.walk(&row.place(kept.as_str()), 1, false, &[], u32::MAX)? {
            let name = entry.path.rsplit('/').next().unwrap_or_default();
            system.rename(&entry.path, &format!("{path}/{name}"))?;
        }
        system.remove(&kept, true, None)?;
        run(system, inside(row, &["config", "--local", "core.bare", "true"]))?;
    }
    set_remotes(system, row)?;
    let wants_mirror = row.ensure == Some(Ensure::Mirror);
    if wants_mirror || repository.shape == Shape::Mirror {
        for remote in sources(row).keys() {
            let key = format!("remote.{remote}.mirror");
            let setting: &[&str] = if wants_mirror {
                &["config", "--local", &key, "true"]
            } else {
                &["config", "--local", "--unset", &key]
            };
            run(system, inside(row, setting))?;
        }
    }
    owner_and_excludes(system, row)
}

/// Sets the remotes, and fetches from all remotes if any was changed.
pub(crate) fn set_remotes(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    let known = read(system, row)?.remotes;
    let mut has_changed = false;
    for (name, url) in sources(row) {
        let verb: &[&str] = match known.get(&name) {
            Some(is) if is_same_place(is, &url) => continue,
            Some(_) => &["remote", "set-url", "--"],
            None => &["remote", "add", "--"],
        };
        run(system, inside(row, &[verb, &[&name, &url]].concat()))?;
        has_changed = true;
    }
    if has_changed { run(system, inside(row, &["remote", "update"])) } else { Ok(()) }
}

/// Checks out the desired revision without fetching it.
pub(crate) fn check_out_wanted(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    match &row.revision {
        Some(wanted) => check_out(system, row, &wanted.0),
        None => Ok(()),
    }
}

/// Initializes and updates submodules.
pub(crate) fn submodules(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    if row.submodules == Switch::False || matches!(row.ensure, Some(Ensure::Bare | Ensure::Mirror)) {
        return Ok(());
    }
    run(system, inside(row, &["submodule", "update", "--init", "--recursive"]))
}

/// Writes the exclude patterns and changes the owner of all files.
pub(crate) fn owner_and_excludes(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<()> {
    if let Some(excludes) = &row.excludes {
        let directory = match read(system, row)?.shape {
            Shape::Working => format!("{}/.git/info", row.path.0),
            Shape::Bare | Shape::Mirror => format!("{}/info", row.path.0),
        };
        let found = system.stat_one(&row.place(directory.as_str()), false, Want::empty())?;
        if found.is_none() {
            system.make_directory(&directory, &Attrs::default(), false)?;
        }
        let lines: String = excludes.0.iter().map(|line| format!("{line}\n")).collect();
        system.write(&format!("{directory}/exclude"), &vec![lines.as_str().into()], &Attrs::default(), None)?;
    }
    let whose = match (&row.owner, &row.group) {
        (None, None) => return Ok(()),
        (Some(owner), None) => owner.0.clone(),
        (owner, Some(group)) => format!("{}:{}", owner.as_ref().map_or("", |owner| &owner.0), group.0),
    };
    let arguments = ["-h", "-R", "--", &whose, &row.path.0];
    let command = Command { row: row.id(), merge_stderr: true, ..Command::named("chown", &arguments) };
    let output = system.mutate(&command)?;
    if output.is_success() {
        return Ok(());
    }
    Err(Error::other(format!(
        "Could not change the owner of {} to '{whose}': {}",
        row.path.0,
        output.text().trim_end()
    )))
}

fn move_to(system: &impl WriteSystem, row: &Row<Vcsrepo>, wanted: &str) -> Result<()> {
    check_out(system, row, wanted)?;
    submodules(system, row)?;
    owner_and_excludes(system, row)
}

fn fetch(system: &impl WriteSystem, row: &Row<Vcsrepo>, repository: &Repository) -> Result<()> {
    let remote = row.remote.0.as_str();
    let named = row.revision.as_ref().and_then(|revision| repository.of_remote(&revision.0));
    let others = named.map(|(named, _)| named).filter(|named| *named != remote);
    for remote in [remote].into_iter().chain(others) {
        if repository.remotes.contains_key(remote) {
            run(system, inside(row, &["fetch", "--tags", "--", remote]))?;
        }
    }
    Ok(())
}

/// Checks out a revision. A branch is reset to the last fetched state; local commits are discarded.
fn check_out(system: &impl WriteSystem, row: &Row<Vcsrepo>, wanted: &str) -> Result<()> {
    let stashed = if row.keep_local_changes == Switch::True { stash(system, row)? } else { false };
    let repository = read(system, row)?;
    let upstream = format!("{}/{wanted}", row.remote.0);
    let tracked = repository.tracked(&row.remote.0, wanted).is_some();
    if repository.local(wanted).is_none() && tracked {
        run(system, inside(row, &["checkout", "--force", "-b", wanted, "--track", &upstream, "--"]))?;
    } else {
        if repository.local(wanted).is_none() {
            let commit = format!("{wanted}^{{commit}}");
            if !system.query_one(&inside(row, &["rev-parse", "--verify", "--quiet", &commit]))?.is_success() {
                return Err(unknown(wanted));
            }
        }
        run(system, inside(row, &["checkout", "--force", wanted, "--"]))?;
        if repository.branch_commit(wanted).is_some() && tracked {
            run(system, inside(row, &["reset", "--hard", &upstream, "--"]))?;
        }
    }
    if stashed { run(system, inside(row, &["stash", "pop"])) } else { Ok(()) }
}

/// Stashes local changes. Returns whether there were any; otherwise, a later `stash pop` would restore an
/// older stash.
fn stash(system: &impl WriteSystem, row: &Row<Vcsrepo>) -> Result<bool> {
    let top = |system: &_| -> Result<Option<String>> { Ok(read(system, row)?.refs.remove("refs/stash")) };
    let before = top(system)?;
    run(system, inside(row, &["stash", "push"]))?;
    Ok(top(system)? != before)
}

fn read(system: &impl ReadSystem, row: &Row<Vcsrepo>) -> Result<Repository> {
    let found = repository::read(system, &[row]).into_iter().next().transpose()?.flatten();
    found.ok_or_else(|| Error::other(format!("{} is not a git repository", row.path.0)))
}

/// Returns the URL of each remote that the row names.
fn sources(row: &Vcsrepo) -> BTreeMap<String, String> {
    match &row.source {
        None => BTreeMap::new(),
        Some(Source::One(place)) => BTreeMap::from([(row.remote.0.clone(), place.clone())]),
        Some(Source::Many(places)) => places.clone(),
    }
}
