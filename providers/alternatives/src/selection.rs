//! The provider of `alternatives`: the target of a name, and whether it was selected manually.

use marotte_sdk::prelude::*;
use marotte_sdk::system::System;

use crate::store::{NOT_A_PATH, Store, is_name};
use crate::{Alternatives, AlternativesAttribute, AlternativesState, Mode};

/// Provider for the selected program of names.
#[derive(Debug)]
pub(crate) struct Selection {
    store: Store,
}

impl Open for Selection {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self { store: Store::of(name) })
    }
}

impl Canonicalize for Alternatives {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !is_name(&row.name) {
            let message = format!("'{}' is not a valid name of an alternative", row.name);
            problems.error(row, AlternativesAttribute::Name, message);
        }
        if row.path.as_ref().is_some_and(|path| !path.starts_with('/')) {
            problems.error(row, AlternativesAttribute::Path, NOT_A_PATH);
        }
    }
}

impl Selection {
    fn state(&self, system: &impl ReadSystem, row: u32, name: &str) -> Result<AlternativesState> {
        let Some(group) = self.store.group(system, row, name)? else { return Ok(AlternativesState::default()) };
        Ok(AlternativesState { path: self.store.target(system, row, name)?, mode: Some(group.mode) })
    }
}

impl Provider for Selection {
    type Resource = Alternatives;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Alternatives>]) -> Vec<Result<State<Alternatives>>> {
        for_each_row(rows, |row| self.state(system, row.id(), &row.name).map(State::new))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Alternatives>,
        _is: &AlternativesState,
        changed: &[AlternativesAttribute],
    ) -> Result<Applied<AlternativesAttribute>> {
        let mut applied = Applied::all();
        for attribute in changed {
            let done = match (attribute, &row.path, row.mode) {
                (AlternativesAttribute::Mode, _, Some(Mode::Auto)) => {
                    self.store.run(system, row.id(), &["--auto", &row.name])
                }
                // Selecting a program sets manual mode.
                (_, Some(path), _) => self.store.run(system, row.id(), &["--set", &row.name, path]),
                // The current target, which may have changed since it was read.
                (_, None, _) => match self.store.target(system, row.id(), &row.name)? {
                    Some(path) => self.store.run(system, row.id(), &["--set", &row.name, &path]),
                    None => Err(Error::other(format!("There is no alternative '{}'", row.name))),
                },
            };
            applied.note(*attribute, done.map(|()| None));
        }
        Ok(applied)
    }
}

impl Instances for Selection {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Alternatives>>> {
        let names = self.store.names(system)?.into_iter();
        names.map(|title| Ok(Instance { is: self.state(system, 0, &title)?, title })).collect()
    }
}
