//! `snap`: applications from a store that update themselves unless held.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed, Listing};
use crate::current::Current;
use crate::options::arguments;
use crate::{Mark, Package};

const SNAP: Tool = Tool::new("snap");

/// The `snap` provider.
#[derive(Debug, Default)]
pub(crate) struct Snap {
    listing: Listing,
    updates: Listing,
}

impl Backend for Snap {
    const UNKNOWN: Current = Current::Purged;

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        installed(system)
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        self.listing.find(&row.name, || installed(system))
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, is: &Current) -> Result<String> {
        self.updates.latest(row, is, || Ok(snaps(&SNAP.query_text(system, 0, &["refresh", "--list"])?)))
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()> {
        let verb = if is.is_installed() && row.source.is_none() { "refresh" } else { "install" };
        let mut line = vec![verb.to_owned()];
        line.extend(arguments(row.install_options.as_ref()));
        line.push(row.source.as_ref().unwrap_or(&row.name).clone());
        SNAP.run(system, row.id(), &line)?;
        if row.mark == Some(Mark::Hold) { self.set_mark(system, row, Mark::Hold) } else { Ok(()) }
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        SNAP.run(system, row.id(), &["remove", &row.name]).map(drop)
    }

    fn purge(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        SNAP.run(system, row.id(), &["remove", "--purge", &row.name]).map(drop)
    }

    fn set_mark(&mut self, system: &impl WriteSystem, row: &Row<Package>, mark: Mark) -> Result<()> {
        let option = match mark {
            Mark::Hold => "--hold",
            Mark::None => "--unhold",
        };
        SNAP.run(system, row.id(), &["refresh", option, &row.name]).map(drop)
    }

    fn forget(&mut self) {
        self.listing.forget();
        self.updates.forget();
    }
}

fn installed(system: &impl ReadSystem) -> Result<Vec<Installed>> {
    Ok(snaps(&SNAP.query_text(system, 0, &["list"])?))
}

/// Parses a table with a header: `Name  Version  Rev  Tracking  Publisher  Notes`. The revision distinguishes
/// builds of the same version, so it is part of the version: `2.63 (12345)`.
fn snaps(answer: &str) -> Vec<Installed> {
    let snap = |line: &str| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let [name, version, revision, .., notes] = cells[..] else { return None };
        let mark = if notes.split(',').any(|note| note == "held") { Mark::Hold } else { Mark::None };
        Some(Installed { mark: Some(mark), ..Installed::new(name, format!("{version} ({revision})")) })
    };
    answer.lines().skip(1).filter_map(snap).collect()
}
