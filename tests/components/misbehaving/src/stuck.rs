//! Providers that never return: an endless loop, unlimited allocation, and a panic.

use std::hint::black_box;

use marotte_sdk::prelude::*;

use crate::schema::{
    HostileLoop, HostileLoopAttribute, HostileLoopState, HostileMemory, HostileMemoryAttribute, HostileMemoryState,
    HostilePanic, HostilePanicAttribute, HostilePanicState,
};

/// Never returns.
#[derive(Debug, Default)]
pub struct LoopProvider;

impl Provider for LoopProvider {
    type Resource = HostileLoop;

    fn get(&mut self, _system: &impl ReadSystem, _rows: &[Row<HostileLoop>]) -> Vec<Result<State<HostileLoop>>> {
        let mut turns = 0_u64;
        loop {
            turns = black_box(turns.wrapping_add(1));
        }
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<HostileLoop>,
        _is: &HostileLoopState,
        _changed: &[HostileLoopAttribute],
    ) -> Result<Applied<HostileLoopAttribute>> {
        Err(never_read())
    }
}

/// Allocates without end.
#[derive(Debug, Default)]
pub struct MemoryProvider;

impl Provider for MemoryProvider {
    type Resource = HostileMemory;

    fn get(&mut self, _system: &impl ReadSystem, _rows: &[Row<HostileMemory>]) -> Vec<Result<State<HostileMemory>>> {
        let mut hoard = Vec::new();
        loop {
            hoard.push(black_box(vec![1_u8; 1 << 20]));
        }
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<HostileMemory>,
        _is: &HostileMemoryState,
        _changed: &[HostileMemoryAttribute],
    ) -> Result<Applied<HostileMemoryAttribute>> {
        Err(never_read())
    }
}

/// Panics.
#[derive(Debug, Default)]
pub struct PanicProvider;

impl Provider for PanicProvider {
    type Resource = HostilePanic;

    fn get(&mut self, _system: &impl ReadSystem, rows: &[Row<HostilePanic>]) -> Vec<Result<State<HostilePanic>>> {
        panic!("{} rows are too many for this provider", rows.len());
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<HostilePanic>,
        _is: &HostilePanicState,
        _changed: &[HostilePanicAttribute],
    ) -> Result<Applied<HostilePanicAttribute>> {
        Err(never_read())
    }
}

fn never_read() -> Error {
    Error::other("set was called although get never answered")
}
