//! The process table, for services whose manager can't say whether they run: a pattern is looked for among the lines of `ps`.

use marotte_regex::{Regex, RegexError};
use marotte_sdk::prelude::*;

use crate::command::Call;
use crate::service_provider::Subject;

/// Returns the number of the first process that a service's pattern matches.
pub(crate) fn find(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Option<String>> {
    find_in(system, subject, &table(system)?)
}

/// Returns the lines of the process table.
pub(crate) fn table(system: &impl ReadSystem) -> Result<String> {
    let output = Call::new("ps", &["-ef"]).ask(system)?;
    if !output.is_success() {
        return Err(Error::other(crate::custom_commands::returned("ps -ef", &output)));
    }
    Ok(output.text().into_owned())
}

/// Looks a pattern up in a table.
pub(crate) fn find_in(system: &impl ReadSystem, subject: &Subject<'_>, table: &str) -> Result<Option<String>> {
    let unusable = |error: RegexError| {
        Error::invalid(format!("the pattern '{}' can't be used: {}", subject.pattern, error.reason()))
    };
    let pattern = Regex::new(&subject.pattern).map_err(unusable)?;
    for line in table.lines() {
        if pattern.is_match(line).map_err(unusable)? {
            system.debug(subject.about(), &format!("Process matched: {line}"));
            return Ok(line.split_whitespace().nth(1).map(str::to_owned));
        }
    }
    Ok(None)
}

/// Ends a process. The number comes from a table that other users can influence, so it is checked twice.
pub(crate) fn kill(system: &impl WriteSystem, number: &str) -> Result<()> {
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Error::invalid(format!("'{number}' is not the number of a process")));
    }
    Call::new("kill", &[number]).run(system).map(drop)
}
