//! Validation of a row before any crontab is read.

use marotte_sdk::prelude::*;

use crate::value::one_line;
use crate::{Cron, CronAttribute};

impl Canonicalize for Cron {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if let Err(reason) = one_line("name", &row.name) {
            problems.error(row, CronAttribute::Name, reason);
        }
        if row.special.as_ref().is_some_and(|special| special.0.is_some()) {
            let times = [
                ("minute", row.minute.as_ref().is_some_and(|times| times.field().is_some())),
                ("hour", row.hour.as_ref().is_some_and(|times| times.field().is_some())),
                ("weekday", row.weekday.as_ref().is_some_and(|times| times.field().is_some())),
                ("monthday", row.monthday.as_ref().is_some_and(|times| times.field().is_some())),
                ("month", row.month.as_ref().is_some_and(|times| times.field().is_some())),
            ];
            if let Some((field, _)) = times.into_iter().find(|(_, is_given)| *is_given) {
                let title = row.title();
                let message = format!("Cron[{title}] cannot specify both a special schedule and a value for {field}");
                problems.error(row, None, message);
            }
        }
        if let (Some(user), Some(target)) = (&row.user, &row.target)
            && user != target
        {
            let message = format!("the crontab '{target}' does not belong to the user '{user}'");
            problems.error(row, CronAttribute::Target, message);
        }
        // Numbers, names of days and single-element lists now have the form used in crontabs.
        row.mark_changed();
    }
}
