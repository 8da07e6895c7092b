//! The provider `git`: the state of a repository, and the steps that change it.

use marotte_sdk::prelude::*;

use crate::repository::{self, Repository, Shape, is_same_place};
use crate::{Ensure, Source, Switch, Vcsrepo, VcsrepoAttribute, VcsrepoState, create, revision, update};

/// Provider for git repositories.
#[derive(Debug, Default)]
pub struct Git;

impl Provider for Git {
    type Resource = Vcsrepo;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Vcsrepo>]) -> Vec<Result<State<Vcsrepo>>> {
        let all: Vec<&Row<Vcsrepo>> = rows.iter().collect();
        let found = repository::read(system, &all);
        rows.iter().zip(found).map(|(row, found)| state(system, row, found?)).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Vcsrepo>,
        is: &VcsrepoState,
        changed: &[VcsrepoAttribute],
    ) -> Result<Applied<VcsrepoAttribute>> {
        if changed.contains(&VcsrepoAttribute::Ensure) {
            ensure(system, row, is.ensure.unwrap_or(Ensure::Absent))?;
            return Ok(Applied::all());
        }
        if changed.contains(&VcsrepoAttribute::Source) {
            update::remotes(system, row)?;
        }
        if changed.contains(&VcsrepoAttribute::SkipHooks) {
            update::hooks(system, row)?;
        }
        if changed.contains(&VcsrepoAttribute::Revision) {
            update::revision(system, row)?;
        }
        Ok(Applied::all())
    }
}

fn state(system: &impl ReadSystem, row: &Row<Vcsrepo>, found: Option<Repository>) -> Result<State<Vcsrepo>> {
    let Some(repository) = found.filter(|repository| repository.is_copy_of(row)) else {
        return Ok(VcsrepoState::absent().into());
    };
    let ensure = match repository.shape {
        Shape::Working if row.ensure == Some(Ensure::Latest) && revision::is_latest(system, row, &repository)? => {
            Ensure::Latest
        }
        Shape::Working => Ensure::Present,
        Shape::Bare => Ensure::Bare,
        Shape::Mirror => Ensure::Mirror,
    };
    let revision = match row.ensure {
        // The revision is irrelevant if the repository is to be removed.
        Some(Ensure::Absent) => None,
        _ => revision::current(system, row, &repository)?,
    };
    let mut state = State::new(VcsrepoState {
        ensure: Some(ensure),
        source: remotes(row, &repository),
        revision: revision.map(crate::Revision),
        skip_hooks: Some(if repository.skips_hooks { Switch::True } else { Switch::False }),
    });
    if row.ensure == Some(Ensure::Present) {
        state = state.with(Verdict::insync(VcsrepoAttribute::Ensure));
    }
    Ok(state)
}

/// Returns the current URLs of the remotes that the row names. A URL equivalent to the desired one is
/// returned in the desired spelling.
fn remotes(row: &Vcsrepo, repository: &Repository) -> Option<Source> {
    let in_words_of = |wanted: &String, is: &String| if is_same_place(wanted, is) { wanted } else { is }.clone();
    match &row.source {
        Some(Source::Many(wanted)) => {
            let remotes = repository.remotes.iter();
            let named = remotes.filter_map(|(name, is)| Some((name.clone(), in_words_of(wanted.get(name)?, is))));
            Some(Source::Many(named.collect()))
        }
        Some(Source::One(wanted)) => {
            repository.remotes.get(&row.remote.0).map(|is| Source::One(in_words_of(wanted, is)))
        }
        None => repository.remotes.get(&row.remote.0).cloned().map(Source::One),
    }
}

fn ensure(system: &impl WriteSystem, row: &Row<Vcsrepo>, is: Ensure) -> Result<()> {
    let say = |words: &str| system.notice((row, VcsrepoAttribute::Ensure), words);
    match (row.ensure, is) {
        (None, _) => Ok(()),
        (Some(Ensure::Absent), _) => system.remove(&row.path.0, true, None),
        (Some(Ensure::Bare | Ensure::Mirror), Ensure::Absent) => create::repository(system, row),
        (Some(Ensure::Bare | Ensure::Mirror), _) => update::bare(system, row),
        (Some(Ensure::Latest), Ensure::Bare | Ensure::Mirror) => {
            Err(Error::invalid(format!("{} is a bare repository without a working tree", row.path.0)))
        }
        (Some(Ensure::Latest), Ensure::Present | Ensure::Latest) if row.force == Switch::False => {
            update::latest(system, row)
        }
        (Some(Ensure::Latest), _) => {
            say("Creating repository from latest");
            create::repository(system, row)
        }
        (Some(Ensure::Present), _) => {
            say("Creating repository from present");
            create::repository(system, row)
        }
    }
}
