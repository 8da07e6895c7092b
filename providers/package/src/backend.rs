//! Owns what a package system has to be able to do to be a provider of the type.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;

use crate::current::Current;
use crate::{Mark, Package};

/// A package as a package system knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Installed {
    /// What the package system calls it.
    pub(crate) name: String,
    /// The current state.
    pub(crate) current: Current,
    /// Whether it is held, for systems that can.
    pub(crate) mark: Option<Mark>,
}

impl Installed {
    /// A package in one version.
    pub(crate) fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), current: Current::version(version), mark: None }
    }
}

/// A package system. Unsupported operations are excluded by its features; the host never requests them.
pub(crate) trait Backend: Open + 'static {
    /// What a package is of which nothing is known. Where packages can be purged, nothing is left of it.
    const UNKNOWN: Current = Current::Absent;

    /// Lists the packages.
    ///
    /// # Errors
    /// They can't be listed.
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>>;

    /// Finds the package of a row; `None` where it is not known.
    ///
    /// # Errors
    /// It can't be looked for.
    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>>;

    /// Returns the latest version that there is, for a package that is there.
    ///
    /// # Errors The latest version cannot be determined.
    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, is: &Current) -> Result<String>;

    /// Returns whether a version is what a text asks for that is not its very words: a range.
    fn includes(&self, _row: &Package, _wanted: &str, _version: &str) -> bool {
        false
    }

    /// Installs the package as the row wants it, or brings it to that version.
    ///
    /// # Errors
    /// It was not done.
    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, is: &Current) -> Result<()>;

    /// Removes the package.
    ///
    /// # Errors
    /// It was not done.
    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()>;

    /// Removes the package and all that is left of it.
    ///
    /// # Errors
    /// It was not done.
    fn purge(&mut self, _system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        Err(unable(row, "purge"))
    }

    /// Holds the package at its version, or no longer.
    ///
    /// # Errors
    /// It was not done.
    fn set_mark(&mut self, _system: &impl WriteSystem, row: &Row<Package>, _mark: Mark) -> Result<()> {
        Err(unable(row, "hold"))
    }

    /// Discards cached packages after one was changed.
    fn forget(&mut self);
}

fn unable(row: &Row<Package>, what: &str) -> Error {
    Error::invalid(format!("Provider {} can't {what} a package", row.provider().unwrap_or("of the package")))
}

/// What each command of a package system that has several lists, by what the rows call it.
#[derive(Debug, Default)]
pub(crate) struct Listings(BTreeMap<String, Listing>);

impl Listings {
    /// Returns the list of the row's command.
    pub(crate) fn of(&mut self, row: &Package) -> &mut Listing {
        self.0.entry(row.command.clone()).or_default()
    }

    /// Forgets all of them.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

/// Packages that were listed once. Entries found are valid until this run changes a package; missing packages
/// are looked up again, since they may have been installed in between.
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

    /// Returns the version that an update brings, where the packages are updates; else the one that is there.
    pub(crate) fn latest(
        &mut self,
        row: &Row<Package>,
        is: &Current,
        list: impl FnOnce() -> Result<Vec<Installed>>,
    ) -> Result<String> {
        let update = self.find(&row.name, list)?;
        let latest = update.as_ref().map_or(is, |update| &update.current).versions().first().cloned();
        let provider = row.provider().unwrap_or_default();
        latest.ok_or_else(|| Error::other(format!("{provider} names no version of {}", row.name)))
    }

    /// Forgets them.
    pub(crate) fn forget(&mut self) {
        self.0 = None;
    }
}
