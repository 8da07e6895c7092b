//! The implementation of the providers `posix` and `shell`: converts a row into a command for the host, and
//! the outcome into Puppet's messages.

use std::collections::BTreeSet;

use marotte_sdk::Code;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Output, Program, Want};

use crate::ruby::{REDACTED, quoted};
use crate::value::is_word;
use crate::{Exec, ExecAttribute, ExecState, Line};

/// Value of `returns` while the command has yet to run.
const NOT_RUN: &str = "notrun";

/// Exit code of a shell that did not find a command.
const NOT_FOUND: i32 = 127;

/// The providers `posix` and `shell`.
#[derive(Debug)]
pub struct Runner {
    is_shell: bool,
    /// Empty variables for which a warning has been logged, since each is reported once per run.
    empty_variables: BTreeSet<String>,
}

impl Open for Runner {
    fn open(name: &str, _features: &[String]) -> Result<Self> {
        Ok(Self { is_shell: name == "shell", empty_variables: BTreeSet::new() })
    }
}

impl Provider for Runner {
    type Resource = Exec;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Exec>]) -> Vec<Result<State<Exec>>> {
        for_each_row(rows, |row| {
            // Puppet: without any successful exit code, the resource is in sync.
            if row.returns.is_empty() || !self.passes(system, row, false)? {
                return Ok(State::new(ExecState::default()).with(Verdict::insync(ExecAttribute::Returns)));
            }
            let is = ExecState { returns: Some(NOT_RUN.to_owned()) };
            let verdict = Verdict::differs(ExecAttribute::Returns)
                .showing(format!("'{NOT_RUN}'"), row.returns.inspect())
                .change("executed successfully");
            Ok(State::new(is).with(verdict))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Exec>,
        _is: &ExecState,
        _changed: &[ExecAttribute],
    ) -> Result<Applied<ExecAttribute>> {
        self.attempt(system, row)?;
        Ok(Applied::all())
    }
}

impl Refresh for Runner {
    fn refresh(&mut self, system: &impl WriteSystem, row: &Row<Exec>) -> Result<()> {
        if !self.passes(system, row, true)? {
            return Ok(());
        }
        match &row.refresh {
            // Puppet: the exit code and the output of the refresh command are ignored.
            Some(_) => self.run(system, row, ExecAttribute::Refresh).map(drop),
            None => self.attempt(system, row),
        }
    }
}

impl Runner {
    /// Runs one command of a check.
    pub(crate) fn query(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<Exec>,
        attribute: ExecAttribute,
        place: usize,
        line: &Line,
    ) -> Result<Output> {
        let element = u16::try_from(place).map_err(|_| Error::invalid("the check has too many commands"))?;
        announce(system, row, "Executing check", line);
        check_directory(system, row)?;
        let mut command = self.command(system, row, attribute);
        if let Program::Given(given) = &mut command.program {
            given.element = Some(element);
        }
        ended(row, system.query_one(&command))
    }

    /// Runs the command of an attribute once.
    pub(crate) fn run(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Exec>,
        attribute: ExecAttribute,
    ) -> Result<Output> {
        let line = row.refresh.as_ref().filter(|_| attribute == ExecAttribute::Refresh).unwrap_or(&row.command);
        announce(system, row, "Executing", line);
        check_directory(system, row)?;
        let command = self.command(system, row, attribute);
        ended(row, system.mutate(&command))
    }

    fn command(&mut self, system: &impl ReadSystem, row: &Row<Exec>, attribute: ExecAttribute) -> Command {
        let mut command = Command::given(row, attribute);
        if let Program::Given(given) = &mut command.program {
            given.shell = self.is_shell;
        }
        command.env = self.variables(system, row);
        command.cwd = row.cwd.as_ref().map(|cwd| cwd.path().to_owned());
        command.user = row.user.as_ref().map(|user| user.name().to_owned());
        command.group = row.group.as_ref().map(|group| group.name().to_owned());
        command.umask = row.umask.map(|umask| umask.bits());
        command.timeout_ms = row.timeout.to_millis();
        command.merge_stderr = true;
        command
    }

    /// Returns the variables to set. A later setting overrides an earlier one of the same name. A secret
    /// setting is split by the host.
    fn variables(&mut self, system: &impl ReadSystem, row: &Row<Exec>) -> Vec<(String, Body)> {
        let mut variables: Vec<(String, Body)> = Vec::new();
        if let Some(path) = &row.path {
            variables.push(("PATH".to_owned(), vec![path.variable().as_str().into()]));
        }
        for setting in row.environment.iter().flat_map(|environment| environment.settings()) {
            let Some(clear) = setting.clear() else {
                variables.push((String::new(), vec![setting.into()]));
                continue;
            };
            let Some((name, value)) = split(clear) else {
                system.warning(row, &format!("Cannot understand environment setting {}", quoted(clear)));
                continue;
            };
            let body: Body = vec![value.into()];
            let known = variables.iter_mut().find(|(known, _)| known == name);
            if known.is_some() {
                system.warning(row, &format!("Overriding environment setting '{name}' with '{value}'"));
            }
            if value.is_empty() && self.empty_variables.insert(name.to_owned()) {
                system.warning(row, &format!("Empty environment setting '{name}'"));
            }
            match known {
                Some((_, earlier)) => *earlier = body,
                None => variables.push((name.to_owned(), body)),
            }
        }
        variables
    }
}

/// Splits `NAME=value`. Returns `None` if the name is not valid.
fn split(setting: &str) -> Option<(&str, &str)> {
    setting.split_once('=').filter(|(name, _)| !name.is_empty() && name.chars().all(is_word))
}

/// Puppet: if any command of a resource is a secret, all of its commands are redacted.
pub(crate) fn is_secret(row: &Exec) -> bool {
    let checks = [&row.unless, &row.onlyif].into_iter().flatten().flat_map(|commands| commands.lines());
    [&row.command].into_iter().chain(&row.refresh).chain(checks).any(Line::is_secret)
}

fn announce(system: &impl ReadSystem, row: &Row<Exec>, what: &str, line: &Line) {
    let line = if is_secret(row) { REDACTED.to_owned() } else { line.show() };
    system.debug(row, &format!("{what} '{line}'"));
}

/// Puppet: a missing working directory is reported separately from a missing program.
fn check_directory(system: &impl ReadSystem, row: &Row<Exec>) -> Result<()> {
    let Some(cwd) = &row.cwd else { return Ok(()) };
    let metadata = system.stat_one(&row.place(cwd.path()), true, Want::empty())?;
    match metadata {
        Some(metadata) if metadata.kind == Kind::Directory => Ok(()),
        _ => Err(Error::new(Code::NotFound, format!("Working directory {} does not exist!", cwd.path()))),
    }
}

/// Converts exit code 127 and timeouts into errors with Puppet's messages. Other errors keep the host's
/// message, which states whether the program, the user or the directory was not found.
fn ended(row: &Exec, answer: Result<Output>) -> Result<Output> {
    match answer {
        Ok(output) if output.status == NOT_FOUND => {
            let message = match output.text().trim_end() {
                _ if is_secret(row) => "[output redacted]".to_owned(),
                "" => format!("the command returned {NOT_FOUND}: a command in it was not found"),
                text => text.to_owned(),
            };
            Err(Error::new(Code::NotFound, message))
        }
        Err(error) if error.code == Code::Timeout => Err(error.reword("Command exceeded timeout")),
        answer => answer,
    }
}
