//! The provider `getsetsebool`, which reads and sets booleans with the commands `getsebool` and `setsebool`.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::{Persistent, Selboolean, SelbooleanAttribute, SelbooleanState, Switch};

/// Provider that uses the SELinux tools.
#[derive(Debug, Default)]
pub struct Getsetsebool;

impl Provider for Getsetsebool {
    type Resource = Selboolean;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Selboolean>]) -> Vec<Result<State<Selboolean>>> {
        // An unknown name makes the whole query fail, so each boolean is queried separately.
        let questions: Vec<Command> = rows.iter().map(|row| command(row, "getsebool", &["--", &row.name])).collect();
        let answers = rows.iter().zip(system.query(&questions));
        answers.map(|(row, answer)| Ok(SelbooleanState { value: Some(switch(row, answer?)?) }.into())).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Selboolean>,
        _is: &SelbooleanState,
        _changed: &[SelbooleanAttribute],
    ) -> Result<Applied<SelbooleanAttribute>> {
        let value = if row.value == Some(Switch::On) { "on" } else { "off" };
        let arguments = ["-P", "--", &row.name, value];
        let arguments = if row.persistent == Persistent::True { &arguments[..] } else { &arguments[1..] };
        let output = system.mutate(&command(row, "setsebool", arguments))?;
        if !output.is_success() {
            // Puppet: the first line of output is the reason.
            let reason = output.text().lines().next().unwrap_or_default().to_owned();
            let silent = format!("setsebool returned {}", output.status);
            return Err(Error::other(if reason.is_empty() { silent } else { reason }));
        }
        Ok(Applied::all())
    }
}

fn command(row: &Row<Selboolean>, name: &str, arguments: &[&str]) -> Command {
    Command { row: row.id(), merge_stderr: true, ..Command::named(name, arguments) }
}

/// Parses a line such as `httpd_can_network_connect --> on`.
fn switch(row: &Selboolean, output: Output) -> Result<Switch> {
    output.require_success(&format!("getsebool -- {}", row.name))?;
    let text = output.text();
    let text = text.trim_end();
    match text.rsplit(' ').next() {
        Some("on") => Ok(Switch::On),
        Some("off") => Ok(Switch::Off),
        _ => Err(Error::other(format!("Invalid response '{text}' returned from getsebool"))),
    }
}
