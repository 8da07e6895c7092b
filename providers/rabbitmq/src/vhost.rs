//! Virtual hosts.

use marotte_sdk::prelude::*;

use crate::ctl;
use crate::{Ensure, RabbitmqVhost, RabbitmqVhostAttribute, RabbitmqVhostState};

/// Provider for the virtual hosts of a broker.
#[derive(Debug, Default)]
pub struct Vhosts;

impl Provider for Vhosts {
    type Resource = RabbitmqVhost;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<RabbitmqVhost>]) -> Vec<Result<State<RabbitmqVhost>>> {
        let known = names(system);
        for_each_row(rows, |row| {
            let is_there = known.as_ref().map_err(|error| error.clone())?.contains(&row.name);
            let ensure = if is_there { Ensure::Present } else { Ensure::Absent };
            Ok(RabbitmqVhostState { ensure: Some(ensure) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<RabbitmqVhost>,
        _is: &RabbitmqVhostState,
        _changed: &[RabbitmqVhostAttribute],
    ) -> Result<Applied<RabbitmqVhostAttribute>> {
        let verb = if row.ensure == Ensure::Present { "add_vhost" } else { "delete_vhost" };
        ctl::order(system, &[verb, "--", &row.name])?;
        Ok(Applied::all())
    }
}

impl Instances for Vhosts {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<RabbitmqVhost>>> {
        let is = || RabbitmqVhostState { ensure: Some(Ensure::Present) };
        Ok(names(system)?.into_iter().map(|title| Instance { title, is: is() }).collect())
    }
}

/// Returns the names of all virtual hosts.
pub(crate) fn names(system: &impl ReadSystem) -> Result<Vec<String>> {
    let records = ctl::list(system, &["list_vhosts"])?;
    records.iter().map(|record| record.text("name").map(str::to_owned)).collect()
}
