//! Setting: changes to one file, created with its owner and permissions. A directory is only removed with
//! `force`.

use marotte_sdk::Code;
use marotte_sdk::prelude::*;
use marotte_sdk::system::Want;

use super::Posix;
use super::retrieve::REDACTED;
use super::write::{Failure, write};
use crate::attribute::Identity;
use crate::canonical::recurses;
use crate::checksum::of_body;
use crate::desired::{Content, Desired, ensure_name};
use crate::identity::IdentityKind;
use crate::label::{self, Label};
use crate::mode::octal;
use crate::remote::{Remote, Version};
use crate::schema::{Ensure, File, FileAttribute, FileState, Links};
use crate::source::{self, Purpose};

/// The default permissions of new files and directories.
const FILE_MODE: u32 = 0o644;
const DIRECTORY_MODE: u32 = 0o755;

impl Posix {
    pub(super) fn set_attributes(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<File>,
        is: &FileState,
        changed: &[FileAttribute],
    ) -> Result<Applied<FileAttribute>> {
        let is_there = is.ensure.as_ref().is_some_and(|is| *is != Ensure::Absent);
        let origin = source::find(system, std::slice::from_ref(row), Purpose::Copy, |_| false).pop().flatten();
        let desired = &Desired::new(row, origin.transpose()?, is_there)?;
        if changed.contains(&FileAttribute::Ensure) {
            return Ok(Applied::all().saying(FileAttribute::Ensure, self.set_ensure(system, row, desired, is)?));
        }
        let mut applied = Applied::all();
        for attribute in changed {
            let outcome = match attribute {
                FileAttribute::Content | FileAttribute::ChecksumValue => self.set_content(system, row, desired, is),
                FileAttribute::Target => set_target(system, row, desired, is),
                FileAttribute::Owner => self.set_owner(system, row, desired),
                FileAttribute::Group => self.set_group(system, row, desired),
                FileAttribute::Mode => set_mode(system, row, desired, is),
                part if label::PARTS.contains(part) => set_label(system, row, &[*part]),
                other => Err(Error::invalid(format!("{} cannot be set", other.name()))),
            };
            applied.note(*attribute, outcome.map(|()| None));
        }
        Ok(applied)
    }

    /// Creates, replaces or removes the file, and returns the message of the change.
    fn set_ensure(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<File>,
        desired: &Desired,
        is: &FileState,
    ) -> Result<String> {
        let is = is.ensure.as_ref().unwrap_or(&Ensure::Absent);
        let Some(should) = &desired.ensure else { return Err(Error::invalid("no value of ensure is set")) };
        clear(system, row, is, should)?;
        match should {
            Ensure::Absent => {}
            Ensure::Directory => self.make_directory(system, row, desired)?,
            Ensure::Link => self.make_link(system, row, desired, is)?,
            Ensure::File | Ensure::Present | Ensure::Other(_) => self.make_file(system, row, desired, is)?,
        }
        // The system already assigns the policy's label to new files.
        let given: Vec<_> = label::PARTS.into_iter().filter(|part| label::given(row, *part).is_some()).collect();
        if *should != Ensure::Absent && !given.is_empty() {
            set_label(system, row, &given)?;
        }
        if desired.is_secret {
            return Ok(format!("changed {REDACTED} to {REDACTED}"));
        }
        match (&desired.content, should) {
            (_, Ensure::Absent) => Ok("removed".to_owned()),
            // Puppet: the content of a source with `checksum_value` is not a property of its own.
            (Some(content), Ensure::File | Ensure::Present)
                if row.content.is_some() || row.checksum_value.is_none() =>
            {
                Ok(format!("defined content as '{}'", written(system, row, desired, content)?))
            }
            _ if *is == Ensure::Absent => Ok("created".to_owned()),
            _ => Ok(format!("ensure changed '{}' to '{}'", ensure_name(is), ensure_name(should))),
        }
    }

