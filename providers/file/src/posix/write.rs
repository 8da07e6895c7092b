//! Writing: files are written atomically, and only after their content has been validated.

use marotte_sdk::prelude::*;
use marotte_sdk::system::{Program, Staged as _};

use super::retrieve::REDACTED;
use crate::checksum::of_body;
use crate::desired::Desired;
use crate::schema::{File, FileAttribute};

/// The permissions of files staged in `staging_location`.
const STAGED_MODE: u32 = 0o600;

/// The reason why a file was not written.
pub(super) enum Failure {
    /// Its content was rejected.
    Rejected(Error),
    /// A system call failed.
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
            validate(system, row, command, &staged.path()).map_err(Failure::Rejected)?;
            staged.commit(backup).map_err(Failure::System)
        }
        (Some(directory), command) => {
            let place = format!("{directory}/{}", row.path.rsplit('/').next().unwrap_or_default());
            let private = Attrs { mode: Some(STAGED_MODE), ..Attrs::default() };
            let staged = system.stage(Some(&place), body, &private).map_err(Failure::System)?;
            let path = staged.path();
            if let Some(command) = command {
                validate(system, row, command, &path).map_err(Failure::Rejected)?;
            }
            // The validated content is written even if the source has changed in the meantime.
            let name = path.rsplit('/').next().unwrap_or_default();
            let validated = vec![row.place(format!("{directory}/{name}")).into()];
            system.write(&row.path, &validated, attrs, backup).map_err(Failure::System)
        }
    }
}

/// Compares a source with `checksum_value`.
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
    Err(Failure::Rejected(Error::invalid(message)))
}

/// Runs `validate_cmd` on a staged file.
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
    let shown = command.clear().map_or_else(|| REDACTED.to_owned(), |command| command.replace(placeholder, path));
    output.require_success(&shown)?;
    output.text().lines().for_each(|line| system.debug(row, line));
    Ok(())
}
