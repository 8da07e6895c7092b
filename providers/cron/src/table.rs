//! Contents of a crontab: jobs with their name and settings, and other lines, which are preserved in place.

use crate::job::Job;

/// Start of the comment that names the job below it.
const NAME: &str = "Puppet Name: ";

/// A crontab.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Table(Vec<Item>);

/// A job, or another line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Job {
        job: Box<Job>,
        /// The original lines, unless the job was changed.
        lines: Vec<String>,
    },
    Other(String),
}

impl Table {
    /// Parses a crontab.
    pub(crate) fn parse(text: &str) -> Self {
        let mut items = Vec::new();
        // Lines that belong to the next job: its name comment, followed by environment settings.
        let mut name = None;
        let mut waiting: Vec<String> = Vec::new();
        for line in text.lines() {
            let start = line.trim_start();
            if start.starts_with('#') {
                match line.split_once(NAME) {
                    Some((_, found)) if !found.trim_end().is_empty() => {
                        items.extend(waiting.drain(..).map(Item::Other));
                        name = Some(found.trim_end().to_owned());
                        waiting.push(line.to_owned());
                    }
                    _ => items.push(Item::Other(line.to_owned())),
                }
            } else if is_setting(start) && name.is_some() {
                waiting.push(line.to_owned());
            } else if is_setting(start) || start.is_empty() {
                items.push(Item::Other(line.to_owned()));
            } else if let Some(job) = Job::parse(line) {
                let environment = waiting.iter().skip(1).cloned().collect();
                let job = Job { name: name.take(), environment, ..job };
                waiting.push(line.to_owned());
                items.push(Item::Job { job: Box::new(job), lines: std::mem::take(&mut waiting) });
            } else {
                items.push(Item::Other(line.to_owned()));
            }
        }
        items.extend(waiting.into_iter().map(Item::Other));
        Self(items)
    }

    /// Formats the crontab.
    pub(crate) fn to_text(&self) -> String {
        let lines = self.0.iter().flat_map(|item| match item {
            Item::Job { lines, .. } => lines.as_slice(),
            Item::Other(line) => std::slice::from_ref(line),
        });
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// Returns the jobs in their order.
    pub(crate) fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.0.iter().filter_map(|item| match item {
            Item::Job { job, .. } => Some(&**job),
            Item::Other(_) => None,
        })
    }

    /// Replaces a job, or appends the new job if there is no old one.
    pub(crate) fn put(&mut self, old: Option<&Job>, job: Job) {
        let is_old = |item: &Item| matches!(item, Item::Job { job, .. } if Some(&**job) == old);
        let name = job.name.iter().map(|name| format!("# {NAME}{name}"));
        let lines = name.chain(job.environment.iter().cloned()).chain([job.to_line()]).collect();
        let index = self.0.iter().rposition(is_old);
        let item = Item::Job { job: Box::new(job), lines };
        match index {
            Some(index) => self.0[index] = item,
            None => self.0.push(item),
        }
    }

    /// Removes all jobs that satisfy the predicate.
    pub(crate) fn remove(&mut self, unwanted: impl Fn(&Job) -> bool) {
        self.0.retain(|item| !matches!(item, Item::Job { job, .. } if unwanted(job)));
    }
}

/// Returns whether a line is an environment setting.
fn is_setting(line: &str) -> bool {
    let name = line.split_once('=').map_or("", |(name, _)| name.trim_end());
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}
