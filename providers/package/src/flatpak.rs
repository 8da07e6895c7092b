//! `flatpak`: applications installed for all users, identified by their commits.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::Package;
use crate::backend::{Backend, Installed, Listing};
use crate::command::query_text_in_scratch;
use crate::current::Current;
use crate::options::arguments;

const FLATPAK: Tool = Tool::new("flatpak");

/// Stores the data of remotes in the directory writable for queries: a temporary installation with links to the
/// content of the real one.
const SCRATCH: &str = r#"mkdir -p "$TMPDIR/flatpak/repo/tmp"; ln -sf /var/lib/flatpak/app /var/lib/flatpak/runtime "$TMPDIR/flatpak"; for part in /var/lib/flatpak/repo/*; do [ "${part##*/}" = tmp ] || ln -sf "$part" "$TMPDIR/flatpak/repo"; done; FLATPAK_SYSTEM_DIR="$TMPDIR/flatpak" exec "$0" "$@""#;

/// The `flatpak` provider.
#[derive(Debug, Default)]
pub(crate) struct Flatpak {
    listing: Listing,
    updates: Listing,
}

impl Backend for Flatpak {
    const UNKNOWN: Current = Current::Purged;

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        installed(system)
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        self.listing.find(&row.name, || installed(system))
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, is: &Current) -> Result<String> {
        let line = ["remote-ls", "--system", "--updates", "--columns=application,commit"];
        self.updates.latest(row, is, || Ok(applications(&query_text_in_scratch(FLATPAK, system, row, SCRATCH, &line)?)))
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()> {
        let verb = if is.is_installed() { "update" } else { "install" };
        let mut line = [verb, "--system", "--noninteractive"].map(str::to_owned).to_vec();
        line.extend(arguments(row.install_options.as_ref()));
        match row.source.as_ref().filter(|_| !is.is_installed()) {
            // A file or URL identifies the application; a remote also needs its name.
            Some(source) if source.contains('/') => line.push(source.clone()),
            Some(remote) => line.extend([remote.clone(), row.name.clone()]),
            None => line.push(row.name.clone()),
        }
        FLATPAK.run(system, row.id(), &line).map(drop)
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        remove(system, row, &[])
    }

    fn purge(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let Err(error) = remove(system, row, &["--delete-data"]) else { return Ok(()) };
        if installed(system)?.iter().any(|package| package.name == row.name) {
            return Err(error);
        }
        // As its last step, flatpak revokes permissions over the session bus, which is rarely available to root.
        system.warning(row, &format!("{} was removed, but flatpak reported an error: {}", row.name, error.message));
        Ok(())
    }

    fn forget(&mut self) {
        self.listing.forget();
        self.updates.forget();
    }
}

fn remove(system: &impl WriteSystem, row: &Row<Package>, more: &[&str]) -> Result<()> {
    let mut line: Vec<String> =
        ["uninstall", "--system", "--noninteractive"].iter().chain(more).map(|word| (*word).to_owned()).collect();
    line.extend(arguments(row.uninstall_options.as_ref()));
    line.push(row.name.clone());
    FLATPAK.run(system, row.id(), &line).map(drop)
}

fn installed(system: &impl ReadSystem) -> Result<Vec<Installed>> {
    let line = ["list", "--system", "--columns=application,active"];
    Ok(applications(&FLATPAK.query_text(system, 0, &line)?))
}

/// Parses lines of an application and a commit, separated by a tab.
fn applications(answer: &str) -> Vec<Installed> {
    let pairs = answer.lines().filter_map(|line| line.split_once('\t'));
    pairs.map(|(name, commit)| Installed::new(name.trim(), commit.trim())).collect()
}
