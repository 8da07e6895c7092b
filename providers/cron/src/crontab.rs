//! The provider `crontab`: selects the crontab and the job of a resource, and reads and writes crontabs with
//! the command `crontab`.

use std::collections::BTreeMap;

use marotte_sdk::limits;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Key;

use crate::compare::judge;
use crate::job::Job;
use crate::table::Table;
use crate::value::Times;
use crate::{Cron, CronAttribute, CronState, Ensure, Environment, Line, Special};

/// Directories of crontabs: on Debian, and on other systems.
const DIRECTORIES: &[&str] = &["/var/spool/cron/crontabs", "/var/spool/cron"];

/// Provider for the crontabs of users.
#[derive(Debug, Default)]
pub struct Crontab {
    /// The listed jobs by title: the crontab and the job. A listed job has no attribute `user`.
    listed: BTreeMap<String, (String, Job)>,
}

impl Provider for Crontab {
    type Resource = Cron;

    fn get(&mut self, system: &impl ReadSystem, rows: &[Row<Cron>]) -> Vec<Result<State<Cron>>> {
        let mut tables: BTreeMap<String, Result<Table>> = BTreeMap::new();
        for_each_row(rows, |row| {
            let target = self.target(system, row);
            let table = tables.entry(target.clone()).or_insert_with(|| read(system, &target));
            let table = table.as_ref().map_err(Clone::clone)?;
            let Some(job) = self.find(table, row) else {
                return Ok(CronState::absent().into());
            };
            Ok(judge(row, job, state(job, &target)))
        })
    }

    fn set(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<Cron>,
        _is: &CronState,
        changed: &[CronAttribute],
    ) -> Result<Applied<CronAttribute>> {
        let target = self.target(system, row);
        let mut table = read(system, &target)?;
        let old = self.find(&table, row).cloned();
        if row.ensure == Ensure::Absent {
            let is_named = |job: &Job| job.name.as_ref() == Some(&row.name);
            table.remove(|job| is_named(job) || old.as_ref() == Some(job));
        } else {
            let mut job = old.clone().unwrap_or_else(|| Job { name: Some(row.name.clone()), ..Job::default() });
            let attributes = if old.is_some() { changed } else { ALL };
            attributes.iter().for_each(|attribute| job.take(row, *attribute));
            if job.command.is_empty() {
                return Err(Error::invalid("no command specified, cannot create"));
            }
            table.put(old.as_ref(), job);
        }
        write(system, &target, &table)?;
        Ok(Applied::all())
    }
}

/// Attributes to set on a new job.
const ALL: &[CronAttribute] = &[
    CronAttribute::Command,
    CronAttribute::Special,
    CronAttribute::Minute,
    CronAttribute::Hour,
    CronAttribute::Weekday,
    CronAttribute::Month,
    CronAttribute::Monthday,
    CronAttribute::Environment,
];

impl Instances for Crontab {
    fn instances(&mut self, system: &impl ReadSystem) -> Result<Vec<Instance<Cron>>> {
        self.listed.clear();
        let mut found = Vec::new();
        let mut number = 0;
        for target in targets(system)? {
            for job in read(system, &target)?.jobs() {
                let title = job.name.clone().unwrap_or_else(|| {
                    number += 1;
                    format!("unmanaged:{}-{number}", without_spaces(&job.command))
                });
                found.push(Instance { title: title.clone(), is: state(job, &target) });
                self.listed.entry(title).or_insert_with(|| (target.clone(), job.clone()));
            }
        }
        Ok(found)
    }
}

impl Crontab {
    /// Returns the user in whose crontab the job belongs.
    fn target(&self, system: &impl System, row: &Row<Cron>) -> String {
        if let Some(target) = row.target.as_ref().or(row.user.as_ref()) {
            return target.clone();
        }
        match self.listed.get(&row.name) {
            Some((target, _)) if row.ensure == Ensure::Absent => target.clone(),
            _ => own_user(system),
        }
    }

    /// Finds the job of a row: the last job with its name, otherwise an unnamed job that matches the desired
    /// values, otherwise the listed job to be removed.
    fn find<'a>(&self, table: &'a Table, row: &Row<Cron>) -> Option<&'a Job> {
        let named = table.jobs().filter(|job| job.name.as_ref() == Some(&row.name)).last();
        let unnamed = || table.jobs().find(|job| job.matches_unnamed(row));
        let listed = || {
            let (_, listed) = self.listed.get(&row.name).filter(|_| row.ensure == Ensure::Absent)?;
            table.jobs().find(|job| *job == listed)
        };
        named.or_else(unnamed).or_else(listed)
    }
}

fn own_user(system: &impl System) -> String {
    match system.fact("identity.user") {
        Some(Value::Text(user)) => user,
        _ => "root".to_owned(),
    }
}

