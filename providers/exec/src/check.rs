//! Checks that decide whether a command runs, in Puppet's order; the first failed check is decisive. Checks
//! run in the read phase.

use marotte_sdk::Code;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::command::is_secret;
use crate::run::complete_lines;
use crate::{Creates, Exec, ExecAttribute, Line, Runner, Switch};

impl Runner {
    /// Returns whether all checks allow the command to run. `refreshonly` is ignored during a refresh.
    pub(crate) fn passes(&mut self, system: &impl ReadSystem, row: &Row<Exec>, is_refreshing: bool) -> Result<bool> {
        let failed = self.failed(system, row, is_refreshing)?;
        if let Some(check) = failed {
            let command = if is_secret(row) { "[command redacted]".to_owned() } else { row.command.show() };
            let check = check.name();
            system.debug(row, &format!("'{command}' won't be executed because of failed check '{check}'"));
        }
        Ok(failed.is_none())
    }

    /// Returns the attribute of the first check that fails.
    fn failed(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<Exec>,
        is_refreshing: bool,
    ) -> Result<Option<ExecAttribute>> {
        if !is_refreshing && row.refreshonly == Some(Switch::True) {
            return Ok(Some(ExecAttribute::Refreshonly));
        }
        if let Some(creates) = &row.creates
            && exists(system, row, creates)?
        {
            return Ok(Some(ExecAttribute::Creates));
        }
        let commands = [(ExecAttribute::Unless, &row.unless, false), (ExecAttribute::Onlyif, &row.onlyif, true)];
        for (attribute, commands, wanted) in commands {
            for (place, line) in commands.iter().flat_map(|commands| commands.lines()).enumerate() {
                // Checks run sequentially, since a later command may rely on the success of an earlier one.
                if self.succeeds(system, row, attribute, place, line)? != Some(wanted) {
                    return Ok(Some(attribute));
                }
            }
        }
        Ok(None)
    }

    /// Runs one command of a check. Returns `None` if it times out.
    fn succeeds(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<Exec>,
        attribute: ExecAttribute,
        place: usize,
        line: &Line,
    ) -> Result<Option<bool>> {
        let secret = is_secret(row);
        match self.query(system, row, attribute, place, line) {
            Ok(output) if secret => {
                system.debug((row, attribute), "[output redacted]");
                Ok(Some(output.status == 0))
            }
            Ok(output) => {
                complete_lines(&output.text()).for_each(|line| system.debug((row, attribute), line));
                Ok(Some(output.status == 0))
            }
            Err(error) if error.code == Code::Timeout => {
                let shown = if secret { "[command redacted]".to_owned() } else { line.inspect() };
                system.err((row, attribute), &format!("Check {shown} exceeded timeout"));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns whether any of the paths exists.
fn exists(system: &impl ReadSystem, row: &Row<Exec>, creates: &Creates) -> Result<bool> {
    for path in creates.paths() {
        system.debug((row, ExecAttribute::Creates), &format!("Checking that 'creates' path '{path}' exists"));
        match system.stat_one(&row.place(path), true, Want::empty()) {
            Ok(Some(_)) => return Ok(true),
            // Puppet: an inaccessible path counts as missing.
            Ok(None) => {}
            Err(error) if error.code == Code::Denied => {}
            Err(error) => return Err(error),
        }
    }
    Ok(false)
}
