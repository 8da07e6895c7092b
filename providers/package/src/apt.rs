//! `apt` and `aptitude`: packages from repositories. Installed packages are read with `dpkg`.

use marotte_sdk::command::Tool;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use crate::backend::{Backend, Installed};
use crate::current::Current;
use crate::dpkg::{Dpkg, QUIET, force};
use crate::options::arguments;
use crate::version::{DebianVersion, Range, is_within};
use crate::{Ensure, Mark, Package, Switch};

const APT_GET: Tool = Tool::new("apt-get").shown_as("/usr/bin/apt-get").env(QUIET);
const APT_CACHE: Tool = Tool::new("apt-cache").shown_as("/usr/bin/apt-cache");
const APT_MARK: Tool = Tool::new("apt-mark").shown_as("/usr/bin/apt-mark");
const APTITUDE: Tool = Tool::new("aptitude").shown_as("/usr/bin/aptitude").env(QUIET);
const PRESEED: Tool = Tool::new("debconf-set-selections").shown_as("/usr/bin/debconf-set-selections").env(QUIET);

/// The list of sources in the one-line format, which may contain a CD.
const SOURCES: &str = "/etc/apt/sources.list";

/// The providers `apt` and `aptitude`.
#[derive(Debug)]
pub(crate) struct Apt {
    is_aptitude: bool,
    dpkg: Dpkg,
}

impl Open for Apt {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self { is_aptitude: name == "aptitude", dpkg: Dpkg::default() })
    }
}

impl Backend for Apt {
    const UNKNOWN: Current = Current::Purged;

    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<Installed>> {
        self.dpkg.list(system)
    }

    fn find(&mut self, system: &impl ReadSystem, row: &Row<Package>) -> Result<Option<Installed>> {
        self.dpkg.find(system, row)
    }

    fn latest(&mut self, system: &impl ReadSystem, row: &Row<Package>, _is: &Current) -> Result<String> {
        let name = self.dpkg.real_name(system, row)?;
        let policy = APT_CACHE.query_text(system, row.id(), &["policy", &name])?;
        let candidate = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate:")).map(str::trim);
        match candidate {
            Some(version) if version != "(none)" => Ok(version.to_owned()),
            _ => Err(Error::other("Could not find latest version")),
        }
    }

    fn includes(&self, _row: &Package, wanted: &str, version: &str) -> bool {
        is_within::<DebianVersion>(wanted, version)
    }

    fn install(&mut self, system: &impl WriteSystem, row: &Row<Package>, _is: &Current) -> Result<()> {
        preseed(system, row)?;
        refuse_cd(system, row)?;
        let name = self.dpkg.real_name(system, row)?;
        let version = best_version(system, row, &name)?;
        let source = row.source.as_deref().filter(|_| !self.is_aptitude);
        // Some versions of aptitude do not support `-q`.
        let quiet: &[&str] = if self.is_aptitude { &["-y", "-o"] } else { &["-q", "-y", "-o"] };
        let mut line: Vec<String> = quiet.iter().map(|word| (*word).to_owned()).collect();
        line.push(format!("DPkg::Options::={}", force(row.configfiles)));
        if version.is_some() && !self.is_aptitude {
            line.push("--allow-downgrades".to_owned());
        }
        line.extend(arguments(row.install_options.as_ref()));
        line.push("install".to_owned());
        line.push(match (source, &version) {
            (Some(source), _) => source.to_owned(),
            (None, Some(version)) => format!("{name}={version}"),
            (None, None) => name.clone(),
        });
        let (tool, is_aptitude) = (self.tool(), self.is_aptitude);
        self.dpkg.unheld(system, row, &name, || {
            let said = tool.run(system, row.id(), &line)?;
            // aptitude exits with 0 even if the package does not exist.
            if is_aptitude && said.contains("Couldn't find any package") {
                return Err(Error::other(format!("Could not find package {name}")));
            }
            Ok(())
        })?;
        if source.is_some() && row.ensure != Ensure::Present {
            self.check_version(system, row)?;
        }
        keep_manual(system, row, &name)
    }

    fn uninstall(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let name = self.dpkg.real_name(system, row)?;
        self.remove(system, row, &name, &["remove"])
    }

