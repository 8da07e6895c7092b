//! Provider that reads its own environment and that of its command.

use marotte_sdk::prelude::*;

use crate::schema::{Ensure, Seer, SeerAttribute, SeerState};

/// Logs environment variables.
#[derive(Debug, Default)]
pub struct SeerProvider;

impl Provider for SeerProvider {
    type Resource = Seer;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Seer>]) -> Vec<Result<State<Seer>>> {
        for_each_row(rows, |row| {
            let output = system.query_one(&Command::named("env", &[]))?.success("env")?;
            let text = output.text().into_owned();
            for name in row.name.split(',') {
                let own = system.variable(name).unwrap_or_else(|| "nothing".to_owned());
                let prefix = format!("{name}=");
                let passed = text.lines().find_map(|line| line.strip_prefix(&prefix)).unwrap_or("nothing");
                system.notice(row, &format!("{name}: {own}, its command {passed}"));
            }
            Ok(SeerState { ensure: Some(Ensure::Present) }.into())
        })
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        _row: &Row<Seer>,
        _is: &SeerState,
        _changed: &[SeerAttribute],
    ) -> Result<Applied<SeerAttribute>> {
        Ok(Applied::all())
    }
}
