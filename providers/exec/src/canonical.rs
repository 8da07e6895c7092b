//! Validation of a row as a whole: programs without a path, and the permission to run as another user. The
//! individual values have already been validated.

use marotte_sdk::prelude::*;

use crate::{Exec, ExecAttribute, Line};

impl Canonicalize for Exec {
    fn canonicalize(row: &mut Row<Self>, system: &impl System, problems: &mut Problems<Self>) {
        // Puppet: the shell provider accepts unqualified commands, since the shell resolves them.
        if row.provider() != Some("shell") && row.path.is_none() {
            refuse_unqualified(row, problems);
        }
        let is_privileged = system.fact("identity.privileged") != Some(Value::Boolean(false));
        if let Some(user) = row.user.as_ref().filter(|_| !is_privileged)
            && system.fact("identity.user") != Some(user.name().into())
        {
            problems.error(row, ExecAttribute::User, "Only root can execute commands as other users");
        }
        // Single checks are now lists and numbers given as text are now numeric.
        row.mark_changed();
    }
}

fn refuse_unqualified(row: &Row<Exec>, problems: &mut Problems<Exec>) {
    let checks = [(ExecAttribute::Unless, &row.unless), (ExecAttribute::Onlyif, &row.onlyif)];
    let checks = checks.into_iter().flat_map(|(attribute, commands)| {
        commands.iter().flat_map(|commands| commands.lines()).map(move |line| (Some(attribute), line))
    });
    let refresh = row.refresh.iter().map(|line| (Some(ExecAttribute::Refresh), line));
    // Puppet: an invalid command is reported for the resource as a whole.
    for (attribute, line) in std::iter::once((None, &row.command)).chain(refresh).chain(checks) {
        if let Some(program) = unqualified(line) {
            let message = format!(
                "'{program}' is not qualified and no path was specified. Please qualify the command or specify a path."
            );
            problems.error(row, attribute, message);
        }
    }
}

fn unqualified(line: &Line) -> Option<&str> {
    line.program().filter(|program| !program.starts_with('/'))
}
