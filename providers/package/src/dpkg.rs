//! `dpkg`: packages from files, and the database of installed packages that `apt` and `aptitude` also use.

use std::collections::BTreeMap;

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::backend::{Backend, Installed};
use crate::current::Current;
use crate::deb::identity;
use crate::{ConfigFiles, Mark, Package};

/// Packages must not ask questions during installation.
pub(crate) const QUIET: &[(&str, &str)] =
    &[("DEBIAN_FRONTEND", "noninteractive"), ("APT_LISTBUGS_FRONTEND", "none"), ("APT_LISTCHANGES_FRONTEND", "none")];

const DPKG: Tool = Tool::new("dpkg").shown_as("/usr/bin/dpkg").env(QUIET);
const DPKG_QUERY: Tool = Tool::new("dpkg-query").shown_as("/usr/bin/dpkg-query");

/// The fields queried for every package.
const FORMAT: &str = r"${Status}\t${Package}\t${Architecture}\t${Version}\t${Provides}\n";

/// The file that dpkg rewrites whenever a package changes.
const STATUS: &str = "/var/lib/dpkg/status";

/// The `dpkg` provider.
#[derive(Debug, Default)]
pub(crate) struct Dpkg {
    database: Option<Database>,
}

/// The content of dpkg's database, with size and modification time of its file to detect changes.
#[derive(Debug)]
struct Database {
    stamp: Option<(u64, i64)>,
    entries: Vec<Entry>,
    /// Indices of the entries by package name, with and without architecture.
    places: BTreeMap<String, usize>,
}

#[derive(Debug)]
struct Entry {
    package: Installed,
    architecture: String,
    provides: String,
}

impl Entry {
    /// Parses a line of the output.
    fn parse(line: &str) -> Option<Self> {
        let [status, name, architecture, version, provides] = line.splitn(5, '\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        let [desired, _, state] = status.split(' ').collect::<Vec<_>>()[..] else { return None };
        let current = match state {
            "not-installed" => Current::Purged,
            "config-files" | "half-installed" | "unpacked" | "half-configured" => Current::Absent,
            _ => Current::version(version),
        };
        let mark = Some(if desired == "hold" { Mark::Hold } else { Mark::None });
        let package = Installed { name: name.to_owned(), current, mark };
        Some(Self { package, architecture: architecture.to_owned(), provides: provides.to_owned() })
    }

    /// Returns whether the package provides a virtual name.
    fn stands_for(&self, name: &str) -> bool {
        self.provides.split(',').any(|provided| provided.trim() == name)
    }
}

impl Database {
    fn new(stamp: Option<(u64, i64)>, entries: Vec<Entry>) -> Self {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for (place, entry) in entries.iter().enumerate() {
            let name = &entry.package.name;
            places.insert(format!("{name}:{}", entry.architecture), place);
            // If a package has several architectures, the installed one is selected.
            let is_better =
                |known: usize| !entries[known].package.current.is_installed() && entry.package.current.is_installed();
            if places.get(name).is_none_or(|known| is_better(*known)) {
                places.insert(name.clone(), place);
            }
        }
        Self { stamp, entries, places }
    }

    fn find(&self, name: &str) -> Option<&Installed> {
        self.places.get(name).map(|place| &self.entries[*place].package)
    }

    /// Finds a package that provides a name, preferably an installed one.
    fn find_virtual(&self, name: &str) -> Option<&Installed> {
        let mut found = self.entries.iter().filter(|entry| entry.stands_for(name)).map(|entry| &entry.package);
        let first = found.next()?;
        Some(std::iter::once(first).chain(found).find(|package| package.current.is_installed()).unwrap_or(first))
    }
}

impl Dpkg {
    /// Returns the database of dpkg, read again only if its file has changed.
    fn database(&mut self, system: &impl ReadSystem) -> Result<&Database> {
        let place = Place::unowned(STATUS);
        let found = system.stat_one(&place, true, Want::empty())?;
        let stamp = found.map(|metadata| (metadata.size, metadata.mtime_ns));
        let known = self.database.take().filter(|known| known.stamp.is_some() && known.stamp == stamp);
        let database = match known {
            Some(known) => known,
            None => {
                let answer = DPKG_QUERY.query_text(system, 0, &["-W", "--showformat", FORMAT])?;
                let unknown =
                    |line: &str| Error::other(format!("unexpected line in the output of dpkg-query: '{line}'"));
                let entries = answer.lines().map(|line| Entry::parse(line).ok_or_else(|| unknown(line)));
                Database::new(stamp, entries.collect::<Result<_>>()?)
            }
        };
        Ok(self.database.insert(database))
    }

