//! The process table, for services whose manager cannot report their status: a pattern is searched in the output
//! of `ps`.

use marotte_regex::{Regex, RegexError};
use marotte_sdk::prelude::*;

use crate::command::Call;
use crate::service_provider::Subject;

/// Returns the id of the first process that matches a service's pattern.
pub(crate) fn find(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Option<String>> {
    find_in(system, subject, &table(system)?)
}

/// Returns the process table.
pub(crate) fn table(system: &impl ReadSystem) -> Result<String> {
    let output = Call::new("ps", &["-ef"]).ask(system)?;
    if !output.is_success() {
        return Err(Error::other(crate::custom_commands::returned("ps -ef", &output)));
    }
    Ok(output.text().into_owned())
}

/// Searches a process table for a service's pattern.
pub(crate) fn find_in(system: &impl ReadSystem, subject: &Subject<'_>, table: &str) -> Result<Option<String>> {
    let unusable = |error: RegexError| {
        Error::invalid(format!("the pattern '{}' is not valid: {}", subject.pattern, error.reason()))
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

/// Kills a process. The id comes from a table that other users can influence, so it is checked again.
pub(crate) fn kill(system: &impl WriteSystem, number: &str) -> Result<()> {
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Error::invalid(format!("'{number}' is not a valid process ID")));
    }
    Call::new("kill", &[number]).run(system).map(drop)
}
