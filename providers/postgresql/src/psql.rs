//! Execution of SQL: the queries that decide whether the SQL runs, and the SQL itself. The queries of many
//! resources run concurrently and are read-only.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Output;

use crate::settings::{clear, is_name, variables};
use crate::sql::{expand, mark};
use crate::{PostgresqlPsql, PostgresqlPsqlAttribute, PostgresqlPsqlState};

/// Value of `command` while the SQL has yet to run.
const NOT_RUN: &str = "notrun";

/// Text shown in place of SQL that is not logged.
const REDACTED: &str = "[redacted]";

/// Runs SQL with `psql`.
#[derive(Debug, Default)]
pub struct Psql;

impl Provider for Psql {
    type Resource = PostgresqlPsql;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<PostgresqlPsql>]) -> Vec<Result<State<PostgresqlPsql>>> {
        let must_run = must_run(system, &rows.iter().collect::<Vec<_>>());
        let state = |(row, must_run): (&Row<PostgresqlPsql>, Result<bool>)| {
            if !must_run? || row.refreshonly {
                let is = PostgresqlPsqlState { command: row.command.clear().map(str::to_owned) };
                return Ok(State::new(is).with(Verdict::insync(PostgresqlPsqlAttribute::Command)));
            }
            let is = PostgresqlPsqlState { command: Some(NOT_RUN.to_owned()) };
            let verdict = Verdict::differs(PostgresqlPsqlAttribute::Command);
            Ok(State::new(is).with(if row.sensitive {
                verdict.showing(format!("'{NOT_RUN}'"), REDACTED)
            } else {
                verdict
            }))
        };
        rows.iter().zip(must_run).map(state).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<PostgresqlPsql>,
        _is: &PostgresqlPsqlState,
        _changed: &[PostgresqlPsqlAttribute],
    ) -> Result<Applied<PostgresqlPsqlAttribute>> {
        run(system, row)?;
        Ok(Applied::all())
    }
}

impl Refresh for Psql {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<PostgresqlPsql>) -> Result<()> {
        if must_run(system, &[row]).remove(0)? { run(system, row) } else { Ok(()) }
    }
}

impl Relate for PostgresqlPsql {
    fn relate(row: &Row<Self>, _system: &impl System) -> Vec<Relation> {
        vec![Relation::require("anchor", vec![format!("postgresql::server::service::end::{}", row.instance)])]
    }
}

impl Canonicalize for PostgresqlPsql {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if !row.cwd.starts_with('/') {
            problems.error(row, PostgresqlPsqlAttribute::Cwd, "cwd must be a fully qualified path");
        }
        for setting in row.environment.iter().flatten().filter_map(Text::clear) {
            let is_setting = setting.match_indices('=').any(|(place, _)| {
                setting[..place].chars().next_back().is_some_and(|last| is_name(last.encode_utf8(&mut [0; 4])))
            });
            if !is_setting {
                let message = format!("Invalid environment setting '{setting}'");
                problems.error(row, PostgresqlPsqlAttribute::Environment, message);
            }
        }
    }
}

/// Returns for each row whether its queries require the SQL to run: first `onlyif`, then `unless` for the
/// rows that pass it.
fn must_run(system: &impl ReadSystem, rows: &[&Row<PostgresqlPsql>]) -> Vec<Result<bool>> {
    let mut answers: Vec<Result<bool>> = rows.iter().map(|_| Ok(true)).collect();
    for (attribute, wanted) in [(PostgresqlPsqlAttribute::Onlyif, true), (PostgresqlPsqlAttribute::Unless, false)] {
        let mut asked = Vec::new();
        let mut commands = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            let Some(query) = query(row, attribute).filter(|_| matches!(answers[place], Ok(true))) else { continue };
            match count(system, row, query) {
                Ok(command) => {
                    asked.push(place);
                    commands.push(command);
                }
                Err(error) => answers[place] = Err(error),
            }
        }
        if commands.is_empty() {
            continue;
        }
        for (place, output) in asked.into_iter().zip(system.query(&commands)) {
            answers[place] =
                output.and_then(|output| found(system, rows[place], attribute, &output)).map(|is| is == wanted);
        }
    }
    answers
}

