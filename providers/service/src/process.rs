//! The process table, for services whose manager cannot report their status: a pattern is searched in the output
//! of `ps`.

use marotte_sdk::prelude::*;
use marotte_sdk::regex::{Regex, RegexError};

use crate::command::invocation;
use crate::service_provider::Subject;

/// Returns the id of the first process that matches a service's pattern.
pub(crate) fn find(system: &impl ReadSystem, subject: &Subject<'_>) -> Result<Option<String>> {
    find_in(system, subject, &table(system)?)
}

/// Returns the process table.
pub(crate) fn table(system: &impl ReadSystem) -> Result<String> {
    invocation("ps", &["-ef"]).query_lossy(system)
}

/// Searches a process table for a service's pattern.
pub(crate) fn find_in(system: &impl ReadSystem, subject: &Subject<'_>, table: &str) -> Result<Option<String>> {
    let unusable = |error: RegexError| {
        Error::invalid(format!("the pattern '{}' is not valid: {}", subject.pattern, error.reason()))
    };
    let pattern = Regex::new(&subject.pattern).map_err(unusable)?;
    let lines: Vec<String> = table.lines().map(str::to_owned).collect();
    let matches = pattern.matches(&lines).map_err(unusable)?;
    let Some((line, _)) = lines.iter().zip(matches).find(|(_, is_match)| *is_match) else { return Ok(None) };
    system.debug(subject.about(), &format!("Process matched: {line}"));
    Ok(line.split_whitespace().nth(1).map(str::to_owned))
}

/// Kills a process. The id comes from a table that other users can influence, so it is checked again.
pub(crate) fn kill(system: &impl WriteSystem, number: &str) -> Result<()> {
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Error::invalid(format!("'{number}' is not a valid process ID")));
    }
    invocation("kill", &[number]).run(system).map(drop)
}
