//! Comparison of a job with the desired values: times as whole lists, environment settings in any order, and
//! Puppet's messages for defined and undefined values.

use marotte_sdk::prelude::*;

use crate::job::{Job, wanted_times};
use crate::{Cron, CronAttribute, CronState};

/// The attributes of the times, in the order of crontab fields.
const TIMES: [CronAttribute; 5] =
    [CronAttribute::Minute, CronAttribute::Hour, CronAttribute::Monthday, CronAttribute::Month, CronAttribute::Weekday];

/// Compares the times, `special` and `environment`.
pub(crate) fn judge(row: &Row<Cron>, job: &Job, is: CronState) -> State<Cron> {
    let mut state = State::new(is);
    let times = TIMES.into_iter().zip(wanted_times(row)).zip(&job.times);
    for ((attribute, wanted), is) in times.filter_map(|((attribute, wanted), is)| Some(((attribute, wanted?), is))) {
        let verdict = compare(attribute, is.as_ref().map(|is| show(is)), wanted.map(|wanted| show(wanted)));
        state = state.with(verdict);
    }
    if let Some(special) = &row.special {
        let quoted = |special: &Option<String>| special.as_ref().map(|special| format!("'{special}'"));
        state = state.with(compare(CronAttribute::Special, quoted(&job.special), quoted(&special.0)));
    }
    if let Some(environment) = &row.environment {
        let wanted = environment.0.clone().unwrap_or_default();
        let is = Some(&job.environment).filter(|is| !is.is_empty());
        let verdict = if sorted(&wanted) == sorted(&job.environment) {
            Verdict::insync(CronAttribute::Environment)
        } else {
            // Puppet: the desired value is shown without quotes, and an empty one as `absent`.
            let should = if wanted.is_empty() { "absent".to_owned() } else { wanted.join(",") };
            differ(CronAttribute::Environment, is.map(|is| show(is)), Some(should))
        };
        state = state.with(verdict);
    }
    state
}

fn compare(attribute: CronAttribute, is: Option<String>, should: Option<String>) -> Verdict<CronAttribute> {
    if is == should { Verdict::insync(attribute) } else { differ(attribute, is, should) }
}

fn differ(attribute: CronAttribute, is: Option<String>, should: Option<String>) -> Verdict<CronAttribute> {
    let name = attribute.name();
    let change = match (&is, &should) {
        (None, Some(should)) => format!("defined '{name}' as {should}"),
        (Some(is), None) => format!("undefined '{name}' from {is}"),
        (Some(is), Some(should)) => format!("{name} changed {is} to {should}"),
        (None, None) => String::new(),
    };
    let absent = || "'absent'".to_owned();
    Verdict::differs(attribute).showing(is.unwrap_or_else(absent), should.unwrap_or_else(absent)).change(change)
}

fn show(list: &[String]) -> String {
    let quoted: Vec<String> = list.iter().map(|element| format!("'{element}'")).collect();
    format!("[{}]", quoted.join(", "))
}

fn sorted(list: &[String]) -> Vec<&String> {
    let mut list: Vec<&String> = list.iter().collect();
    list.sort();
    list
}
