//! Owns setting: what becomes of one file. A file is written whole or not at all, with its owner and permissions from the
//! beginning; a folder is only removed with `force`.

use marotte_sdk::Code;
use marotte_sdk::prelude::*;
use marotte_sdk::system::{Program, Staged as _};

use super::Posix;
use super::retrieve::{REDACTED, digest, should_digest};
use crate::attribute::Identity;
use crate::desired::{Desired, ensure_name};
use crate::identity::Of;
use crate::mode::octal;
use crate::schema::{Ensure, File, FileAttribute, FileState, Links};
use crate::source;

/// The permissions of a new file and of a new folder.
const FILE_MODE: u32 = 0o644;
const DIRECTORY_MODE: u32 = 0o755;

impl Posix {
    pub(super) fn set_attributes(
        &mut self,
        system: &impl Write,
        row: &Row<File>,
        is: &FileState,
        changed: &[FileAttribute],
    ) -> Result<Applied<FileAttribute>> {
        if changed.contains(&FileAttribute::Ensure) {
            return Ok(Applied::all().saying(FileAttribute::Ensure, self.set_ensure(system, row, is)?));
        }
        let mut applied = Applied::all();
        for attribute in changed {
            let outcome = match attribute {
                FileAttribute::Content | FileAttribute::ChecksumValue => self.set_content(system, row, is),
                FileAttribute::Target => set_target(system, row, is),
                FileAttribute::Owner => self.set_owner(system, row),
                FileAttribute::Group => self.set_group(system, row),
                FileAttribute::Mode => set_mode(system, row, is),
                other => Err(Error::invalid(format!("{} cannot be set", other.name()))),
            };
            applied.note(*attribute, outcome.map(|()| None));
        }
        Ok(applied)
    }

    /// Makes or removes, and returns what to say about it.
    fn set_ensure(&mut self, system: &impl Write, row: &Row<File>, is: &FileState) -> Result<String> {
        let desired = desired(system, row)?;
        let is = is.ensure.as_ref().unwrap_or(&Ensure::Absent);
        let Some(should) = &desired.ensure else { return Err(Error::invalid("there is no ensure to be set")) };
        clear(system, row, is, should)?;
        match should {
            Ensure::Absent => {}
            Ensure::Directory => self.make_directory(system, row)?,
            Ensure::Link => self.make_link(system, row, is, desired.target.as_deref())?,
            Ensure::File | Ensure::Present | Ensure::Other(_) => self.make_file(system, row, is, &desired)?,
        }
        if desired.is_secret {
            return Ok(format!("changed {REDACTED} to {REDACTED}"));
        }
        match (&desired.body, should) {
            (_, Ensure::Absent) => Ok("removed".to_owned()),
            (Some(body), Ensure::File | Ensure::Present) => {
                Ok(format!("defined content as '{}'", should_digest(system, row, body)?))
            }
            _ if *is == Ensure::Absent => Ok("created".to_owned()),
            _ => Ok(format!("ensure changed '{}' to '{}'", ensure_name(is), ensure_name(should))),
        }
    }

    fn make_directory(&mut self, system: &impl Write, row: &Row<File>) -> Result<()> {
        let attrs = self.attrs(system, row, DIRECTORY_MODE, true)?;
        system.make_directory(&row.path, &attrs, false).map_err(|error| match error.code {
            Code::NotFound => {
                let message =
                    format!("Cannot create {}; parent directory {} does not exist", row.path, parent(&row.path));
                error.reword(message)
            }
            _ => on_ensure(error, "directory", row),
        })
    }

    fn make_link(&mut self, system: &impl Write, row: &Row<File>, is: &Ensure, target: Option<&str>) -> Result<()> {
        let target = target.ok_or_else(|| Error::invalid("Cannot create a symlink without a target"))?;
        if *is == Ensure::Directory && row.force != Some(true) {
            decline(system, row);
            return Err(Error::new(Code::Exists, "Could not remove existing file"));
        }
        let attrs = Attrs { mode: None, ..self.attrs(system, row, FILE_MODE, false)? };
        system.make_symlink(target, &row.path, &attrs).map_err(|error| on_ensure(error, "link", row))
    }

    fn make_file(&mut self, system: &impl Write, row: &Row<File>, is: &Ensure, desired: &Desired) -> Result<()> {
        if *is == Ensure::Directory && row.force != Some(true) {
            decline(system, row);
            let message = format!("Is a directory - Is a directory: {}", row.path);
            return Err(on_ensure(Error::new(Code::Exists, message), "file", row));
        }
        let attrs = self.attrs(system, row, FILE_MODE, false)?;
        let body = desired.body.clone().unwrap_or_default();
        match write(system, row, &body, &attrs, None) {
            Ok(()) => Ok(()),
            Err(Failure::Judged(error)) => Err(error),
            Err(Failure::System(error)) => Err(on_ensure(error, "file", row)),
        }
    }

