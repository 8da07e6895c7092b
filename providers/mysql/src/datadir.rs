//! Data directory of a server: whether it is initialized, and its initialization. No files are ever removed.

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::version::Version;
use crate::{MysqlDatadir, MysqlDatadirAttribute, MysqlDatadirState};

/// Directory of the system tables, which an initialized data directory contains.
const OWN: &str = "mysql";

/// Provider for data directories.
#[derive(Debug, Default)]
pub struct DataDirectory;

impl Provider for DataDirectory {
    type Resource = MysqlDatadir;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<MysqlDatadir>]) -> Vec<Result<State<MysqlDatadir>>> {
        for_each_row(rows, |row| {
            let ensure = if is_ready(system, row)? { "present" } else { "absent" };
            Ok(MysqlDatadirState { ensure: Some(ensure.to_owned()) }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<MysqlDatadir>,
        _is: &MysqlDatadirState,
        _changed: &[MysqlDatadirAttribute],
    ) -> Result<Applied<MysqlDatadirAttribute>> {
        let mut arguments = Vec::new();
        if let Some(file) = &row.defaults_extra_file {
            if !is_there(system, row, file)? {
                return Err(Error::new(Code::NotFound, format!("Defaults-extra-file {file} is missing.")));
            }
            arguments.push(format!("--defaults-extra-file={file}"));
        }
        arguments.extend(row.basedir.iter().map(|directory| format!("--basedir={directory}")));
        arguments.push(format!("--datadir={}", row.datadir));
        arguments.push(format!("--user={}", row.user));
        let program = if version(system)?.is_mysql_from([5, 7, 6]) {
            arguments.push(format!("--log-error={}", row.log_error));
            arguments.push(if row.insecure { "--initialize-insecure" } else { "--initialize" }.to_owned());
            "mysqld"
        } else {
            "mysql_install_db"
        };
        system.mutate(&Command { args: arguments, ..Command::named(program, &[]) })?.success(program)?;
        Ok(Applied::all())
    }
}

fn is_ready(system: &impl ReadSystem, row: &Row<MysqlDatadir>) -> Result<bool> {
    let own = row.place(format!("{}/{OWN}", row.datadir.trim_end_matches('/')));
    match system.stat_one(&own, true, Want::empty())? {
        Some(found) if found.kind == Kind::Directory => {
            system.walk(&own, 1, false, &[], limits::DIRECTORY).map(|entries| !entries.is_empty())
        }
        _ => Ok(false),
    }
}

fn is_there(system: &impl ReadSystem, row: &Row<MysqlDatadir>, path: &str) -> Result<bool> {
    Ok(system.stat_one(&row.place(path), true, Want::empty())?.is_some())
}

fn version(system: &impl ReadSystem) -> Result<Version> {
    let output = system.query_one(&Command::named("mysqld", &["--no-defaults", "-V"]))?.success("mysqld -V")?;
    let said = output.text();
    Version::parse(&said).ok_or_else(|| Error::other(format!("cannot parse the version of mysqld: {said}")))
}
