//! Jobs of a crontab: their lines, and the match between an unnamed line and a resource.

use crate::{Cron, CronAttribute};

/// The times of a job: minute, hour, day of the month, month, day of the week. `None` matches any value.
pub(crate) type Times = [Option<Vec<String>>; 5];

/// A job of a crontab.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Job {
    /// The name, if the job has one.
    pub(crate) name: Option<String>,
    /// The environment settings between the name comment and the job.
    pub(crate) environment: Vec<String>,
    /// A special schedule that replaces the times (`reboot` for `@reboot`).
    pub(crate) special: Option<String>,
    /// The times of the job.
    pub(crate) times: Times,
    /// The command to run.
    pub(crate) command: String,
}

impl Job {
    /// Parses the line of a job.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let line = line.trim_start();
        if let Some(rest) = line.strip_prefix('@') {
            let (special, command) = rest.split_once(char::is_whitespace)?;
            let is_word = !special.is_empty() && special.chars().all(|c| c.is_alphanumeric() || c == '_');
            let command = command.trim_start();
            let job = Self { special: Some(special.to_owned()), command: command.to_owned(), ..Self::default() };
            return (is_word && !command.is_empty()).then_some(job);
        }
        let mut rest = line;
        let mut times = Times::default();
        for time in &mut times {
            let (field, more) = rest.split_once(char::is_whitespace)?;
            *time = (field != "*").then(|| field.split(',').map(str::to_owned).collect());
            rest = more.trim_start();
        }
        (!rest.is_empty()).then(|| Self { times, command: rest.to_owned(), ..Self::default() })
    }

    /// Formats the line of the job.
    pub(crate) fn to_line(&self) -> String {
        if let Some(special) = &self.special {
            return format!("@{special} {}", self.command);
        }
        let field = |field: &Option<Vec<String>>| field.as_ref().map_or_else(|| "*".to_owned(), |list| list.join(","));
        let times: Vec<String> = self.times.iter().map(field).collect();
        format!("{} {}", times.join(" "), self.command)
    }

    /// Returns whether this job is unnamed and has the command and all the times specified in a manifest.
    pub(crate) fn matches_unnamed(&self, row: &Cron) -> bool {
        let command = row.command.as_ref().is_some_and(|command| command.0 == self.command);
        let times = wanted_times(row).into_iter().zip(&self.times);
        let times = times.into_iter().all(|(wanted, is)| wanted.is_none_or(|wanted| wanted == is.as_ref()));
        // Puppet: a desired `special => absent` never equals a line without a name.
        let special = row.special.as_ref().is_none_or(|special| special.0.is_some() && special.0 == self.special);
        self.name.is_none() && command && times && special
    }

    /// Sets an attribute to its desired value.
    pub(crate) fn take(&mut self, row: &Cron, attribute: CronAttribute) {
        let [minute, hour, monthday, month, weekday] = wanted_times(row);
        let mut set = |place: usize, wanted: Option<Option<&Vec<String>>>| {
            if let Some(wanted) = wanted {
                self.times[place] = wanted.cloned();
            }
        };
        match attribute {
            CronAttribute::Minute => set(0, minute),
            CronAttribute::Hour => set(1, hour),
            CronAttribute::Monthday => set(2, monthday),
            CronAttribute::Month => set(3, month),
            CronAttribute::Weekday => set(4, weekday),
            CronAttribute::Command => {
                self.command = row.command.as_ref().map_or_else(String::new, |line| line.0.clone())
            }
            CronAttribute::Special => self.special = row.special.as_ref().and_then(|special| special.0.clone()),
            CronAttribute::Environment => {
                self.environment = row.environment.as_ref().and_then(|it| it.0.clone()).unwrap_or_default();
            }
            // These attributes identify the job and its crontab.
            CronAttribute::Ensure | CronAttribute::Name | CronAttribute::User | CronAttribute::Target => {}
        }
    }
}

/// Returns the times specified in a manifest, in the order of crontab fields.
pub(crate) fn wanted_times(row: &Cron) -> [Option<Option<&Vec<String>>>; 5] {
    [
        row.minute.as_ref().map(|times| times.field()),
        row.hour.as_ref().map(|times| times.field()),
        row.monthday.as_ref().map(|times| times.field()),
        row.month.as_ref().map(|times| times.field()),
        row.weekday.as_ref().map(|times| times.field()),
    ]
}
