//! The providers that write the file that they are granted: at the wrong time, always, and as it should be.

use marotte_sdk::RunningSystem;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::schema::{
    Ensure, HostileWriteInGet, HostileWriteInGetAttribute, HostileWriteInGetState, HostileWriteInNoop,
    HostileWriteInNoopAttribute, HostileWriteInNoopState, WellBehaved, WellBehavedAttribute, WellBehavedState,
};

/// The content that is written.
const CONTENT: &str = "well behaved\n";

fn write(system: &impl WriteSystem, path: &str) -> Result<()> {
    system.write(path, &vec![CONTENT.into()], &Attrs::default(), None)
}

/// Writes while it should only read.
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
            // The system that is handed in cannot write. The component's own imports can be called all the same.
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

/// Wants to write each time.
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

/// Writes the file if it is missing, and removes it if it should be.
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
