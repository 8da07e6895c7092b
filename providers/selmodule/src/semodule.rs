//! The provider `semodule`, which lists, loads and removes modules with the command `semodule`.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::{Ensure, Selmodule, SelmoduleAttribute, SelmoduleState, Syncversion, module};

/// Provider that uses the command `semodule`.
#[derive(Debug, Default)]
pub struct Semodule;

/// Loaded modules by name, each with its version if `semodule` lists versions.
type Loaded = BTreeMap<String, Option<String>>;

impl Provider for Semodule {
    type Resource = Selmodule;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Selmodule>]) -> Vec<Result<State<Selmodule>>> {
        let loaded = loaded(system);
        for_each_row(rows, |row| {
            let loaded = loaded.as_ref().map_err(Clone::clone)?;
            let Some(version) = loaded.get(&row.name) else {
                return Ok(SelmoduleState::absent().into());
            };
            let is_asked = row.syncversion == Some(Syncversion::True) && row.ensure != Some(Ensure::Absent);
            // Puppet's documentation states that the version is ignored otherwise, but its code loads the
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

/// Lists all modules. The list is read again for each resource, since loading a module changes it.
fn loaded(system: &impl ReadSystem) -> Result<Loaded> {
    let command = Command { merge_stderr: true, ..Command::named("semodule", &["--list"]) };
    let output = system.query_one(&command)?;
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

/// Compares the version of the loaded module with that of the file. An unlisted version equals none.
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
    // Puppet: the first line of output is the reason.
    let reason = output.text().lines().next().unwrap_or_default().to_owned();
    let silent = format!("semodule returned {}", output.status);
    Err(failed(Error::other(if reason.is_empty() { silent } else { reason })))
}
