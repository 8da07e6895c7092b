//! Resolution of a revision to a commit: a local branch, a tag, a remote branch, or a commit hash, in this
//! order.

use std::collections::BTreeMap;

use marotte_sdk::command::Invocation;
use marotte_sdk::prelude::*;

use crate::Vcsrepo;
use crate::command::inside;
use crate::repository::{Repository, commits};

/// Returns the checked-out revision: in the spelling of the row if it resolves to the same commit, otherwise
/// as a commit hash.
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
            // The commit may not have been fetched yet.
            None if is_number(wanted) => false,
            None => return Err(unknown(wanted)),
        },
    };
    Ok(Some(if is_meant { wanted } else { head }.to_owned()))
}

/// Returns whether the checked-out branch equals the remote branch. A detached HEAD is always up to date.
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

    /// Returns the commit of a remote branch as of the last fetch.
    pub(crate) fn tracked(&self, remote: &str, name: &str) -> Option<&str> {
        self.refs.get(&format!("refs/remotes/{remote}/{name}")).map(String::as_str)
    }

    /// Returns the commit of a local branch or of a tag.
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
    let output = system.query_one(&inside(row, &["rev-parse", "--verify", "--quiet", &commit]))?;
    Ok(output.is_success().then(|| output.text().trim_end().to_owned()))
}

/// Queries a remote for the commits of the given refs.
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
    Ok(commits(&Invocation::new(command).query_lossy(system)?, '\t'))
}

/// Returns whether a revision has the form of a full or abbreviated commit hash.
fn is_number(revision: &str) -> bool {
    (4..=64).contains(&revision.len()) && revision.bytes().all(|byte| byte.is_ascii_hexdigit())
}
