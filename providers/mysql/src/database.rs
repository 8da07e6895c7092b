//! Databases: reads all of them at once, and creates, changes and removes individual ones.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::account::identifier;
use crate::client;
use crate::{Ensure, MysqlDatabase, MysqlDatabaseAttribute, MysqlDatabaseState};

/// Provider for the databases of a server.
#[derive(Debug, Default)]
pub struct Databases;

impl Provider for Databases {
    type Resource = MysqlDatabase;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<MysqlDatabase>]) -> Vec<Result<State<MysqlDatabase>>> {
        let known = list(system).map(|known| known.into_iter().collect::<BTreeMap<_, _>>());
        for_each_row(rows, |row| {
            let Some([charset, collate]) = known.as_ref().map_err(Clone::clone)?.get(&row.name) else {
                return Ok(MysqlDatabaseState::absent().into());
            };
            let mut state = State::new(state(charset, collate));
            let pairs = [
                (MysqlDatabaseAttribute::Charset, charset, &row.charset),
                (MysqlDatabaseAttribute::Collate, collate, &row.collate),
            ];
            for (attribute, _, _) in pairs.into_iter().filter(|(_, is, should)| modern(is) == modern(should)) {
                state = state.with(Verdict::insync(attribute));
            }
            Ok(state)
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<MysqlDatabase>,
        _is: &MysqlDatabaseState,
        changed: &[MysqlDatabaseAttribute],
    ) -> Result<Applied<MysqlDatabaseAttribute>> {
        let name = identifier(&row.name);
        // Neither value needs quoting, since their data type allows only words.
        let (charset, collate) = (&row.charset, &row.collate);
        let sql = match (changed.contains(&MysqlDatabaseAttribute::Ensure), row.ensure) {
            (true, Some(Ensure::Absent)) => format!("DROP DATABASE IF EXISTS {name}"),
            (true, _) => format!("CREATE DATABASE IF NOT EXISTS {name} CHARACTER SET {charset} COLLATE {collate}"),
            // Specifying only the character set would reset the collation to its default.
            (false, _) => format!("ALTER DATABASE {name} CHARACTER SET {charset} COLLATE {collate}"),
        };
        client::run(system, vec![vec![Part::Text(sql)]])?;
        Ok(Applied::all())
    }
}

impl Instances for Databases {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<MysqlDatabase>>> {
        let instance =
            |(title, [charset, collate]): (String, [String; 2])| Instance { title, is: state(&charset, &collate) };
        Ok(list(system)?.into_iter().map(instance).collect())
    }
}

fn state(charset: &str, collate: &str) -> MysqlDatabaseState {
    MysqlDatabaseState {
        ensure: Some(Ensure::Present),
        charset: Some(charset.to_owned()),
        collate: Some(collate.to_owned()),
    }
}

/// Returns the names of all databases, each with its character set and collation.
fn list(system: &impl ReadSystem) -> Result<Vec<(String, [String; 2])>> {
    let table = client::query(
        system,
        "SELECT SCHEMA_NAME AS name, DEFAULT_CHARACTER_SET_NAME AS charset, DEFAULT_COLLATION_NAME AS collation FROM \
         information_schema.SCHEMATA",
    )?;
    let text = |record: client::Record<'_>, column| record.need(column).map(str::to_owned);
    let database = |record| Ok((text(record, "name")?, [text(record, "charset")?, text(record, "collation")?]));
    table.rows().map(database).collect()
}

/// Newer servers report `utf8` as `utf8mb3`.
fn modern(name: &str) -> String {
    match name.strip_prefix("utf8") {
        Some(rest) if rest.is_empty() || rest.starts_with('_') => format!("utf8mb3{rest}"),
        _ => name.to_owned(),
    }
}
