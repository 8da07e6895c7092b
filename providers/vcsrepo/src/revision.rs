//! Which commit a revision means: a local branch, a tag, a branch of the remote, or a commit by its number, in this order.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::Vcsrepo;
use crate::command::{ask, inside, success};
use crate::repository::{Repository, commits};

/// Returns the revision that is checked out: in the row's own spelling if it is equal, otherwise the commit.
pub(crate) fn current(system: &impl ReadSystem, row: &Row<Vcsrepo>, repository: &Repository) -> Result<Option<String>> {
    let Some(head) = repository.head() else { return Ok(None) };
    let Some(wanted) = row.revision.as_ref().map(|revision| revision.0.as_str()) else {
        return Ok(Some(head.to_owned()));
    };
    let is_meant = match repository.local(wanted) {
        Some(commit) => commit == head,
        None if is_number(wanted) && head.starts_with(&wanted.to_ascii_lowercase()) => true,
        None => match elsewhere(system, row, repository, wanted)? {
            Some(commit) => commit == head,
            // Its commit may still have to be fetched.
            None if is_number(wanted) => false,
            None => return Err(unknown(wanted)),
        },
    };
    Ok(Some(if is_meant { wanted } else { head }.to_owned()))
}

/// Returns whether the branch that is checked out equals the remote's. Tags and commits do not move.
pub(crate) fn is_latest(system: &impl ReadSystem, row: &Row<Vcsrepo>, repository: &Repository) -> Result<bool> {
    let Some(branch) = &repository.branch else { return Ok(true) };
    let remote = &row.remote.0;
    let name = format!("refs/heads/{branch}");
    let upstream = upstream(system, row, repository, remote, &[&name])?;
    match upstream.get(&name) {
        Some(commit) => Ok(repository.head() == Some(commit)),
        None => Err(Error::other(format!("The remote '{remote}' has no branch '{branch}'"))),
    }
}

/// Returns the error for an unknown revision.
pub(crate) fn unknown(revision: &str) -> Error {
    Error::other(format!("{revision} is not a local or remote ref"))
}

impl Repository {
    /// Returns the commit of a local branch.
    pub(crate) fn branch_commit(&self, name: &str) -> Option<&str> {
        self.refs.get(&format!("refs/heads/{name}")).map(String::as_str)
    }

    /// Returns the commit of a branch of a remote, as it was when it was fetched.
    pub(crate) fn tracked(&self, remote: &str, name: &str) -> Option<&str> {
        self.refs.get(&format!("refs/remotes/{remote}/{name}")).map(String::as_str)
    }

    /// Returns the commit of what does not change unless it is changed here.
    pub(crate) fn local(&self, name: &str) -> Option<&str> {
        self.branch_commit(name).or_else(|| self.refs.get(&format!("refs/tags/{name}")).map(String::as_str))
    }
}

fn elsewhere(
    system: &impl ReadSystem,
    row: &Row<Vcsrepo>,
    repository: &Repository,
    wanted: &str,
) -> Result<Option<String>> {
    if let Some((remote, name)) = repository.of_remote(wanted) {
        let branch = format!("refs/heads/{name}");
        if let Some(commit) = upstream(system, row, repository, remote, &[&branch])?.remove(&branch) {
            return Ok(Some(commit));
        }
    }
    let (branch, tag) = (format!("refs/heads/{wanted}"), format!("refs/tags/{wanted}"));
    let peeled = format!("{tag}^{{}}");
    let found = upstream(system, row, repository, &row.remote.0, &[&branch, &tag, &peeled])?;
    if let Some(commit) = found.get(&tag).or_else(|| found.get(&branch)) {
        return Ok(Some(commit.clone()));
    }
    let commit = format!("{wanted}^{{commit}}");
    let output = ask(system, inside(row, &["rev-parse", "--verify", "--quiet", &commit]))?;
    Ok(output.is_success().then(|| output.text().trim_end().to_owned()))
}

/// Asks a remote which commits these names stand for there.
fn upstream(
    system: &impl ReadSystem,
    row: &Row<Vcsrepo>,
    repository: &Repository,
    remote: &str,
    names: &[&str],
) -> Result<BTreeMap<String, String>> {
    if !repository.remotes.contains_key(remote) {
        return Ok(BTreeMap::new());
    }
    let command = inside(row, &[&["ls-remote", "--", remote], names].concat());
    let output = ask(system, command.clone())?;
    Ok(commits(&success(&command, output)?, '\t'))
}

/// Returns whether it may be the number of a commit, or the beginning of one.
fn is_number(revision: &str) -> bool {
    (4..=64).contains(&revision.len()) && revision.bytes().all(|byte| byte.is_ascii_hexdigit())
}
