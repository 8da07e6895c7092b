//! The provider of `dhparam`.

use marotte_sdk::prelude::*;

use crate::attributes::{Wanted, current, directory};
use crate::tool::run;
use crate::{Dhparam, DhparamAttribute, DhparamState, Ensure};

/// The mode of a new file.
const MODE: u32 = 0o644;

/// Provider for parameters of the Diffie-Hellman key exchange.
#[derive(Debug, Default)]
pub struct Parameters;

impl Canonicalize for Dhparam {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        row.ensure = row.ensure.or_else(|| wanted(row).default_ensure());
    }
}

impl Relate for Dhparam {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("file", vec![directory(&row.path)])]
    }
}

impl Provider for Parameters {
    type Resource = Dhparam;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Dhparam>]) -> Vec<Result<State<Dhparam>>> {
        for_each_row(rows, |row| {
            let Some(file) = current(system, &row.place(&*row.path))? else { return Ok(DhparamState::absent().into()) };
            let ensure = Some(Ensure::Present);
            Ok(DhparamState { ensure, owner: file.owner, group: file.group, mode: file.mode }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Dhparam>,
        _is: &DhparamState,
        changed: &[DhparamAttribute],
    ) -> Result<Applied<DhparamAttribute>> {
        let wanted = wanted(row);
        if !changed.contains(&DhparamAttribute::Ensure) {
            wanted.set(system, &row.path)?;
        } else if row.ensure == Some(Ensure::Absent) {
            system.remove(&row.path, false, None)?;
        } else {
            let staged = system.stage(Some(&row.path), &Body::new(), &wanted.new_file(system, MODE)?)?;
            let fast: &[&str] = if row.fastmode { &["-dsaparam"] } else { &[] };
            let path = staged.path();
            run(system, row.id(), &[&["dhparam"][..], fast, &["-out", &path, row.size.as_str()]].concat(), None)?;
            staged.commit(None)?;
        }
        Ok(Applied::all())
    }
}

fn wanted(row: &Dhparam) -> Wanted<'_> {
    Wanted { owner: row.owner.as_deref(), group: row.group.as_deref(), mode: row.mode.as_ref() }
}