    /// Returns the owner, group and permissions of what is to be made.
    fn attrs(&mut self, system: &impl Read, row: &Row<File>, mode: u32, is_directory: bool) -> Result<Attrs> {
        let mode = match &row.mode {
            Some(wanted) => wanted.permissions.bits(mode, is_directory).map_err(Error::invalid)?,
            None => mode,
        };
        let is_ours = row.owner.is_none() || !self.identities.is_privileged(system);
        let uid = if is_ours { None } else { Some(self.owner_id(system, row)) };
        let gid = row.group.as_ref().map(|_| self.group_id(system, row));
        let wrap = |error| on_ensure(error, ensure_name(row.ensure.as_ref().unwrap_or(&Ensure::File)), row);
        Ok(Attrs {
            mode: Some(mode),
            uid: uid.transpose().map_err(wrap)?,
            gid: gid.transpose().map_err(wrap)?,
            ..Attrs::default()
        })
    }

    fn set_content(&mut self, system: &impl Write, row: &Row<File>, is: &FileState) -> Result<()> {
        let desired = desired(system, row)?;
        let Some(body) = &desired.body else { return Err(Error::invalid("there is no content to be set")) };
        // What else differs is set with it, so that new content is never there with the old permissions. What cannot be
        // is said by the attribute itself, at its turn.
        let current = is.mode.as_ref().and_then(|mode| mode.permissions.bits(0, false).ok());
        let mode =
            row.mode.as_ref().zip(current).and_then(|(mode, current)| mode.permissions.bits(current, false).ok());
        let is_privileged = self.identities.is_privileged(system);
        let attrs = Attrs {
            mode,
            uid: row.owner.as_ref().filter(|_| is_privileged).and_then(|_| self.owner_id(system, row).ok()),
            gid: row.group.as_ref().and_then(|_| self.group_id(system, row).ok()),
            ..Attrs::default()
        };
        write(system, row, body, &attrs, backup(row)).map_err(|failure| match failure {
            Failure::Judged(error) | Failure::System(error) => error,
        })
    }

    fn owner_id(&mut self, system: &impl Read, row: &Row<File>) -> Result<u32> {
        self.id(system, Of::User, row.owner.as_ref(), "user")
    }

    fn group_id(&mut self, system: &impl Read, row: &Row<File>) -> Result<u32> {
        self.id(system, Of::Group, row.group.as_ref(), "group")
    }

    fn id(&mut self, system: &impl Read, of: Of, identity: Option<&Identity>, what: &str) -> Result<u32> {
        let Some(identity) = identity else { return Err(Error::invalid(format!("there is no {what} to be set"))) };
        self.identities.id(system, of, identity).ok_or_else(|| {
            let name = match identity {
                Identity::Name(name) => name.clone(),
                Identity::Id(id) => id.to_string(),
            };
            Error::new(Code::NotFound, format!("Could not find {what} {name}"))
        })
    }

    fn set_owner(&mut self, system: &impl Write, row: &Row<File>) -> Result<()> {
        let uid = self.owner_id(system, row)?;
        let attrs = Attrs { uid: Some(uid), ..Attrs::default() };
        set_attrs(system, row, &attrs, &format!("Failed to set owner to '{uid}'"))
    }

    fn set_group(&mut self, system: &impl Write, row: &Row<File>) -> Result<()> {
        let gid = self.group_id(system, row)?;
        let attrs = Attrs { gid: Some(gid), ..Attrs::default() };
        set_attrs(system, row, &attrs, &format!("Failed to set group to '{gid}'"))
    }
}

fn desired(system: &impl Read, row: &Row<File>) -> Result<Desired> {
    let origin = source::find(system, std::slice::from_ref(row)).pop().flatten();
    Desired::new(row, origin.transpose()?)
}

fn set_target(system: &impl Write, row: &Row<File>, is: &FileState) -> Result<()> {
    let desired = desired(system, row)?;
    let Some(target) = &desired.target else { return Err(Error::invalid("there is no target to be set")) };
    // A link takes the place of a link at once; anything else has to go first.
    let is = is.ensure.as_ref().filter(|is| **is != Ensure::Link);
    if let Some(is) = is {
        clear(system, row, is, &Ensure::Link)?;
        if *is == Ensure::Directory && row.force != Some(true) {
            return Err(Error::new(Code::Exists, "Could not remove existing file"));
        }
    }
    system.make_symlink(target, &row.path, &Attrs::default())
}

