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
        let ensure = row.ensure.filter(|_| changed.contains(&DhparamAttribute::Ensure));
        wanted(row).apply(system, &row.path, ensure, |system, file| generate(system, row, file))?;
        Ok(Applied::all())
    }
}

fn wanted(row: &Dhparam) -> Wanted<'_> {
    Wanted { owner: row.owner.as_deref(), group: row.group.as_deref(), mode: row.mode.as_ref(), new_mode: MODE }
}

/// Generates parameters into a file.
fn generate(system: &impl WriteSystem, row: &Row<Dhparam>, file: &str) -> Result<()> {
    let fast: &[&str] = if row.fastmode { &["-dsaparam"] } else { &[] };
    run(system, row.id(), &[&["dhparam"][..], fast, &["-out", file, row.size.as_str()]].concat(), None)
}
