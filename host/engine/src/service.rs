//! Scheduled runs: units of systemd, or an entry of cron where systemd does not run. The first line of each file is
//! the command that wrote it, from which the schedule is read again.

mod schedule;
mod status;
mod systemctl;
mod texts;

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::clock::LocalZone;

pub use schedule::Schedule;
pub use status::ServiceStatus;
pub use systemctl::SystemdState;

/// The first words of each file.
const RECORD: &str = "# marotte service install";

/// Names of the units.
const SERVICE: &str = "marotte.service";
const TIMER: &str = "marotte.timer";

/// The directory of units that an administrator creates.
const UNITS: &str = "etc/systemd/system";

/// The link that enables the timer, relative to the directory of units.
const ENABLED: &str = "timers.target.wants/marotte.timer";

/// The entry of cron.
const CRON: &str = "etc/cron.d/marotte";

/// The program that starts runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheduler {
    /// A timer of systemd.
    Systemd,
    /// An entry in `/etc/cron.d`.
    Cron,
}

/// A service to install.
#[derive(Debug)]
pub struct ServiceConfig {
    /// The schedule.
    pub schedule: Schedule,
    /// The command of a run: the absolute path of the program and its arguments.
    pub command: Vec<String>,
    /// The flags of `service install` after the schedule, without the program.
    pub flags: Vec<String>,
}

/// A file of a service.
#[derive(Debug, PartialEq, Eq)]
pub struct ServiceFile {
    /// The path.
    pub path: PathBuf,
    /// The content.
    pub text: String,
    /// Whether the file exists with this content.
    pub is_current: bool,
}

/// An installed service.
#[derive(Debug)]
pub struct InstalledService {
    /// The program that starts runs.
    pub scheduler: Scheduler,
    /// The schedule.
    pub schedule: Schedule,
    /// The command that installed the service.
    pub command: String,
}

/// The service of a system: of this one, or of the tree of `--root`.
#[derive(Debug)]
pub struct Service {
    root: PathBuf,
}

impl Service {
    /// Returns the service of the system with this root directory.
    #[must_use]
    pub fn of(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// Returns the files of a service on this system.
    ///
    /// # Errors
    /// Returns an error if the system has neither systemd nor cron, cron cannot express the schedule, the command
    /// contains a line break, or a file exists that was not written by this program.
    pub fn files(&self, config: &ServiceConfig) -> Result<Vec<ServiceFile>> {
        if let Some(word) = config.command.iter().find(|word| word.contains(char::is_control)) {
            bail!("'{}' contains a control character, which the file of a service cannot contain", word.escape_debug());
        }
        let record = texts::record(config);
        let texts = match self.scheduler()? {
            Scheduler::Systemd => vec![
                (self.unit(SERVICE), texts::service(&record, config)),
                (self.unit(TIMER), texts::timer(&record, config.schedule)),
            ],
            Scheduler::Cron => {
                vec![(self.root.join(CRON), texts::cron(&record, config, self.offset(config.schedule)?))]
            }
        };
        texts.into_iter().map(|(path, text)| Self::file(path, text)).collect()
    }

    /// Writes the files and starts the timer. Files of another scheduler are removed.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or systemd does not accept it.
    pub fn install(&self, files: &[ServiceFile]) -> Result<()> {
        for file in files.iter().filter(|file| !file.is_current) {
            let written = files::replace_preserving(&file.path, file.text.as_bytes());
            written.with_context(|| format!("Could not write '{}'", file.path.display()))?;
        }
        for path in self.written()? {
            if !files.iter().any(|file| file.path == path) {
                remove(&path)?;
            }
        }
        if self.scheduler()? == Scheduler::Systemd {
            self.enable()?;
            if self.is_running_system() {
                systemctl::call(&["daemon-reload"])?;
                systemctl::call(&["restart", TIMER])?;
            }
        }
        Ok(())
    }

    /// Stops the timer and removes the files. A run in progress is not interrupted. Returns the removed files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub fn uninstall(&self) -> Result<Vec<PathBuf>> {
        let written = self.written()?;
        let has_units = written.iter().any(|path| *path == self.unit(TIMER));
        let is_running = has_units && self.is_running_system() && self.has_systemd();
        if is_running {
            systemctl::call(&["stop", TIMER])?;
        }
        if has_units {
            remove(&self.unit(ENABLED))?;
        }
        written.iter().try_for_each(|path| remove(path))?;
        if is_running {
            systemctl::call(&["daemon-reload"])?;
        }
        Ok(written)
    }

