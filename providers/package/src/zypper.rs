//! `zypper`: packages from SUSE's repositories. Installed packages are read with `rpm`.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed, Listing};
use crate::command::{query_in_scratch, query_text_in_scratch};
use crate::current::Current;
use crate::options::arguments;
use crate::rpm::{Rpm, SEVERAL, any_version};
use crate::version::{Range, RpmVersion, compare_evr, is_within};
use crate::{Ensure, Package};

const ZYPPER: Tool = Tool::new("zypper").shown_as("/usr/bin/zypper");

/// Runs zypper without its lock file, which is not writable, and with a copy of its package lists in the
/// directory writable for queries: zypper updates the lists if they are missing or if rpm has made changes since.
const SCRATCH: &str = r#"mkdir -p "$TMPDIR/zypp" && cp -r /var/cache/zypp/solv "$TMPDIR/zypp"; ZYPP_READONLY_HACK=1 exec "$0" --solv-cache-dir "$TMPDIR/zypp/solv" "$@""#;

/// The exit code of zypper if nothing was found.
const NOTHING_FOUND: i32 = 104;

/// Options that precede the verb.
const GLOBAL: [&str; 2] = ["--no-gpg-check", "--no-gpg-checks"];

/// The `zypper` provider.
#[derive(Debug, Default)]
pub(crate) struct Zypper {
    rpm: Rpm,
    updates: Listing,
}

impl Backend for Zypper {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        self.rpm.list(system)
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        self.rpm.find(system, row)
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, is: &Current) -> Result<String> {
        self.updates.latest(row, is, || {
            let answer = query_text_in_scratch(ZYPPER, system, row, SCRATCH, &["--no-refresh", "list-updates"])?;
            let update = |cells: Vec<&str>| Installed::new(cells[2], cells[4]);
            Ok(table(&answer).filter(|cells| cells.len() > 4 && cells[0] == "v").map(update).collect())
        })
    }

    fn includes(&self, row: &Package, wanted: &str, version: &str) -> bool {
        match Range::<RpmVersion>::parse(wanted) {
            Some(range) if !range.is_exact() => {
                any_version(row, version, |version| is_within::<RpmVersion>(wanted, version))
            }
            _ => self.rpm.includes(row, wanted, version),
        }
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()> {
        let version = best_version(system, row)?;
        let (global, options): (Vec<String>, Vec<String>) =
            arguments(row.install_options.as_ref()).into_iter().partition(|option| GLOBAL.contains(&option.as_str()));
        let mut line = vec!["--quiet".to_owned()];
        line.extend(global);
        line.extend(["install", "--auto-agree-with-licenses", "--no-confirm"].map(str::to_owned));
        line.extend(options);
        if !row.allow_virtual && version.is_none() {
            line.push("--name".to_owned());
        }
        // Without this option, zypper keeps the newer version and reports success.
        if version.as_ref().is_some_and(|version| is_older(version, is)) {
            line.push("--oldpackage".to_owned());
        }
        line.push(version.map_or_else(|| row.name.clone(), |version| format!("{}-{version}", row.name)));
        ZYPPER.run(system, row.id(), &line)?;
        self.rpm.forget();
        match self.find(system, row)? {
            Some(_) => Ok(()),
            None => Err(Error::other(format!("Could not find package {}", row.name))),
        }
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        ZYPPER.run(system, row.id(), &["remove", "--no-confirm", &row.name]).map(drop)
    }

    fn forget(&mut self) {
        self.rpm.forget();
        self.updates.forget();
    }
}

/// Returns the version to install; of a range, the highest available version.
fn best_version(system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<String>> {
    let Ensure::Other(wanted) = &row.ensure else { return Ok(None) };
    let Some(range) = Range::<RpmVersion>::parse(wanted).filter(|range| !range.is_exact()) else {
        return Ok(Some(wanted.clone()));
    };
    let line = ["--no-refresh", "search", "--match-exact", "--type", "package", "--uninstalled-only", "-s", &row.name];
    let output = query_in_scratch(ZYPPER, system, row, SCRATCH, &line)?;
    if output.status != NOTHING_FOUND {
        output.require_success(&ZYPPER.line(&line))?;
    }
    let answer = output.utf8(ZYPPER.shown)?;
    let versions = table(&answer).filter(|cells| cells.len() > 3 && cells[1] == row.name).map(|cells| cells[3]);
    let message = || format!("No available version for package {} is included in range {wanted}", row.name);
    range.best(versions).map(|version| Some(version.to_owned())).ok_or_else(|| Error::other(message()))
}

/// Returns whether a version is older than the installed one.
fn is_older(version: &str, is: &Current) -> bool {
    is.versions().iter().flat_map(|known| known.split(SEVERAL)).any(|known| compare_evr(version, known).is_lt())
}

/// Returns the cells of each row: `v | repository | name | 1.0-1 | 1.1-1 | x86_64`.
fn table(answer: &str) -> impl Iterator<Item = Vec<&str>> {
    answer.lines().map(|line| line.split('|').map(str::trim).collect())
}