fn set_mode(system: &impl Write, row: &Row<File>, is: &FileState) -> Result<()> {
    let current = is.mode.as_ref().and_then(|mode| mode.permissions.bits(0, false).ok()).unwrap_or(FILE_MODE);
    let Some(mode) = &row.mode else { return Err(Error::invalid("there is no mode to be set")) };
    let is_directory = is.ensure == Some(Ensure::Directory);
    let bits = mode.permissions.bits(current, is_directory).map_err(Error::invalid)?;
    let attrs = Attrs { mode: Some(bits), ..Attrs::default() };
    set_attrs(system, row, &attrs, &format!("failed to set mode {} on {}", octal(bits), row.path))
}

fn set_attrs(system: &impl Write, row: &Row<File>, attrs: &Attrs, failed: &str) -> Result<()> {
    let follow = row.links == Some(Links::Follow);
    system.set_attrs(&row.path, attrs, follow).map_err(|error| {
        let message = format!("{failed}: {}", error.message);
        error.reword(message)
    })
}

fn backup(row: &Row<File>) -> Option<&str> {
    row.backup.as_ref().and_then(|backup| backup.0.as_deref())
}

fn parent(path: &str) -> &str {
    match path.rfind('/') {
        None | Some(0) => "/",
        Some(place) => &path[..place],
    }
}

/// Says that a folder stays.
fn decline(system: &impl Write, row: &Row<File>) {
    system.notice(row, "Not removing directory; use 'force' to override");
}

/// Makes room for what is wanted. A folder stays without `force`; the caller says so again when it is in its way.
fn clear(system: &impl Write, row: &Row<File>, is: &Ensure, should: &Ensure) -> Result<()> {
    match is {
        Ensure::Absent => Ok(()),
        Ensure::Directory if row.force == Some(true) => system.remove(&row.path, true, backup(row)),
        Ensure::Directory => {
            decline(system, row);
            Ok(())
        }
        // A file takes the place of a file as it is written.
        Ensure::File if matches!(should, Ensure::File | Ensure::Present) => Ok(()),
        Ensure::File | Ensure::Link => system.remove(&row.path, false, backup(row)),
        Ensure::Other(kind) if kind == "fifo" || kind == "socket" => {
            if backup(row).is_some() {
                system.warning(row, &format!("Could not back up file of type {kind}"));
            }
            system.remove(&row.path, false, None)
        }
        Ensure::Present | Ensure::Other(_) => {
            Err(Error::invalid(format!("Could not remove files of type {}", ensure_name(is))))
        }
    }
}

/// Why a file was not written.
enum Failure {
    /// Its content was found wanting.
    Judged(Error),
    /// The machine refused.
    System(Error),
}

/// Writes a file, once its content has been found in order.
fn write(
    system: &impl Write,
    row: &Row<File>,
    body: &Body,
    attrs: &Attrs,
    backup: Option<&str>,
) -> Result<(), Failure> {
    check_digest(system, row, body)?;
    let Some(command) = row.validate_cmd.as_ref().filter(|_| !body.is_empty()) else {
        return system.write(&row.path, body, attrs, backup).map_err(Failure::System);
    };
    let staged = system.stage(Some(&row.path), body, attrs).map_err(Failure::System)?;
    validate(system, row, command, &staged.path()).map_err(Failure::Judged)?;
    staged.commit(backup).map_err(Failure::System)
}

/// Holds a source against the digest that the manifest gives.
fn check_digest(system: &impl Read, row: &Row<File>, body: &Body) -> Result<(), Failure> {
    if row.checksum_value.is_none() {
        return Ok(());
    }
    let is = digest(system, row, body).map_err(Failure::System)?;
    let should = should_digest(system, row, body).map_err(Failure::System)?;
    if is == should {
        return Ok(());
    }
    let message = format!("File written to disk did not match desired checksum; discarding changes ({is} vs {should})");
    Err(Failure::Judged(Error::invalid(message)))
}

/// Lets the row's own command judge a file on trial.
fn validate(system: &impl Write, row: &Row<File>, command: &Text, path: &str) -> Result<()> {
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

/// Puts an error in the words for a file that could not be made.
fn on_ensure(error: Error, should: &str, row: &Row<File>) -> Error {
    let message = match error.code {
        // What the gate refuses names the grant that is missing; that says more.
        Code::Refused => return error,
        Code::NotFound if error.message.starts_with("Could not find ") => error.message.clone(),
        Code::NotFound => format!(
            "No such file or directory - A directory component in {} does not exist or is a dangling symbolic link",
            row.path
        ),
        _ => error.message.clone(),
    };
    error.reword(format!("Could not set '{should}' on ensure: {message}"))
}
