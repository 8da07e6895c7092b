//! Replication slots, all of which are read by a single query.

use std::collections::BTreeSet;

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::{Ensure, PostgresqlReplicationSlot, PostgresqlReplicationSlotAttribute, PostgresqlReplicationSlotState};

/// Provider for the replication slots of the local server.
#[derive(Debug, Default)]
pub struct Slots;

impl Provider for Slots {
    type Resource = PostgresqlReplicationSlot;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<PostgresqlReplicationSlot>],
    ) -> Vec<Result<State<PostgresqlReplicationSlot>>> {
        let known = list(system);
        for_each_row(rows, |row| {
            let is_there = known.as_ref().map_err(Clone::clone)?.contains(&row.name);
            let ensure = if is_there { Ensure::Present } else { Ensure::Absent };
            Ok(PostgresqlReplicationSlotState { ensure: Some(ensure) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<PostgresqlReplicationSlot>,
        _is: &PostgresqlReplicationSlotState,
        _changed: &[PostgresqlReplicationSlotAttribute],
    ) -> Result<Applied<PostgresqlReplicationSlotAttribute>> {
        // The name consists of letters, digits and underscores and needs no escaping.
        let name = &row.name;
        let (verb, sql) = match row.ensure {
            Some(Ensure::Absent) => ("destroy", format!("SELECT pg_drop_replication_slot('{name}')")),
            _ => ("create", format!("SELECT * FROM pg_create_physical_replication_slot('{name}')")),
        };
        let output = system.mutate(&command("-tX", &sql))?;
        if !output.is_success() {
            return Err(Error::other(format!("Failed to {verb} replication slot {name}:\n{}", said(&output))));
        }
        Ok(Applied::all())
    }
}

impl Instances for Slots {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<PostgresqlReplicationSlot>>> {
        let is = || PostgresqlReplicationSlotState { ensure: Some(Ensure::Present) };
        // Puppet: the list is empty if the server does not respond.
        Ok(list(system).unwrap_or_default().into_iter().map(|title| Instance { title, is: is() }).collect())
    }
}

fn list(system: &impl ReadSystem) -> Result<BTreeSet<String>> {
    let command = command("-tXq", "SELECT slot_name FROM pg_replication_slots");
    let output = system.query_one(&Command { merge_stderr: false, ..command })?;
    if !output.is_success() {
        return Err(Error::other(format!("Failed to list replication slots:\n{}", said(&output))));
    }
    Ok(output.text().lines().map(|line| line.trim().to_owned()).filter(|name| !name.is_empty()).collect())
}

fn command(options: &str, sql: &str) -> Command {
    Command {
        stdin: vec![sql.into()],
        user: Some("postgres".to_owned()),
        group: Some("postgres".to_owned()),
        merge_stderr: true,
        ..Command::named("psql", &[options, "-v", "ON_ERROR_STOP=1"])
    }
}

fn said(output: &Output) -> String {
    (output.all_text()).trim_end().to_owned()
}