    /// Returns the installed service; `None` if no service is installed.
    ///
    /// # Errors
    /// Returns an error if its file cannot be read, or its schedule is invalid.
    pub fn installed(&self) -> Result<Option<InstalledService>> {
        for (path, scheduler) in [(self.unit(TIMER), Scheduler::Systemd), (self.root.join(CRON), Scheduler::Cron)] {
            let Some(command) = recorded_command(&path)? else { continue };
            let schedule = Schedule::from_command(&command).with_context(|| {
                format!("The first line of '{}' is damaged; install the service again", path.display())
            })?;
            return Ok(Some(InstalledService { scheduler, schedule, command }));
        }
        Ok(None)
    }

    /// Returns the state of the units; `None` for the tree of `--root`.
    ///
    /// # Errors
    /// Returns an error if systemd does not answer.
    pub fn systemd_state(&self) -> Result<Option<SystemdState>> {
        if self.is_running_system() && self.has_systemd() { systemctl::state().map(Some) } else { Ok(None) }
    }

    /// Returns the time of the next run by cron.
    ///
    /// # Errors
    /// Returns an error if cron cannot express the schedule.
    pub fn next_cron_run(&self, schedule: Schedule) -> Result<String> {
        let offset = self.offset(schedule)?;
        let now = std::time::SystemTime::now();
        let zone = LocalZone::system();
        Ok(zone.time(now + schedule.until_next(offset, zone.time(now).second_of_day())).plain())
    }

    /// Returns whether the service belongs to the running system, not to a tree given with `--root`.
    fn is_running_system(&self) -> bool {
        self.root == Path::new("/")
    }

    fn has_systemd(&self) -> bool {
        // A tree has systemd if it will be booted with it.
        let of_tree = ["usr/lib/systemd/system", "lib/systemd/system"];
        let paths: &[&str] = if self.is_running_system() { &["run/systemd/system"] } else { &of_tree };
        paths.iter().any(|path| self.root.join(path).is_dir())
    }

    fn scheduler(&self) -> Result<Scheduler> {
        if self.has_systemd() {
            return Ok(Scheduler::Systemd);
        }
        match self.root.join(CRON).parent() {
            Some(directory) if directory.is_dir() => Ok(Scheduler::Cron),
            _ => bail!(
                "This system has neither systemd nor the directory /etc/cron.d: start 'marotte apply' by other means"
            ),
        }
    }

    fn unit(&self, name: &str) -> PathBuf {
        self.root.join(UNITS).join(name)
    }

    /// Returns the delay of this system within the splay of cron, which is the same in each call.
    fn offset(&self, schedule: Schedule) -> Result<u64> {
        let machine = fs::read(self.root.join("etc/machine-id")).unwrap_or_default();
        let name = rustix::system::uname();
        schedule.offset(if machine.is_empty() { name.nodename().to_bytes() } else { &machine })
    }

    /// Returns the files of a service that were written by this program.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn written(&self) -> Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        for path in [self.unit(SERVICE), self.unit(TIMER), self.root.join(CRON)] {
            if recorded_command(&path)?.is_some() {
                written.push(path);
            }
        }
        Ok(written)
    }

    /// Compares the content of a file with that on disk.
    fn file(path: PathBuf, text: String) -> Result<ServiceFile> {
        let current = read(&path)?;
        if current.as_ref().is_some_and(|current| !current.starts_with(RECORD)) {
            bail!("'{}' was not written by 'marotte service install': remove it first", path.display());
        }
        Ok(ServiceFile { is_current: current.as_ref() == Some(&text), path, text })
    }

    /// Creates the link of an enabled timer, as `systemctl enable` does.
    fn enable(&self) -> Result<()> {
        let link = self.unit(ENABLED);
        let could_not = || format!("Could not create '{}'", link.display());
        if let Some(directory) = link.parent() {
            fs::create_dir_all(directory).with_context(could_not)?;
        }
        match symlink(Path::new("/").join(UNITS).join(TIMER), &link) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error).with_context(could_not),
            _ => Ok(()),
        }
    }
}

/// Returns the command in the first line of a file; `None` if the file does not exist or was not written by this
/// program.
fn recorded_command(path: &Path) -> Result<Option<String>> {
    let text = read(path)?;
    let line = text.as_ref().and_then(|text| text.lines().next()).filter(|line| line.starts_with(RECORD));
    Ok(line.map(|line| line.trim_start_matches("# ").to_owned()))
}

fn read(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("Could not read '{}'", path.display())),
    }
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("Could not remove '{}'", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
