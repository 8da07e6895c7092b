//! Client for the server: runs `mysql` with SQL on its standard input and parses its tabular output.

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Output, Want};

use crate::version::Version;

/// File with connection settings.
const SETTINGS: &str = "/root/.my.cnf";

/// Login file created by `mysql_config_editor`.
const LOGIN: &str = "/root/.mylogin.cnf";

/// Whether to query or to change the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Query,
    /// Continue after a failed statement.
    QueryAll,
    Execute,
}

/// A result table: the column names in lower case, and the rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn parse(lines: &mut dyn Iterator<Item = &str>) -> Self {
        let cells = |line: &str| line.split('\t').map(unescape).collect::<Vec<_>>();
        let columns = lines.next().map(|line| cells(&line.to_lowercase())).unwrap_or_default();
        Self { columns, rows: lines.map(cells).collect() }
    }

    /// Returns the rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Record<'_>> {
        self.rows.iter().map(|cells| Record { columns: &self.columns, cells })
    }
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Record<'a> {
    columns: &'a [String],
    cells: &'a [String],
}

impl<'a> Record<'a> {
    /// Returns the value of a column, if the column exists.
    pub(crate) fn get(self, column: &str) -> Option<&'a str> {
        let place = self.columns.iter().position(|known| known == column)?;
        self.cells.get(place).map(String::as_str)
    }

    /// Returns the value of a column that every server has.
    ///
    /// # Errors
    /// Returns an error if the column does not exist.
    pub(crate) fn need(self, column: &str) -> Result<&'a str> {
        self.get(column).ok_or_else(|| Error::other(format!("the result has no column '{column}'")))
    }
}

/// Reverses the escaping of tabs, newlines and backslashes by the client.
fn unescape(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut characters = cell.chars();
    while let Some(character) = characters.next() {
        match (character, if character == '\\' { characters.next() } else { None }) {
            ('\\', Some('n')) => text.push('\n'),
            ('\\', Some('t')) => text.push('\t'),
            ('\\', Some('0')) => text.push('\0'),
            ('\\', Some(other)) => text.push(other),
            (character, _) => text.push(character),
        }
    }
    text
}

/// Queries a table and the version of the server.
///
/// # Errors
/// Returns an error if the query fails, or if the server version cannot be parsed.
pub(crate) fn query_with_version(system: &impl ReadSystem, sql: &str) -> Result<(Version, Table)> {
    let output = run_query(system, Mode::Query, &format!("SELECT VERSION() AS version;\n{sql};\n"))?.success("mysql");
    let output = output.map_err(with_detail)?;
    let text = output.text();
    let mut lines = text.lines();
    let version = lines.by_ref().take(2).nth(1).and_then(Version::parse);
    let version = version.ok_or_else(|| Error::other(format!("cannot parse the version of the server: {text}")))?;
    Ok((version, Table::parse(&mut lines)))
}

/// Queries a table.
///
/// # Errors
/// Returns an error if the query fails.
pub(crate) fn query(system: &impl ReadSystem, sql: &str) -> Result<Table> {
    let output = run_query(system, Mode::Query, &format!("{sql};\n"))?.success("mysql").map_err(with_detail)?;
    Ok(Table::parse(&mut output.text().lines()))
}

/// Runs several queries, each of which may fail. Returns all lines of the results, and the lines of the error
/// messages.
///
/// # Errors
/// Returns an error if the client cannot be run.
pub(crate) fn query_all(system: &impl ReadSystem, sql: &[String]) -> Result<(Vec<String>, Vec<String>)> {
    let output = run_query(system, Mode::QueryAll, &sql.iter().map(|sql| format!("{sql};\n")).collect::<String>())?;
    // A failed statement prints an error; a client that fails silently is itself broken.
    let output = if output.stderr.is_empty() { output.success("mysql")? } else { output };
    let faults = String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect();
    Ok((output.text().lines().map(unescape).collect(), faults))
}

/// Executes statements in sequence.
///
/// # Errors
/// Returns an error if a statement fails; later statements are not executed.
pub(crate) fn run(system: &impl WriteSystem, statements: Vec<Body>) -> Result<()> {
    let end = || [Part::from(";\n")];
    let sql = statements.into_iter().flat_map(|statement| statement.into_iter().chain(end())).collect();
    system.mutate(&command(system, Mode::Execute, sql)?)?.success("mysql").map_err(with_detail)?;
    Ok(())
}

fn run_query(system: &impl ReadSystem, mode: Mode, sql: &str) -> Result<Output> {
    let command = command(system, mode, vec![sql.into()])?;
    let output = system.query_one(&command)?;
    // With a truncated list, existing objects would appear to be missing.
    let is_complete = output.require_complete("mysql");
    is_complete.map_err(|error| error.reword("the result of the query is too long"))?;
    Ok(output)
}

fn command(system: &impl ReadSystem, mode: Mode, sql: Body) -> Result<Command> {
    let mut places = [SETTINGS, LOGIN].map(Place::unowned).to_vec();
    let mut found = system.stat(&places, true, Want::empty()).into_iter();
    let mut is_there = || found.next().transpose().map(|found| found.flatten().is_some());
    let (has_settings, has_login) = (is_there()?, is_there()?);
    let settings = format!("--defaults-extra-file={SETTINGS}");
    let mut args = Vec::new();
    if has_settings && !has_login {
        args.push(settings.as_str());
    }
    args.extend(["--batch", "--default-character-set=utf8mb4"]);
    args.extend(match mode {
        Mode::Query => None,
        Mode::QueryAll => Some("--force"),
        Mode::Execute => Some("--database=mysql"),
    });
    let login = has_login.then(|| ("MYSQL_TEST_LOGIN_FILE".to_owned(), vec![places.remove(1).path.as_str().into()]));
    Ok(Command { stdin: sql, env: login.into_iter().collect(), ..Command::named("mysql", &args) })
}

/// Puppet: the error message of the client is the reason. Some clients print the statement first; it is
/// omitted.
fn with_detail(error: Error) -> Error {
    let said = error.detail.clone().unwrap_or_default();
    let mut lines = said.lines().skip_while(|line| !line.starts_with("ERROR")).peekable();
    let said = if lines.peek().is_some() { lines.collect::<Vec<_>>().join("\n") } else { said.trim_end().to_owned() };
    let message = format!("{}{said}", error.message);
    Error { detail: None, ..error.reword(message) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_is_omitted_from_error_messages() {
        let fault = |output: &str| {
            let mut error = Error::other("Execution of 'mysql' returned 1: ");
            error.detail = Some(output.to_owned());
            with_detail(error)
        };
        let error = fault(
            "--------------\nSET PASSWORD = 'x'\n--------------\n\nERROR 1045 (28000) at line 2: Access denied\n",
        );
        assert_eq!(error.message, "Execution of 'mysql' returned 1: ERROR 1045 (28000) at line 2: Access denied");
        assert_eq!(error.detail, None);
        assert_eq!(fault("no such option\n").message, "Execution of 'mysql' returned 1: no such option");
    }

    #[test]
    fn table_has_column_names_and_unescaped_values() {
        let table = Table::parse(&mut "Host\tUser\nh\ta\\tb\\\\_\\n\\q\n\t\n".lines());
        let rows: Vec<_> = table.rows().map(|row| (row.get("host"), row.need("user").unwrap())).collect();
        assert_eq!(rows, [(Some("h"), "a\tb\\_\nq"), (Some(""), "")]);
        let row = table.rows().next().unwrap();
        assert_eq!(row.get("none"), None);
        assert_eq!(row.need("none").unwrap_err().message, "the result has no column 'none'");
    }
}
