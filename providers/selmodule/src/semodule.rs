//! The provider `semodule`: asks which modules are loaded, and loads and removes them, by the program of that name.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::{Ensure, Selmodule, SelmoduleAttribute, SelmoduleState, Syncversion, module};

/// The program that loads modules.
#[derive(Debug, Default)]
pub struct Semodule;

/// By name; the version if listed.
type Loaded = BTreeMap<String, Option<String>>;

impl Provider for Semodule {
    type Resource = Selmodule;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Selmodule>]) -> Vec<Result<State<Selmodule>>> {
        let loaded = loaded(system);
        for_each_row(rows, |row| {
            let loaded = loaded.as_ref().map_err(Clone::clone)?;
            let Some(version) = loaded.get(&row.name) else {
                return Ok(SelmoduleState { ensure: Some(Ensure::Absent), ..SelmoduleState::default() }.into());
            };
            let is_asked = row.syncversion == Some(Syncversion::True) && row.ensure != Some(Ensure::Absent);
            // Puppet's documentation says that the version does not matter otherwise; its code loads the
            // module when the versions are equal.
            let syncversion = if is_asked { Some(compare(system, row, version.as_deref())?) } else { row.syncversion };
            Ok(SelmoduleState { ensure: Some(Ensure::Present), syncversion }.into())
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Selmodule>,
        _is: &SelmoduleState,
        changed: &[SelmoduleAttribute],
    ) -> Result<Applied<SelmoduleAttribute>> {
        let file = row.file();
        if !changed.contains(&SelmoduleAttribute::Ensure) {
            run(system, row, ["--upgrade", &file], "upgrade")?;
        } else if row.ensure == Some(Ensure::Absent) {
            run(system, row, ["--remove", &row.name], "remove")?;
        } else {
            run(system, row, ["--install", &file], "load")?;
        }
        Ok(Applied::all())
    }
}

/// Lists all modules. The list is read again at the turn of each resource, since loading a module changes it.
fn loaded(system: &impl ReadSystem) -> Result<Loaded> {
    let command = Command { merge_stderr: true, ..Command::named("semodule", &["--list"]) };
    let output = system.query(&[command]).pop().unwrap_or_else(|| Err(Error::other("no answer")))?;
    let text = output.text();
    if !output.is_success() {
        let said = text.lines().collect::<Vec<_>>().join(" ");
        return Err(Error::other(format!("Could not list policy modules: \"semodule --list\" failed with \"{said}\"")));
    }
    let names = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((words.next()?.to_owned(), words.next().map(str::to_owned)))
    });
    Ok(names.collect())
}

/// An unlisted version equals no file's version.
fn compare(system: &impl ReadSystem, row: &Row<Selmodule>, loaded: Option<&str>) -> Result<Syncversion> {
    let Some(loaded) = loaded else { return Ok(Syncversion::False) };
    let file = row.file();
    let version = module::version(&file, &system.read(&row.place(file.as_str()), 0, module::BEGINNING)?)?;
    Ok(if version == loaded { Syncversion::True } else { Syncversion::False })
}

fn run(system: &impl WriteSystem, row: &Row<Selmodule>, arguments: [&str; 2], what: &str) -> Result<()> {
    let command = Command { row: row.id(), merge_stderr: true, ..Command::named("semodule", &arguments) };
    let failed = |error: Error| {
        let message = format!("Could not {what} policy module: {}", error.message);
        error.reword(message)
    };
    let output = system.mutate(&command).map_err(failed)?;
    if output.is_success() {
        return Ok(());
    }
    // Puppet: the first line says why.
    let reason = output.text().lines().next().unwrap_or_default().to_owned();
    let silent = format!("semodule returned {}", output.status);
    Err(failed(Error::other(if reason.is_empty() { silent } else { reason })))
}