    fn make_directory(&mut self, system: &impl WriteSystem, row: &Row<File>, desired: &Desired) -> Result<()> {
        let attrs = self.attrs(system, row, desired, true)?;
        system.make_directory(&row.path, &attrs, false).map_err(|error| match error.code {
            Code::NotFound => {
                let message =
                    format!("Cannot create {}; parent directory {} does not exist", row.path, parent(&row.path));
                error.reword(message)
            }
            _ => on_ensure(error, "directory", row),
        })
    }

    fn make_link(&mut self, system: &impl WriteSystem, row: &Row<File>, desired: &Desired, is: &Ensure) -> Result<()> {
        let target =
            desired.target.as_deref().ok_or_else(|| Error::invalid("Cannot create a symlink without a target"))?;
        if *is == Ensure::Directory && row.force != Some(true) {
            decline(system, row);
            return Err(Error::new(Code::Exists, "Could not remove existing file"));
        }
        let attrs = Attrs { mode: None, ..self.attrs(system, row, desired, false)? };
        system.make_symlink(target, &row.path, &attrs).map_err(|error| on_ensure(error, "link", row))
    }

    fn make_file(&mut self, system: &impl WriteSystem, row: &Row<File>, desired: &Desired, is: &Ensure) -> Result<()> {
        if *is == Ensure::Directory && row.force != Some(true) {
            decline(system, row);
            let message = format!("Is a directory - Is a directory: {}", row.path);
            return Err(on_ensure(Error::new(Code::Exists, message), "file", row));
        }
        // A file created by another process in the meantime keeps its content, unless a different content is
        // desired.
        let is_kept = desired.content.is_none() || row.replace == Some(false);
        if *is == Ensure::Absent && is_kept && is_there(system, row)? {
            return Ok(());
        }
        let attrs = self.attrs(system, row, desired, false)?;
        let empty = Content::Body(Body::new());
        let content = desired.content.as_ref().unwrap_or(&empty);
        match write(system, row, desired, content, &attrs, None) {
            Ok(()) => Ok(()),
            Err(Failure::Rejected(error)) => Err(error),
            Err(Failure::System(error)) => Err(on_ensure(error, "file", row)),
        }
    }

    /// Returns the owner, group and permissions of a file to be created.
    fn attrs(
        &mut self,
        system: &impl ReadSystem,
        row: &Row<File>,
        desired: &Desired,
        is_directory: bool,
    ) -> Result<Attrs> {
        let default = if is_directory { DIRECTORY_MODE } else { FILE_MODE };
        let wanted = desired.mode(row).map(|mode| mode.permissions.bits(default, is_directory));
        let is_privileged = self.identities.is_privileged(system);
        let uid = desired.owner(row).filter(|_| is_privileged).map(|owner| self.id(system, IdentityKind::User, owner));
        let gid = desired.group(row).map(|group| self.id(system, IdentityKind::Group, group));
        let should = ensure_name(row.ensure.as_ref().unwrap_or(&Ensure::File));
        let wrap = |error: Error| could_not_set(should, error.message.clone(), error);
        Ok(Attrs {
            mode: wanted.transpose().map_err(Error::invalid)?,
            uid: uid.transpose().map_err(wrap)?,
            gid: gid.transpose().map_err(wrap)?,
            ..Attrs::default()
        })
    }

    fn set_content(
        &mut self,
        system: &impl WriteSystem,
        row: &Row<File>,
        desired: &Desired,
        is: &FileState,
    ) -> Result<()> {
        let Some(content) = &desired.content else { return Err(Error::invalid("no content is set")) };
        // The other differing attributes are set with it, so that new content never has the old permissions.
        // If one of them cannot be set, the error is reported when that attribute is set.
        let current = is.mode.as_ref().and_then(|mode| mode.permissions.bits(0, false).ok());
        let mode = desired.mode(row).zip(current);
        let mode = mode.and_then(|(mode, current)| mode.permissions.bits(current, false).ok());
        let is_privileged = self.identities.is_privileged(system);
        let owner = desired.owner(row).filter(|_| is_privileged);
        let attrs = Attrs {
            mode,
            uid: owner.and_then(|owner| self.id(system, IdentityKind::User, owner).ok()),
            gid: desired.group(row).and_then(|group| self.id(system, IdentityKind::Group, group).ok()),
            ..Attrs::default()
        };
        write(system, row, desired, content, &attrs, backup(row)).map_err(|failure| match failure {
            Failure::Rejected(error) | Failure::System(error) => error,
        })
    }

