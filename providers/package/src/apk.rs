//! `apk`: packages of Alpine Linux.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed, Listing};
use crate::current::Current;
use crate::options::arguments;
use crate::{Ensure, Package};

const APK: Tool = Tool::new("apk");

/// The `apk` provider.
#[derive(Debug, Default)]
pub(crate) struct Apk {
    listing: Listing,
    updates: Listing,
}

impl Backend for Apk {
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        listed(system, "--installed")
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        self.listing.find(&row.name, || listed(system, "--installed"))
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, is: &Current) -> Result<String> {
        self.updates.latest(row, is, || listed(system, "--upgradable"))
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, _is: &Current) -> Result<()> {
        let mut line = vec!["add".to_owned()];
        if row.ensure == Ensure::Latest {
            line.push("--upgrade".to_owned());
        }
        line.extend(arguments(row.install_options.as_ref()));
        line.push(match (&row.source, &row.ensure) {
            (Some(source), _) => source.clone(),
            (None, Ensure::Other(version)) => format!("{}={version}", row.name),
            (None, _) => row.name.clone(),
        });
        APK.run(system, row.id(), &line).map(drop)
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let mut line = vec!["del".to_owned()];
        line.extend(arguments(row.uninstall_options.as_ref()));
        line.push(row.name.clone());
        APK.run(system, row.id(), &line).map(drop)
    }

    fn forget(&mut self) {
        self.listing.forget();
        self.updates.forget();
    }
}

/// Parses lines like `busybox-binsh-1.36.1-r29 x86_64 {busybox} (GPL-2.0-only) [installed]`.
fn listed(system: &impl ReadSystem, which: &str) -> Result<Vec<Installed>> {
    let answer = APK.query_text(system, 0, &["list", which])?;
    let package = |line: &str| {
        let (full, _) = line.split_once(' ')?;
        let revision = full.rfind("-r")?;
        let (name, _) = full[..revision].rsplit_once('-')?;
        Some(Installed::new(name, &full[name.len() + 1..]))
    };
    Ok(answer.lines().filter_map(package).collect())
}
