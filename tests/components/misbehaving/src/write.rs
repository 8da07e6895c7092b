//! Providers that write their granted file: while reading, at every run, and correctly.

use marotte_sdk::RunningSystem;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::schema::{
    Ensure, HostileWriteInGet, HostileWriteInGetAttribute, HostileWriteInGetState, HostileWriteInNoop,
    HostileWriteInNoopAttribute, HostileWriteInNoopState, WellBehaved, WellBehavedAttribute, WellBehavedState,
};

/// Content of the file.
const CONTENT: &str = "well behaved\n";

fn write(system: &impl WriteSystem, path: &str) -> Result<()> {
    system.write(path, &vec![CONTENT.into()], &Attrs::default(), None)
}

/// Writes during a read.
#[derive(Debug, Default)]
pub struct WriteInGetProvider;

impl Provider for WriteInGetProvider {
    type Resource = HostileWriteInGet;

    fn get(
        &mut self,
        _system: &impl ReadSystem,
        rows: &[Row<HostileWriteInGet>],
    ) -> Vec<Result<State<HostileWriteInGet>>> {
        for_each_row(rows, |row| {
            // The passed system is read-only, but the component can call its imports directly.
            write(&RunningSystem, &row.path)?;
            Ok(HostileWriteInGetState { ensure: Some(Ensure::Present) }.into())
        })
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<HostileWriteInGet>,
        _is: &HostileWriteInGetState,
        _changed: &[HostileWriteInGetAttribute],
    ) -> Result<Applied<HostileWriteInGetAttribute>> {
        Ok(Applied::all())
    }
}

/// Reports a change at every run and writes.
#[derive(Debug, Default)]
pub struct WriteInNoopProvider;

impl Provider for WriteInNoopProvider {
    type Resource = HostileWriteInNoop;

    fn get(
        &mut self,
        _system: &impl ReadSystem,
        rows: &[Row<HostileWriteInNoop>],
    ) -> Vec<Result<State<HostileWriteInNoop>>> {
        for_each_row(rows, |_| Ok(HostileWriteInNoopState { ensure: Some(Ensure::Absent) }.into()))
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<HostileWriteInNoop>,
        _is: &HostileWriteInNoopState,
        _changed: &[HostileWriteInNoopAttribute],
    ) -> Result<Applied<HostileWriteInNoopAttribute>> {
        write(system, &row.path)?;
        Ok(Applied::all())
    }
}

/// Creates a missing file, and removes the file if it should be absent.
#[derive(Debug, Default)]
pub struct WellBehavedProvider;

impl Provider for WellBehavedProvider {
    type Resource = WellBehaved;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<WellBehaved>]) -> Vec<Result<State<WellBehaved>>> {
        let places: Vec<Place> = rows.iter().map(|row| row.place(&row.path)).collect();
        let found = system.stat(&places, false, Want::empty()).into_iter();
        found
            .map(|found| {
                let ensure = if found?.is_some() { Ensure::Present } else { Ensure::Absent };
                Ok(WellBehavedState { ensure: Some(ensure) }.into())
            })
            .collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<WellBehaved>,
        _is: &WellBehavedState,
        _changed: &[WellBehavedAttribute],
    ) -> Result<Applied<WellBehavedAttribute>> {
        match row.ensure {
            Ensure::Present => write(system, &row.path)?,
            Ensure::Absent => system.remove(&row.path, false, None)?,
        }
        Ok(Applied::all())
    }
}
