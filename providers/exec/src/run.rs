//! Running the command until it succeeds or no tries are left, and logging its output.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::command::is_secret;
use crate::{Exec, ExecAttribute, LogOutput, Runner};

impl Runner {
    /// Runs the command until it succeeds, at most `tries` times.
    pub(crate) fn attempt(&mut self, system: &impl WriteSystem, row: &Row<Exec>) -> Result<()> {
        let tries = row.tries.count();
        let about = (row, ExecAttribute::Returns);
        let mut current = 1;
        let output = loop {
            // Puppet: a single try is not logged.
            if tries > 1 {
                system.debug(about, &format!("Exec try {current}/{tries}"));
            }
            let output = self.run(system, row, ExecAttribute::Command)?;
            if row.returns.include(output.status) || current >= tries {
                break output;
            }
            if let Some(time) = row.try_sleep.time() {
                system.debug(about, &format!("Sleeping for {} seconds between tries", time.as_secs_f64()));
                system.sleep(time);
            }
            current += 1;
        };
        let is_good = row.returns.include(output.status);
        log(system, row, &output, is_good);
        if is_good { Ok(()) } else { Err(Error::other(complaint(row, output.status))) }
    }
}

fn log(system: &impl System, row: &Row<Exec>, output: &Output, is_good: bool) {
    let is_wanted = match row.logoutput {
        LogOutput::True => true,
        LogOutput::False => false,
        LogOutput::OnFailure => !is_good,
    };
    if !is_wanted {
        return;
    }
    let about = (row, ExecAttribute::Returns);
    if is_secret(row) {
        return system.notice(about, "[output redacted]");
    }
    complete_lines(&output.text()).for_each(|line| system.notice(about, line));
    if output.truncated {
        system.warning(about, "the output was too long and has been truncated");
    }
}

fn complaint(row: &Exec, status: i32) -> String {
    let command = if is_secret(row) { "[command redacted]".to_owned() } else { format!("'{}'", row.command.show()) };
    format!("{command} returned {status} instead of one of [{}]", row.returns.show())
}

/// Returns the lines of the output without trailing empty lines.
pub(crate) fn complete_lines(output: &str) -> impl Iterator<Item = &str> {
    let output = output.trim_end_matches('\n');
    output.split('\n').filter(move |_| !output.is_empty())
}