fn query(row: &Row<PostgresqlPsql>, attribute: PostgresqlPsqlAttribute) -> Option<&Text> {
    match attribute {
        PostgresqlPsqlAttribute::Onlyif => row.onlyif.as_ref(),
        _ => row.unless.as_ref(),
    }
}

fn count(system: &impl ReadSystem, row: &Row<PostgresqlPsql>, query: &Text) -> Result<Command> {
    let sql = format!("SELECT COUNT(*) FROM ({}) count", clear(system, query)?);
    // Error output is not part of the result.
    Ok(Command { merge_stderr: false, ..command(system, row, "-tXq", &sql)? })
}

/// Returns whether a query returned a row.
fn found(
    system: &impl ReadSystem,
    row: &Row<PostgresqlPsql>,
    attribute: PostgresqlPsqlAttribute,
    output: &Output,
) -> Result<bool> {
    let name = attribute.name();
    if !output.is_success() {
        let (status, output) = (output.status, shown(row, output));
        return Err(Error::other(format!("Error evaluating '{name}' clause, returned {status}: '{output}'")));
    }
    let text = output.text();
    let count: u64 = text.trim().parse().map_err(|_| {
        Error::other(format!(
            "Error evaluating '{name}' clause, which did not return a number: '{}'",
            shown(row, output)
        ))
    })?;
    system.debug((row, attribute), &format!("Found {count} row(s) executing '{name}' clause"));
    Ok(count > 0)
}

fn run(system: &impl WriteSystem, row: &Row<PostgresqlPsql>) -> Result<()> {
    let sql = clear(system, &row.command)?;
    let output = system.mutate(&command(system, row, "-tX", &sql)?)?;
    if output.is_success() {
        return Ok(());
    }
    let (status, output) = (output.status, shown(row, &output));
    Err(Error::other(format!("Error executing SQL; psql returned {status}: '{output}'")))
}

/// Returns the command that runs SQL text.
fn command(system: &impl ReadSystem, row: &Row<PostgresqlPsql>, options: &str, sql: &str) -> Result<Command> {
    let variables = variables(system, row)?;
    let path = row.search_path.as_ref().map(|path| format!("set search_path to {}; ", path.join(",")));
    let sql = path.unwrap_or_default() + sql;
    let port = match &row.port {
        Some(Value::Integer(port)) => Some(port.to_string()),
        Some(Value::Text(port)) => Some(port.clone()),
        _ => None,
    };
    let mut args = vec![options, "-v", "ON_ERROR_STOP=1"];
    args.extend(row.db.iter().flat_map(|db| ["-d", db]));
    args.extend(port.iter().flat_map(|port| ["-p", port]));
    Ok(Command {
        row: row.id(),
        stdin: mark(expand(&sql, &variables).map_err(Error::invalid)?),
        env: variables.into_iter().map(|(name, value)| (name, vec![value])).collect(),
        cwd: Some(row.cwd.clone()),
        user: Some(row.psql_user.clone()),
        group: Some(row.psql_group.clone()),
        merge_stderr: true,
        ..Command::named("psql", &args)
    })
}

/// Returns the output of `psql`, redacted if a secret is involved, since error messages quote the line with
/// the error.
fn shown(row: &Row<PostgresqlPsql>, output: &Output) -> String {
    let texts = [Some(&row.command), row.unless.as_ref(), row.onlyif.as_ref()];
    let mut texts = texts.into_iter().flatten().chain(row.environment.iter().flatten());
    let is_secret = texts.any(Text::is_secret);
    let said = || output.all_text();
    if is_secret { "[output redacted]".to_owned() } else { said() }
}
