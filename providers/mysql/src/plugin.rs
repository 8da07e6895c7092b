//! Plugins: reads all of them at once, and installs and removes individual ones.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::account::{identifier, quoted};
use crate::client;
use crate::{Ensure, MysqlPlugin, MysqlPluginAttribute, MysqlPluginState};

/// Provider for the plugins of a server.
#[derive(Debug, Default)]
pub struct Plugins;

impl Provider for Plugins {
    type Resource = MysqlPlugin;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<MysqlPlugin>]) -> Vec<Result<State<MysqlPlugin>>> {
        let known = list(system).map(|known| known.into_iter().collect::<BTreeMap<_, _>>());
        for_each_row(rows, |row| {
            let known = known.as_ref().map_err(Clone::clone)?.get(&row.name);
            Ok(known.map_or_else(MysqlPluginState::absent, |library| state(library)).into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<MysqlPlugin>,
        _is: &MysqlPluginState,
        changed: &[MysqlPluginAttribute],
    ) -> Result<Applied<MysqlPluginAttribute>> {
        let name = identifier(&row.name);
        let library = row.soname.clone().unwrap_or_else(|| format!("{}.so", row.name));
        let install = format!("INSTALL PLUGIN {name} SONAME {}", quoted(&library));
        let uninstall = format!("UNINSTALL PLUGIN {name}");
        let statements = match (changed.contains(&MysqlPluginAttribute::Ensure), row.ensure) {
            (true, Some(Ensure::Absent)) => vec![uninstall],
            (true, _) => vec![install],
            (false, _) => vec![uninstall, install],
        };
        client::run(system, statements.into_iter().map(|sql| vec![Part::Text(sql)]).collect())?;
        Ok(Applied::all())
    }
}

impl Instances for Plugins {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<MysqlPlugin>>> {
        Ok(list(system)?.into_iter().map(|(title, library)| Instance { is: state(&library), title }).collect())
    }
}

fn state(library: &str) -> MysqlPluginState {
    MysqlPluginState { ensure: Some(Ensure::Present), soname: Some(library.to_owned()) }
}

/// Returns the names of all plugins, each with its library.
fn list(system: &impl ReadSystem) -> Result<Vec<(String, String)>> {
    let table = client::query(system, "SHOW PLUGINS")?;
    table.rows().map(|plugin| Ok((plugin.need("name")?.to_owned(), plugin.need("library")?.to_owned()))).collect()
}
