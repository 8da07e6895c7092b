//! The provider `posix`: the state it keeps during a run, and the entry points for reading and setting.

mod expand;
mod retrieve;
mod set;
#[cfg(test)]
mod tests;
mod write;

use marotte_sdk::prelude::*;

use crate::identity::Identities;
use crate::schema::{File, FileAttribute, FileState};

/// The provider for Unix file systems.
#[derive(Debug, Default)]
pub struct Posix {
    identities: Identities,
    has_warned: bool,
    has_deprecated: bool,
}

impl Provider for Posix {
    type Resource = File;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<File>]) -> Vec<Result<State<File>>> {
        self.retrieve(system, rows)
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<File>,
        is: &FileState,
        changed: &[FileAttribute],
    ) -> Result<Applied<FileAttribute>> {
        self.set_attributes(system, row, is, changed)
    }
}
