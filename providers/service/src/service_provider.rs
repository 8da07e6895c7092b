//! The common part of all service managers: which queries are made, the steps of a change, and restarts. Each
//! manager implements the operations; a command given in the manifest takes precedence.

use std::borrow::Cow;

use marotte_sdk::prelude::*;

use crate::custom_commands::{self, Action};
use crate::{Directories, Enable, Ensure, Service, ServiceAttribute, ServiceState, Switch};

/// The provider of one service manager.
#[derive(Debug, Default)]
pub(crate) struct ServiceProvider<M>(M);

/// A service manager.
pub(crate) trait ServiceManager: Default + 'static {
    /// Whether it can report which services are started at boot.
    const ENABLES: bool = true;

    /// Returns for each service whether it is running.
    fn status(&mut self, system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Ensure>>;

    /// Returns for each service whether it is started at boot.
    fn enabled(&mut self, _system: &impl ReadSystem, subjects: &[Subject<'_>]) -> Vec<Result<Enabled>> {
        subjects.iter().map(|_| Err(unable())).collect()
    }

    /// Lists the names of all services.
    fn list(&mut self, system: &impl ReadSystem) -> Result<Vec<String>>;

    /// Starts a service.
    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()>;

    /// Stops a service.
    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()>;

    /// Restarts a service if the manager supports it.
    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<Restarted>;

    /// Sets whether a service is started at boot.
    fn set_enable(&mut self, _system: &impl WriteSystem, _row: &Row<Service>, _wanted: Enable) -> Result<()> {
        Err(unable())
    }

    /// Prepares for a start or restart, including those by a command of the manifest.
    fn prepare(&mut self, _system: &impl WriteSystem, _row: &Row<Service>) {}

    /// Adds details to the error of a failed action.
    fn explain(&self, _system: &impl WriteSystem, _row: &Row<Service>, _action: Action, error: Error) -> Error {
        error
    }
}

/// A service to be queried, from the catalog or from a list of all services.
#[derive(Debug, Clone)]
pub(crate) struct Subject<'a> {
    /// The id of the row; 0 if the service is not in the catalog.
    pub(crate) row: u32,
    /// The name.
    pub(crate) name: &'a str,
    /// The directories to search for its script; `None` for the default.
    pub(crate) directories: Option<&'a Directories>,
    /// Whether its script supports `status`.
    pub(crate) has_status: bool,
    /// The pattern to search for in the process table.
    pub(crate) pattern: Cow<'a, str>,
    /// The desired value of `enable`.
    pub(crate) wanted: Option<Enable>,
}

impl<'a> From<&'a Row<Service>> for Subject<'a> {
    fn from(row: &'a Row<Service>) -> Self {
        Self {
            row: row.id(),
            name: &row.name,
            directories: row.path.as_ref(),
            has_status: row.hasstatus == Switch::True,
            pattern: match (&row.pattern, &row.binary) {
                (Some(pattern), _) => pattern.as_str().into(),
                (None, Some(binary)) => binary.show().into(),
                (None, None) => row.name.as_str().into(),
            },
            wanted: row.enable,
        }
    }
}

impl<'a> Subject<'a> {
    pub(crate) fn listed(name: &'a str) -> Self {
        Self { row: 0, name, directories: None, has_status: true, pattern: name.into(), wanted: None }
    }

    /// Returns a path to be read on behalf of this service.
    pub(crate) fn place(&self, path: impl Into<String>) -> Place {
        Place { row: self.row, path: path.into() }
    }

    /// Returns the subject of log messages about this service.
    pub(crate) fn about(&self) -> LogContext {
        LogContext { row: Some(self.row).filter(|row| *row != 0), attribute: None }
    }
}

/// Whether a service is started at boot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Enabled {
    /// The current state.
    pub(crate) is: Enable,
    /// The reason why the state cannot be changed, if so.
    pub(crate) fixed: Option<String>,
}

impl From<bool> for Enabled {
    fn from(is: bool) -> Self {
        Self { is: if is { Enable::True } else { Enable::False }, fixed: None }
    }
}

impl Enabled {
    fn is_insync(&self, wanted: Enable) -> bool {
        self.fixed.is_some() || self.is == wanted
    }
}

/// The result of a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Restarted {
    /// The service was restarted.
    Done,
    /// The manager cannot restart the service: it must be stopped and started.
    Unknown,
}

/// Returns the error for managers without the feature `enableable`. The host does not make such calls.
fn unable() -> Error {
    Error::invalid("this service manager cannot report which services are started at boot")
}

/// Returns the only result of a query for one service.
pub(crate) fn only<T>(answers: Vec<Result<T>>) -> Result<T> {
    answers.into_iter().next().unwrap_or_else(|| Err(Error::other("no result was returned for the service")))
}

