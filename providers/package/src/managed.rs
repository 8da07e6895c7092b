//! The provider that wraps every package system: when a package is in sync, how it is changed, and Puppet's
//! messages.

use marotte_sdk::prelude::*;

use crate::backend::{Backend, Installed};
use crate::current::Current;
use crate::{Ensure, Package, PackageAttribute, PackageState, Switch};

/// The provider for packages of one package system.
#[derive(Debug)]
pub(crate) struct PackageProvider<B> {
    backend: B,
    /// Whether the package system has the feature `reinstallable`.
    is_reinstallable: bool,
}

impl<B: Backend> Open for PackageProvider<B> {
    fn open(name: &str, features: &[String]) -> Result<Self> {
        let is_reinstallable = features.iter().any(|feature| feature == "reinstallable");
        B::open(name, features).map(|backend| Self { backend, is_reinstallable })
    }
}

impl<B: Backend> Provider for PackageProvider<B> {
    type Resource = Package;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Package>]) -> Vec<Result<State<Package>>> {
        for_each_row(rows, |row| {
            let found = self.backend.find(system, row)?;
            let (is, mark) = found.map_or((B::UNKNOWN, None), |found| (found.current, found.mark));
            let verdict = self.judge(system, row, &is)?;
            Ok(State::new(PackageState { ensure: Some(is), mark, ..PackageState::default() }).with(verdict))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Package>,
        is: &PackageState,
        changed: &[PackageAttribute],
    ) -> Result<Applied<PackageAttribute>> {
        let is = is.ensure.clone().unwrap_or(B::UNKNOWN);
        let done = if changed.contains(&PackageAttribute::Ensure) {
            self.ensure(system, row, &is)
        } else {
            row.mark.map_or(Ok(()), |mark| self.backend.set_mark(system, row, mark))
        };
        // A failed command may also have made changes.
        self.backend.forget();
        done.map(|()| Applied::all())
    }
}

impl<B: Backend> Refresh for PackageProvider<B> {
    /// Reinstalls the package if supported and requested. Puppet: refreshing any other package does nothing.
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let is_leaving = matches!(row.ensure, Ensure::Absent | Ensure::Purged);
        if !self.is_reinstallable || row.reinstall_on_refresh == Switch::False || is_leaving {
            return Ok(());
        }
        let found = self.backend.find(system, row)?;
        let done = self.backend.install(system, row, &found.map_or(B::UNKNOWN, |found| found.current));
        self.backend.forget();
        done
    }
}

impl<B: Backend> Instances for PackageProvider<B> {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Package>>> {
        let instance = |Installed { name, current, mark }| {
            let is = PackageState { ensure: Some(current), mark, ..PackageState::default() };
            Instance { title: name, is }
        };
        Ok(self.backend.list(system)?.into_iter().map(instance).collect())
    }
}

impl<B: Backend> PackageProvider<B> {
    fn judge(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<Package>,
        is: &Current,
    ) -> Result<Verdict<PackageAttribute>> {
        let has = |version: &String| is.versions().contains(version);
        let (insync, should) = match &row.ensure {
            Ensure::Present => (is.is_installed(), "present".to_owned()),
            Ensure::Absent => (!is.is_installed(), "absent".to_owned()),
            Ensure::Purged => (*is == Current::Purged, "purged".to_owned()),
            Ensure::Disabled => (false, "disabled".to_owned()),
            Ensure::Latest if !is.is_installed() => (false, "latest".to_owned()),
            Ensure::Latest => {
                let latest = self.backend.latest(system, row, is);
                let latest = latest
                    .map_err(|error| with_message(error, |detail| format!("Could not get latest version: {detail}")))?;
                if !has(&latest) {
                    let words = format!("{} {} is installed, latest is \"{latest}\"", row.name, is.show());
                    system.debug(row, &words);
                }
                (has(&latest), latest)
            }
            Ensure::Other(wanted) => {
                let is_met = |version: &String| self.backend.includes(row, wanted, version);
                (has(wanted) || is.versions().iter().any(is_met), wanted.clone())
            }
        };
        if insync {
            return Ok(Verdict::insync(PackageAttribute::Ensure));
        }
        let change = match (&row.ensure, is.is_installed()) {
            (Ensure::Purged, _) => "purged".to_owned(),
            (Ensure::Absent, _) => "removed".to_owned(),
            (_, false) => "created".to_owned(),
            (_, true) => format!("ensure changed {} to '{should}'", is.show()),
        };
        Ok(Verdict::differs(PackageAttribute::Ensure).showing(is.show(), format!("'{should}'")).change(change))
    }

    fn ensure(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()> {
        match &row.ensure {
            Ensure::Absent => self.backend.uninstall(system, row),
            Ensure::Purged => self.backend.purge(system, row),
            Ensure::Present => self.backend.install(system, row, is),
            Ensure::Latest | Ensure::Other(_) => {
                let done = self.backend.install(system, row, is);
                done.map_err(|error| with_message(error, |detail| format!("Could not update: {detail}")))
            }
            Ensure::Disabled => Err(Error::invalid("No implemented provider can disable a package")),
        }
    }
}

fn with_message(error: Error, words: impl FnOnce(&str) -> String) -> Error {
    let message = words(&error.message);
    error.reword(message)
}