    /// Returns the name of the row's package, or of the package that provides it if the name is virtual.
    pub(crate) fn real_name(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<String> {
        let allow_virtual = row.allow_virtual;
        let database = self.database(system)?;
        if database.find(&row.name).is_some() || !allow_virtual {
            return Ok(row.name.clone());
        }
        Ok(database.find_virtual(&row.name).map_or(&row.name, |package| &package.name).clone())
    }

    /// Returns whether the package is currently held.
    pub(crate) fn is_held(&mut self, system: &impl ReadSystem, name: &str) -> Result<bool> {
        Ok(self.database(system)?.find(name).is_some_and(|package| package.mark == Some(Mark::Hold)))
    }

    /// Removes the hold of a package and calls `install`; then holds it if the row requires that, even if
    /// `install` failed.
    pub(crate) fn unheld(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Package>,
        name: &str,
        install: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        if self.is_held(system, name)? {
            select(system, row.id(), name, "install")?;
        }
        let done = install();
        let held = if row.mark == Some(Mark::Hold) { select(system, row.id(), name, "hold") } else { Ok(()) };
        done.and(held)
    }

    /// Purges the remaining files of a removed package.
    pub(crate) fn purge_rest(&mut self, system: &impl WriteSystem, row: u32, name: &str) -> Result<()> {
        DPKG.run(system, row, &["--purge", name]).map(drop)
    }
}

/// Sets the selection state of a package in dpkg's database.
fn select(system: &impl WriteSystem, row: u32, name: &str, selection: &str) -> Result<()> {
    let stdin = vec![Part::Text(format!("{name} {selection}\n"))];
    let output = system.mutate(&Command { stdin, merge_stderr: true, ..DPKG.command(row, &["--set-selections"]) })?;
    output.success("/usr/bin/dpkg --set-selections").map(drop)
}

impl Backend for Dpkg {
    const UNKNOWN: Current = Current::Purged;

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        Ok(self.database(system)?.entries.iter().map(|entry| entry.package.clone()).collect())
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        let (name, allow_virtual) = (row.name.as_str(), row.allow_virtual);
        let database = self.database(system)?;
        if let Some(package) = database.find(name) {
            return Ok(Some(package.clone()));
        }
        let provider = database.find_virtual(name).filter(|_| allow_virtual).cloned();
        if let Some(package) = &provider {
            let message = format!("Package {name} is virtual, defaulting to {}", package.name);
            system.log(Level::Info, row.into(), &message);
        }
        Ok(provider)
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, _is: &Current) -> Result<String> {
        let Some(source) = &row.source else {
            return Err(Error::invalid("Could not update: You cannot install dpkg packages without a source"));
        };
        let (name, version) = identity(system, row, source)?;
        if name != row.name {
            system.warning(row, &format!("source doesn't contain named package, but {name}"));
        }
        Ok(version)
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, _is: &Current) -> Result<()> {
        let Some(source) = &row.source else {
            return Err(Error::invalid("You cannot install dpkg packages without a source"));
        };
        let settings = force(row.configfiles);
        self.unheld(system, row, &row.name, || DPKG.run(system, row.id(), &[settings, "-i", source]).map(drop))
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let name = self.real_name(system, row)?;
        DPKG.run(system, row.id(), &["-r", &name]).map(drop)
    }

    fn purge(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let name = self.real_name(system, row)?;
        self.purge_rest(system, row.id(), &name)
    }

    fn set_mark(&mut self, system: &impl WriteSystem, row: &Row<Package>, mark: Mark) -> Result<()> {
        let name = self.real_name(system, row)?;
        let selection = match mark {
            Mark::Hold => "hold",
            Mark::None => "install",
        };
        select(system, row.id(), &name, selection)
    }

    /// Changes are detected by size and modification time of dpkg's file.
    fn forget(&mut self) {}
}

/// Returns the option that controls the replacement of changed configuration files.
pub(crate) fn force(configfiles: ConfigFiles) -> &'static str {
    match configfiles {
        ConfigFiles::Keep => "--force-confold",
        ConfigFiles::Replace => "--force-confnew",
    }
}