impl<M: ServiceManager> ServiceProvider<M> {
    /// Returns for each row whether its service is running; `None` if not needed.
    fn runs(&mut self, system: &impl ReadSystem, rows: &[Row<Service>]) -> Vec<Option<Result<Ensure>>> {
        let is_asked = |row: &Row<Service>| row.ensure.is_some() || row.is_audited(ServiceAttribute::Ensure);
        let mut answers: Vec<_> =
            rows.iter().map(|row| is_asked(row).then(|| custom_commands::status(system, row))).collect();
        let open = |answer: &Option<Option<_>>| matches!(answer, Some(None));
        let subjects: Vec<Subject<'_>> =
            rows.iter().zip(&answers).filter(|(_, answer)| open(answer)).map(|(row, _)| row.into()).collect();
        let found = if subjects.is_empty() { Vec::new() } else { self.0.status(system, &subjects) };
        answers.iter_mut().filter(|answer| open(answer)).zip(found).for_each(|(open, found)| *open = Some(Some(found)));
        answers.into_iter().map(Option::flatten).collect()
    }

    /// Returns for each row whether its service is started at boot; `None` if not needed.
    fn enabled(&mut self, system: &impl ReadSystem, rows: &[Row<Service>]) -> Vec<Option<Result<Enabled>>> {
        let is_asked = |row: &&Row<Service>| row.enable.is_some() || row.is_audited(ServiceAttribute::Enable);
        let subjects: Vec<Subject<'_>> = rows.iter().filter(is_asked).map(Subject::from).collect();
        let found = if subjects.is_empty() { Vec::new() } else { self.0.enabled(system, &subjects) };
        let mut found = found.into_iter();
        rows.iter().map(|row| if is_asked(&row) { found.next() } else { None }).collect()
    }

    fn start(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        self.0.prepare(system, row);
        let started = custom_commands::run(system, row, Action::Start).unwrap_or_else(|| self.0.start(system, row));
        started.map_err(|error| self.0.explain(system, row, Action::Start, error))
    }

    fn stop(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        let stopped = custom_commands::run(system, row, Action::Stop).unwrap_or_else(|| self.0.stop(system, row));
        stopped.map_err(|error| self.0.explain(system, row, Action::Stop, error))
    }

    fn restart(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        self.0.prepare(system, row);
        let own = custom_commands::run(system, row, Action::Restart).map(|done| done.map(|()| Restarted::Done));
        match own.unwrap_or_else(|| self.0.restart(system, row)) {
            Ok(Restarted::Done) => Ok(()),
            Ok(Restarted::Unknown) => {
                self.stop(system, row)?;
                self.start(system, row)
            }
            Err(error) => Err(self.0.explain(system, row, Action::Restart, error)),
        }
    }
}

impl<M: ServiceManager> Provider for ServiceProvider<M> {
    type Resource = Service;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Service>]) -> Vec<Result<State<Service>>> {
        let runs = self.runs(system, rows);
        let enabled = self.enabled(system, rows);
        let state = |((row, runs), enabled): ((&Row<Service>, _), Option<Result<Enabled>>)| {
            let (ensure, enabled) = (Option::transpose(runs)?, enabled.transpose()?);
            let is = ServiceState { ensure, enable: enabled.as_ref().map(|it| it.is), ..ServiceState::default() };
            let mut state = State::new(is);
            if let (Some(wanted), Some(found)) = (row.enable, enabled)
                && found.is_insync(wanted)
            {
                found.fixed.iter().for_each(|reason| system.debug((row, ServiceAttribute::Enable), reason));
                state = state.with(Verdict::insync(ServiceAttribute::Enable));
            }
            Ok(state)
        };
        rows.iter().zip(runs).zip(enabled).map(state).collect()
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Service>,
        _is: &ServiceState,
        changed: &[ServiceAttribute],
    ) -> Result<Applied<ServiceAttribute>> {
        if !changed.contains(&ServiceAttribute::Ensure) {
            if let Some(wanted) = row.enable {
                self.0.set_enable(system, row, wanted)?;
            }
            return Ok(Applied::all());
        }
        match row.ensure {
            Some(Ensure::Running) => self.start(system, row)?,
            Some(Ensure::Stopped) => self.stop(system, row)?,
            None => {}
        }
        // Puppet: starting or stopping a service also sets `enable`, without a log message.
        if let Some(wanted) = row.enable
            && !only(self.0.enabled(system, &[row.into()]))?.is_insync(wanted)
        {
            self.0.set_enable(system, row, wanted)?;
        }
        Ok(Applied::all())
    }
}

impl<M: ServiceManager> Refresh for ServiceProvider<M> {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Service>) -> Result<()> {
        let status = custom_commands::status(system, row).unwrap_or_else(|| only(self.0.status(system, &[row.into()])));
        if status? == Ensure::Stopped {
            system.debug(row, "Skipping restart; service is not running");
            return Ok(());
        }
        self.restart(system, row)
    }
}

impl<M: ServiceManager> Instances for ServiceProvider<M> {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Service>>> {
        let names = self.0.list(system)?;
        let subjects: Vec<Subject<'_>> = names.iter().map(|name| Subject::listed(name)).collect();
        let runs = self.0.status(system, &subjects);
        let enabled = if M::ENABLES { self.0.enabled(system, &subjects) } else { Vec::new() };
        let mut enabled = enabled.into_iter();
        let found = names.iter().zip(runs).map(|(name, runs)| {
            let enable = enabled.next().transpose()?.map(|found| found.is);
            let is = ServiceState { ensure: Some(runs?), enable, ..ServiceState::default() };
            Ok(Instance { title: name.clone(), is })
        });
        found.collect()
    }
}
