//! Writing: a file is written whole or not at all, and only once its content has been found in order.

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Program, Staged as _};

use super::retrieve::REDACTED;
use crate::checksum::of_body;
use crate::desired::Desired;
use crate::schema::{File, FileAttribute};

/// The permissions of what waits in a directory of its own to be judged.
const STAGED_MODE: u32 = 0o600;

/// Why a file was not written.
pub(super) enum Failure {
    /// Its content was found wanting.
    Judged(Error),
    /// The machine refused.
    System(Error),
}

/// Writes a file.
pub(super) fn write(
    system: &impl WriteSystem,
    row: &Row<File>,
    desired: &Desired,
    body: &Body,
    attrs: &Attrs,
    backup: Option<&str>,
) -> Result<(), Failure> {
    check_digest(system, row, desired, body)?;
    let command = row.validate_cmd.as_ref().filter(|_| !body.is_empty());
    match (&row.staging_location, command) {
        (None, None) => system.write(&row.path, body, attrs, backup).map_err(Failure::System),
        (None, Some(command)) => {
            let staged = system.stage(Some(&row.path), body, attrs).map_err(Failure::System)?;
            validate(system, row, command, &staged.path()).map_err(Failure::Judged)?;
            staged.commit(backup).map_err(Failure::System)
        }
        (Some(directory), command) => {
            let place = format!("{directory}/{}", row.path.rsplit('/').next().unwrap_or_default());
            let private = Attrs { mode: Some(STAGED_MODE), ..Attrs::default() };
            let staged = system.stage(Some(&place), body, &private).map_err(Failure::System)?;
            let path = staged.path();
            if let Some(command) = command {
                validate(system, row, command, &path).map_err(Failure::Judged)?;
            }
            // The content that was compared is the content that is written, even if the source has changed.
            let name = path.rsplit('/').next().unwrap_or_default();
            let judged = vec![row.place(format!("{directory}/{name}")).into()];
            system.write(&row.path, &judged, attrs, backup).map_err(Failure::System)
        }
    }
}

/// Holds a source against the digest that the manifest gives.
fn check_digest(system: &impl ReadSystem, row: &Row<File>, desired: &Desired, body: &Body) -> Result<(), Failure> {
    if row.checksum_value.is_none() {
        return Ok(());
    }
    let is = of_body(system, row, body).map_err(Failure::System)?;
    let should = desired.sum(system, row, body).map_err(Failure::System)?;
    if is == should {
        return Ok(());
    }
    let message = format!("File written to disk did not match desired checksum; discarding changes ({is} vs {should})");
    Err(Failure::Judged(Error::invalid(message)))
}

/// Lets the row's own command judge a file on trial.
fn validate(system: &impl WriteSystem, row: &Row<File>, command: &Text, path: &str) -> Result<()> {
    let placeholder = row.validate_replacement.as_deref().unwrap_or("%");
    let mut validation = Command::given(row, FileAttribute::ValidateCmd);
    if let Program::Given(given) = &mut validation.program {
        given.replace.push((placeholder.to_owned(), path.to_owned()));
    }
    validation.merge_stderr = true;
    let output = system.mutate(&validation).map_err(|error| {
        let message = format!("Could not execute posix command: {}", error.message);
        error.reword(message)
    })?;
    let text = output.text();
    if output.is_success() {
        text.lines().for_each(|line| system.debug(row, line));
        return Ok(());
    }
    let shown = command.clear().map_or_else(|| REDACTED.to_owned(), |command| command.replace(placeholder, path));
    Err(Error::other(format!("Execution of '{shown}' returned {}: {}", output.status, text.trim())))
}