    fn id(&mut self, system: &impl ReadSystem, of: IdentityKind, identity: &Identity) -> Result<u32> {
        self.identities.id(system, of, identity).ok_or_else(|| {
            let name = match identity {
                Identity::Name(name) => name.clone(),
                Identity::Id(id) => id.to_string(),
            };
            let what = if of == IdentityKind::User { "user" } else { "group" };
            Error::new(Code::NotFound, format!("Could not find {what} {name}"))
        })
    }

    fn set_owner(&mut self, system: &impl WriteSystem, row: &Row<File>, desired: &Desired) -> Result<()> {
        let Some(owner) = desired.owner(row) else { return Err(Error::invalid("no owner is set")) };
        let uid = self.id(system, IdentityKind::User, owner)?;
        let attrs = Attrs { uid: Some(uid), ..Attrs::default() };
        set_attrs(system, row, &attrs, &format!("Failed to set owner to '{uid}'"))
    }

    fn set_group(&mut self, system: &impl WriteSystem, row: &Row<File>, desired: &Desired) -> Result<()> {
        let Some(group) = desired.group(row) else { return Err(Error::invalid("no group is set")) };
        let gid = self.id(system, IdentityKind::Group, group)?;
        let attrs = Attrs { gid: Some(gid), ..Attrs::default() };
        set_attrs(system, row, &attrs, &format!("Failed to set group to '{gid}'"))
    }
}

/// Returns the checksum of the content that was written.
fn written(system: &impl ReadSystem, row: &Row<File>, desired: &Desired, content: &Content) -> Result<String> {
    match content {
        Content::Remote(Remote { version: Version::Unknown, .. }) => {
            of_body(system, row, &vec![row.place(row.path.as_str()).into()])
        }
        _ => desired.sum(system, row, content),
    }
}

fn set_target(system: &impl WriteSystem, row: &Row<File>, desired: &Desired, is: &FileState) -> Result<()> {
    let Some(target) = &desired.target else { return Err(Error::invalid("no target is set")) };
    // A link can be replaced atomically by another one; other objects must be removed first.
    let is = is.ensure.as_ref().filter(|is| **is != Ensure::Link);
    if let Some(is) = is {
        clear(system, row, is, &Ensure::Link)?;
        if *is == Ensure::Directory && row.force != Some(true) {
            return Err(Error::new(Code::Exists, "Could not remove existing file"));
        }
    }
    system.make_symlink(target, &row.path, &Attrs::default())
}

fn set_mode(system: &impl WriteSystem, row: &Row<File>, desired: &Desired, is: &FileState) -> Result<()> {
    let current = is.mode.as_ref().and_then(|mode| mode.permissions.bits(0, false).ok()).unwrap_or(FILE_MODE);
    let Some(mode) = desired.mode(row) else { return Err(Error::invalid("no mode is set")) };
    let is_directory = is.ensure == Some(Ensure::Directory);
    let bits = mode.permissions.bits(current, is_directory).map_err(Error::invalid)?;
    let attrs = Attrs { mode: Some(bits), ..Attrs::default() };
    set_attrs(system, row, &attrs, &format!("failed to set mode {} on {}", octal(bits), row.path))
}