    fn purge(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let name = self.dpkg.real_name(system, row)?;
        if self.is_aptitude {
            return APTITUDE.run(system, row.id(), &["-y", "purge", &name]).map(drop);
        }
        self.remove(system, row, &name, &["remove", "--purge"])?;
        // apt skips packages that are removed but not purged.
        self.dpkg.purge_rest(system, row.id(), &name)
    }

    fn set_mark(&mut self, system: &impl WriteSystem, row: &Row<Package>, mark: Mark) -> Result<()> {
        self.dpkg.set_mark(system, row, mark)?;
        let name = self.dpkg.real_name(system, row)?;
        keep_manual(system, row, &name)
    }

    fn forget(&mut self) {
        self.dpkg.forget();
    }
}

impl Apt {
    fn tool(&self) -> Tool {
        if self.is_aptitude { APTITUDE } else { APT_GET }
    }

    fn remove(&mut self, system: &impl WriteSystem, row: &Row<Package>, name: &str, verb: &[&str]) -> Result<()> {
        preseed(system, row)?;
        let mut line = vec!["-y"];
        if !self.is_aptitude {
            line.push("-q");
            if self.dpkg.is_held(system, name)? {
                line.push("--allow-change-held-packages");
            }
        }
        line.extend(verb);
        line.push(name);
        self.tool().run(system, row.id(), &line).map(drop)
    }

    /// The version of a package file is known only after its installation.
    fn check_version(&mut self, system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
        let name = &row.name;
        let found = self.find(system, row)?.filter(|package| package.current.is_installed());
        let Some(found) = found else { return Err(Error::other(format!("Could not find package {name}"))) };
        let Ensure::Other(wanted) = &row.ensure else { return Ok(()) };
        match found.current.versions() {
            [version] if version != wanted && !self.includes(row, wanted, version) => {
                Err(Error::other(format!("Failed to update to version {wanted}, got version {version} instead")))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the version to install; of a range, the highest available version.
fn best_version(system: &impl ReadSystem, row: &Row<Package>, name: &str) -> Result<Option<String>> {
    let Ensure::Other(wanted) = &row.ensure else { return Ok(None) };
    let Some(range) = Range::<DebianVersion>::parse(wanted).filter(|range| !range.is_exact()) else {
        return Ok(Some(wanted.clone()));
    };
    let answer = APT_CACHE.query_text(system, row.id(), &["madison", name])?;
    let versions = answer.lines().filter_map(|line| line.split('|').nth(1)).map(str::trim);
    match range.best(versions) {
        Some(version) => Ok(Some(version.to_owned())),
        None => {
            let message = format!("No available version for package {name} is included in range {wanted}");
            Err(Error::other(message))
        }
    }
}

/// Answers the package's debconf questions in advance.
fn preseed(system: &impl WriteSystem, row: &Row<Package>) -> Result<()> {
    let Some(file) = &row.responsefile else { return Ok(()) };
    let found = system.stat_one(&row.place(file), true, Want::empty())?;
    if found.is_none() {
        let message = "No responsefile specified or non existent, not preseeding anything";
        system.log(Level::Info, row.into(), message);
        return Ok(());
    }
    system.log(Level::Info, row.into(), &format!("Preseeding {file} to debconf-set-selections"));
    PRESEED.run(system, row.id(), &[file]).map(drop)
}

fn refuse_cd(system: &impl ReadSystem, row: &Row<Package>) -> Result<()> {
    if row.allowcdrom == Some(Switch::True) {
        return Ok(());
    }
    let sources = system.find_text(&row.place(SOURCES), 1 << 20)?.unwrap_or_default();
    let names_cd = |line: &str| line.split('#').next().is_some_and(|line| line.contains("cdrom:"));
    if sources.lines().any(names_cd) {
        return Err(Error::other(format!(
            "{SOURCES} contains a cdrom source; not installing.  Use 'allowcdrom' to override this failure."
        )));
    }
    Ok(())
}

/// Marks the package as manually installed, so that it is not removed as an unused dependency.
fn keep_manual(system: &impl WriteSystem, row: &Row<Package>, name: &str) -> Result<()> {
    APT_MARK.run(system, row.id(), &["manual", name]).map(drop)
}