/// Lists the users that have a crontab, the current user first.
fn targets(system: &impl ReadSystem) -> Result<Vec<String>> {
    let own = own_user(system);
    let mut targets = vec![own.clone()];
    for directory in DIRECTORIES {
        let entries = match system.walk(&Place::unowned(*directory), 1, false, &[], limits::DIRECTORY) {
            Ok(entries) => entries,
            Err(error) if error.code == Code::NotFound => continue,
            Err(error) => return Err(error),
        };
        let files = entries.iter().filter(|entry| entry.kind == Kind::File);
        let names = files.map(|entry| entry.path.rsplit('/').next().unwrap_or_default());
        // Gentoo keeps empty directories with such files.
        targets.extend(names.filter(|name| *name != own && !name.starts_with(".keep_")).map(str::to_owned));
        break;
    }
    Ok(targets)
}

fn command(system: &impl System, target: &str, verb: &str) -> Command {
    // Some systems do not allow `-u` with the current user.
    let args: &[&str] = if target == own_user(system) { &[verb] } else { &["-u", target, verb] };
    Command::named("crontab", args)
}

/// Reads a crontab.
fn read(system: &impl ReadSystem, target: &str) -> Result<Table> {
    if system.user(&Key::Name(target.to_owned())).is_none() {
        system.debug(
            LogContext::default(),
            &format!("The user {target} does not exist; the crontab is assumed to be empty"),
        );
        return Ok(Table::default());
    }
    let output = system.query_one(&command(system, target, "-l"))?;
    let failed = |why: &str| Error::other(format!("Could not read crontab for {target}: {why}"));
    output.require_complete("crontab").map_err(|_| failed("it is too long"))?;
    // Error output is not part of the crontab.
    if output.is_success() {
        let text = String::from_utf8(output.stdout).map_err(|_| failed("it is not UTF-8"))?;
        return Ok(Table::parse(without_preamble(&text)));
    }
    let text = output.all_text();
    match () {
        () if text.contains("no crontab for") => Ok(Table::default()),
        () if text.contains("are not allowed to") => {
            system.debug(
                LogContext::default(),
                &format!("The user {target} is not allowed to use cron; the crontab is assumed to be empty"),
            );
            Ok(Table::default())
        }
        () => Err(failed(text.trim())),
    }
}

fn write(system: &impl WriteSystem, target: &str, table: &Table) -> Result<()> {
    if system.user(&Key::Name(target.to_owned())).is_none() {
        let message = format!("Cannot write the {target} user's crontab: The user does not exist");
        return Err(Error::new(Code::NotFound, message));
    }
    let mut command = command(system, target, "-");
    command.merge_stderr = true;
    command.stdin = vec![table.to_text().as_str().into()];
    let output = system.mutate(&command)?;
    if !output.is_success() {
        let reason = output.text();
        return Err(Error::other(format!("Could not write crontab for {target}: {}", reason.trim())));
    }
    Ok(())
}

/// Strips the preamble that older versions of cron prepend to a crontab each time it is installed.
fn without_preamble(text: &str) -> &str {
    let mut rest = text;
    while rest.starts_with("# DO NOT EDIT THIS FILE") {
        let lines: Vec<&str> = rest.split_inclusive('\n').take(3).collect();
        let is_preamble = lines.len() == 3 && lines[1].starts_with("# (") && lines[2].starts_with("# (Cron version");
        if !is_preamble {
            break;
        }
        rest = &rest[lines.iter().map(|line| line.len()).sum::<usize>()..];
    }
    rest
}

/// Returns a command with each run of whitespace replaced by `_`.
fn without_spaces(command: &str) -> String {
    let mut text = String::new();
    let mut is_space = false;
    for c in command.chars() {
        if !c.is_whitespace() {
            text.push(c);
        } else if !is_space {
            text.push('_');
        }
        is_space = c.is_whitespace();
    }
    text
}

fn state(job: &Job, target: &str) -> CronState {
    let [minute, hour, monthday, month, weekday] = &job.times;
    let environment = Some(job.environment.clone()).filter(|environment| !environment.is_empty());
    CronState {
        ensure: Some(Ensure::Present),
        command: Some(Line(job.command.clone())),
        special: job.special.clone().map(|special| Special(Some(special))),
        minute: minute.as_ref().map(|field| Times::of(Some(field))),
        hour: hour.as_ref().map(|field| Times::of(Some(field))),
        weekday: weekday.as_ref().map(|field| Times::of(Some(field))),
        month: month.as_ref().map(|field| Times::of(Some(field))),
        monthday: monthday.as_ref().map(|field| Times::of(Some(field))),
        environment: environment.map(|environment| Environment(Some(environment))),
        user: Some(target.to_owned()),
        target: Some(target.to_owned()),
    }
}
