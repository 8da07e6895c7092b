//! Checks whether a server accepts connections. Any output counts as success.

use std::time::Duration;

use marotte_sdk::prelude::*;

use crate::settings::connection;
use crate::{PostgresqlConnValidator, PostgresqlConnValidatorAttribute, PostgresqlConnValidatorState};

/// Provider for connections to a server.
#[derive(Debug, Default)]
pub struct Connection;

impl Provider for Connection {
    type Resource = PostgresqlConnValidator;

    fn get(
        &mut self,
        system: &impl ReadSystem,
        rows: &[Row<PostgresqlConnValidator>],
    ) -> Vec<Result<State<PostgresqlConnValidator>>> {
        for_each_row(rows, |row| {
            let ensure = if answers(system, row)? { "present" } else { "absent" };
            Ok(PostgresqlConnValidatorState { ensure: Some(ensure.to_owned()) }.into())
        })
    }

    fn set(
        &mut self,
        _system: &impl WriteSystem,
        row: &Row<PostgresqlConnValidator>,
        _is: &PostgresqlConnValidatorState,
        _changed: &[PostgresqlConnValidatorAttribute],
    ) -> Result<Applied<PostgresqlConnValidatorAttribute>> {
        let host = row.host.as_deref().unwrap_or_default();
        let port = row.port.map(|port| port.to_string()).unwrap_or_default();
        Err(Error::other(format!("Unable to connect to PostgreSQL server! ({host}:{port})")))
    }
}

fn answers(system: &impl ReadSystem, row: &Row<PostgresqlConnValidator>) -> Result<bool> {
    let command = command(row)?;
    let say = |words: String| format!("PostgresqlValidator.attempt_connection: {words}");
    let database = row.db_name.as_deref().unwrap_or_default();
    for _ in 0..row.tries {
        system.debug(row, &say(format!("Attempting connection to {database}")));
        let output = system.query_one(&command)?;
        // Puppet: the exit code is ignored.
        if !output.stdout.is_empty() {
            system.debug(row, &say(format!("Connection to {database} successful!")));
            return Ok(true);
        }
        system.debug(row, String::from_utf8_lossy(&output.stderr).trim_end());
        system.warning(row, &say(format!("Sleeping for {} seconds", row.sleep)));
        system.sleep(Duration::from_secs(u64::from(row.sleep)));
    }
    Ok(false)
}

fn command(row: &Row<PostgresqlConnValidator>) -> Result<Command> {
    let port = row.port.map(|port| port.to_string());
    let options = [
        ("--host", row.host.as_deref()),
        ("--port", port.as_deref()),
        ("--username", row.db_username.as_deref()),
        ("--dbname", row.db_name.as_deref()),
        ("--command", Some(row.command.as_str())),
    ];
    let mut args = vec!["--tuples-only", "--quiet", "--no-psqlrc"];
    args.extend(options.into_iter().filter_map(|(option, value)| Some([option, value?])).flatten());
    let mut variables = connection(row.connect_settings.as_ref())?;
    if let Some(password) = &row.db_password {
        variables.insert("PGPASSWORD".to_owned(), password.into());
    }
    Ok(Command {
        row: row.id(),
        env: variables.into_iter().map(|(name, value)| (name, vec![value])).collect(),
        user: row.run_as.clone(),
        ..Command::named("psql", &args)
    })
}