/// Sets parts of a file's label; does nothing on systems without labels.
fn set_label(system: &impl WriteSystem, row: &Row<File>, parts: &[FileAttribute]) -> Result<()> {
    let place = row.place(row.path.as_str());
    let follow = row.links == Some(Links::Follow);
    let found = system.stat_one(&place, follow, Want::SELINUX)?;
    let Some(metadata) = found else { return Err(Error::new(Code::NotFound, format!("{} is gone", row.path))) };
    let Some((mut label, policy)) = Label::found(&metadata) else { return Ok(()) };
    for part in parts {
        if let Some(wanted) = label::wanted(row, *part, policy.as_ref()) {
            label.set(*part, wanted);
        }
    }
    let attrs = Attrs { selinux: Some(label.text()), ..Attrs::default() };
    set_attrs(system, row, &attrs, &format!("Failed to set SELinux context {} on {}", label.text(), row.path))
}

fn set_attrs(system: &impl WriteSystem, row: &Row<File>, attrs: &Attrs, failed: &str) -> Result<()> {
    let follow = row.links == Some(Links::Follow);
    system.set_attrs(&row.path, attrs, follow).map_err(|error| {
        let message = format!("{failed}: {}", error.message);
        error.reword(message)
    })
}

fn backup(row: &Row<File>) -> Option<&str> {
    row.backup.as_ref().and_then(|backup| backup.0.as_deref())
}

/// Puppet: the objects in a managed directory are backed up one by one when it is removed; only a backup next
/// to it is a copy of the whole directory.
fn backup_of_directory(row: &Row<File>) -> Option<&str> {
    backup(row).filter(|backup| !recurses(row) || backup.starts_with('.'))
}

fn parent(path: &str) -> &str {
    match path.rfind('/') {
        None | Some(0) => "/",
        Some(place) => &path[..place],
    }
}

fn is_there(system: &impl ReadSystem, row: &Row<File>) -> Result<bool> {
    Ok(system.stat_one(&row.place(row.path.as_str()), false, Want::empty())?.is_some())
}

/// Removes the object; it is not an error if another process removed it first.
fn remove(system: &impl WriteSystem, row: &Row<File>, recursive: bool, backup: Option<&str>) -> Result<()> {
    match system.remove(&row.path, recursive, backup) {
        Err(error) if error.code == Code::NotFound => Ok(()),
        removed => removed,
    }
}

/// Logs that a directory is not removed.
fn decline(system: &impl WriteSystem, row: &Row<File>) {
    system.notice(row, "Not removing directory; use 'force' to override");
}

/// Removes the object in the way. A directory is kept without `force`, which the caller reports as an error if
/// necessary.
fn clear(system: &impl WriteSystem, row: &Row<File>, is: &Ensure, should: &Ensure) -> Result<()> {
    match is {
        Ensure::Absent => Ok(()),
        Ensure::Directory if row.force == Some(true) => remove(system, row, true, backup_of_directory(row)),
        Ensure::Directory => {
            decline(system, row);
            Ok(())
        }
        // Writing a file replaces the previous one.
        Ensure::File if matches!(should, Ensure::File | Ensure::Present) => Ok(()),
        Ensure::File | Ensure::Link => remove(system, row, false, backup(row)),
        Ensure::Other(kind) if kind == "fifo" || kind == "socket" => {
            if backup(row).is_some() {
                system.warning(row, &format!("Could not back up file of type {kind}"));
            }
            remove(system, row, false, None)
        }
        Ensure::Present | Ensure::Other(_) => {
            Err(Error::invalid(format!("Could not remove files of type {}", ensure_name(is))))
        }
    }
}

/// Rewrites an error with Puppet's message for a file that could not be created.
fn on_ensure(error: Error, should: &str, row: &Row<File>) -> Error {
    let message = match error.code {
        // The host's message names the missing grant, which is more helpful.
        Code::Refused => return error,
        Code::NotFound => format!(
            "No such file or directory - A directory component in {} does not exist or is a dangling symbolic link",
            row.path
        ),
        _ => error.message.clone(),
    };
    could_not_set(should, message, error)
}

fn could_not_set(should: &str, message: String, error: Error) -> Error {
    error.reword(format!("Could not set '{should}' on ensure: {message}"))
}
