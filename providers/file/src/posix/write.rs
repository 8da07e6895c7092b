//! Writing: files are written atomically, and only after their content has been validated.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Program;

use super::retrieve::REDACTED;
use crate::checksum::of_body;
use crate::desired::{Content, Desired};
use crate::remote;
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
    content: &Content,
    attrs: &Attrs,
    backup: Option<&str>,
) -> Result<(), Failure> {
    let is_empty = matches!(content, Content::Body(body) if body.is_empty());
    let command = row.validate_cmd.as_ref().filter(|_| !is_empty);
    check_digest(system, row, desired, content)?;
    if let (Content::Body(body), None, None) = (content, command, &row.staging_location) {
        return system.write(&row.path, body, attrs, backup).map_err(Failure::System);
    }
    let Some(directory) = &row.staging_location else {
        let staged = stage(system, row, content, &row.path, attrs)?;
        validate(system, row, command, &staged.path()).map_err(Failure::Rejected)?;
        return staged.commit(backup).map_err(Failure::System);
    };
    let place = format!("{directory}/{}", row.path.rsplit('/').next().unwrap_or_default());
    let private = Attrs { mode: Some(STAGED_MODE), ..Attrs::default() };
    let staged = stage(system, row, content, &place, &private)?;
    let path = staged.path();
    validate(system, row, command, &path).map_err(Failure::Rejected)?;
    // The validated content is written even if the source has changed in the meantime.
    let name = path.rsplit('/').next().unwrap_or_default();
    let validated = vec![row.place(format!("{directory}/{name}")).into()];
    system.write(&row.path, &validated, attrs, backup).map_err(Failure::System)
}

/// Stages the content beside a path.
fn stage<S: WriteSystem>(
    system: &S,
    row: &Row<File>,
    content: &Content,
    path: &str,
    attrs: &Attrs,
) -> Result<S::Staged, Failure> {
    match content {
        Content::Body(body) => system.stage(Some(path), body, attrs).map_err(Failure::System),
        Content::Remote(remote) => {
            let staged = system.stage(Some(path), &Body::new(), attrs).map_err(Failure::System)?;
            remote::download(system, row, remote, &staged.path()).map_err(Failure::Rejected)?;
            Ok(staged)
        }
    }
}

/// Compares a source on this system with `checksum_value`. The host verifies downloads.
fn check_digest(
    system: &impl ReadSystem,
    row: &Row<File>,
    desired: &Desired,
    content: &Content,
) -> Result<(), Failure> {
    let (Some(_), Content::Body(body)) = (&row.checksum_value, content) else { return Ok(()) };
    let is = of_body(system, row, body).map_err(Failure::System)?;
    let should = desired.sum(system, row, content).map_err(Failure::System)?;
    if is == should {
        return Ok(());
    }
    let message = format!("File written to disk did not match desired checksum; discarding changes ({is} vs {should})");
    Err(Failure::Rejected(Error::invalid(message)))
}

/// Runs `validate_cmd`, if it is given, on a staged file.
fn validate(system: &impl WriteSystem, row: &Row<File>, command: Option<&Text>, path: &str) -> Result<()> {
    let Some(command) = command else { return Ok(()) };
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
