//! The operations that each package system implements.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::current::Current;
use crate::{Mark, Package};

/// A package in the database of a package system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Installed {
    /// The name in the package system.
    pub(crate) name: String,
    /// The current state.
    pub(crate) current: Current,
    /// Whether it is held; `None` if the package system does not support holds.
    pub(crate) mark: Option<Mark>,
}

impl Installed {
    /// Creates a package installed in one version.
    pub(crate) fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), current: Current::version(version), mark: None }
    }
}

/// A package system. Unsupported operations are excluded by its features; the host never requests them.
pub(crate) trait Backend: Open + 'static {
    /// The state of an unknown package: `Purged` for package systems that can purge.
    const UNKNOWN: Current = Current::Absent;

    /// Lists the packages.
    ///
    /// # Errors
    /// Returns an error if the packages cannot be listed.
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>>;

    /// Finds the package of a row; `None` if it is unknown.
    ///
    /// # Errors
    /// Returns an error if the query fails.
    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>>;

    /// Returns the latest available version of an installed package.
    ///
    /// # Errors
    /// Returns an error if the latest version cannot be determined.
    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, is: &Current) -> Result<String>;

    /// Returns whether a version satisfies a different text, such as a range.
    fn includes(&self, _row: &Package, _wanted: &str, _version: &str) -> bool {
        false
    }

    /// Installs the package, or changes it to the desired version.
    ///
    /// # Errors
    /// Returns an error if the package cannot be installed.
    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()>;

    /// Removes the package.
    ///
    /// # Errors
    /// Returns an error if the package cannot be removed.
    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()>;

    /// Removes the package and its configuration.
    ///
    /// # Errors
    /// Returns an error if the package cannot be purged.
    fn purge(&mut self, _system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        Err(unable(row, "purge"))
    }

    /// Sets or removes the hold of the package.
    ///
    /// # Errors
    /// Returns an error if the hold cannot be changed.
    fn set_mark(&mut self, _system: &impl WriteSystem, row: &Row<Package>, _mark: Mark) -> Result<()> {
        Err(unable(row, "hold"))
    }

    /// Discards cached packages after one was changed.
    fn forget(&mut self);
}

fn unable(row: &Row<Package>, what: &str) -> Error {
    Error::invalid(format!("Provider {} can't {what} a package", row.provider().unwrap_or("of the package")))
}

/// Cached lists of packages by command, for package systems with several commands.
#[derive(Debug, Default)]
pub(crate) struct Listings(BTreeMap<String, Listing>);

impl Listings {
    /// Returns the list for the row's command.
    pub(crate) fn of(&mut self, row: &Package) -> &mut Listing {
        self.0.entry(row.command.clone()).or_default()
    }

    /// Discards all lists.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

/// Cached list of packages, valid until this run changes a package.
#[derive(Debug, Default)]
pub(crate) struct Listing(Option<BTreeMap<String, Installed>>);

impl Listing {
    /// Finds a package by name.
    pub(crate) fn find(
        &mut self,
        name: &str,
        list: impl FnOnce() -> Result<Vec<Installed>>,
    ) -> Result<Option<Installed>> {
        let known = match self.0.take() {
            Some(known) => known,
            None => list()?.into_iter().map(|package| (package.name.clone(), package)).collect(),
        };
        Ok(self.0.insert(known).get(name).cloned())
    }

    /// Returns the version in a list of updates, or the installed version if there is no update.
    pub(crate) fn latest(
        &mut self,
        row: &Row<Package>,
        is: &Current,
        list: impl FnOnce() -> Result<Vec<Installed>>,
    ) -> Result<String> {
        let update = self.find(&row.name, list)?;
        let latest = update.as_ref().map_or(is, |update| &update.current).versions().first().cloned();
        let provider = row.provider().unwrap_or_default();
        latest.ok_or_else(|| Error::other(format!("{provider} lists no version of {}", row.name)))
    }

    /// Discards the list.
    pub(crate) fn forget(&mut self) {
        self.0 = None;
    }
}
