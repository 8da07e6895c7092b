//! Ownership checks for key files. Users control their own directories, so a name there may refer to any
//! file. Therefore, the provider does not write to a directory that the user does not own, or through a link
//! that leads out of such directories.

use marotte_sdk::prelude::*;
use marotte_sdk::records;
use marotte_sdk::system::{Key, User, Want};

use crate::SshAuthorizedKey;

const FILE_MODE: u32 = 0o600;
const DIRECTORY_MODE: u32 = 0o700;
/// Permission bits for writing by the group and by others.
const OPEN: u32 = 0o022;

/// Returns the file for the key of a row, or `None` if the user does not exist.
pub(crate) fn target(system: &impl ReadSystem, row: &SshAuthorizedKey) -> Option<String> {
    if let Some(target) = &row.target {
        return Some(target.to_string());
    }
    let user = system.user(&Key::Name(row.user.clone()?))?;
    Some(format!("{}/authorized_keys", usual_directory(&user)))
}

fn usual_directory(user: &User) -> String {
    format!("{}/.ssh", user.home.trim_end_matches('/'))
}

/// Writes the file for the user of a row.
///
/// # Errors
/// Returns an error if the user does not exist, if the directory does not belong to the user or is not
/// trusted, or if the file cannot be written.
pub(crate) fn write(system: &impl WriteSystem, row: &Row<SshAuthorizedKey>, target: &str, text: &str) -> Result<()> {
    let name = row.user.as_deref().ok_or_else(|| Error::invalid("Cannot write SSH authorized keys without user"))?;
    let user = system.user(&Key::Name(name.to_owned()));
    let user = user.ok_or_else(|| Error::new(Code::NotFound, format!("User '{name}' does not exist")))?;
    let owned = |mode| Attrs { mode: Some(mode), uid: Some(user.uid), gid: Some(user.gid), ..Attrs::default() };
    let path = records::destination(system, row.id(), target.to_owned())?;
    let directory = parent(&path);
    if row.drop_privileges {
        // The home directory is specified by the account database, not by the user.
        if directory == usual_directory(&user) && look(system, row, directory)?.is_none() {
            system.make_directory(directory, &owned(DIRECTORY_MODE), false)?;
        }
        check_own(system, row, directory, &user)?;
    } else if !is_trusted(system, row, directory)? {
        return Err(Error::new(Code::Denied, "drop_privileges is false but the target path is not trusted"));
    }
    system.write(&path, &vec![text.into()], &owned(FILE_MODE), None)
}

fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((directory, _)) => directory,
    }
}

fn look(system: &impl ReadSystem, row: &Row<SshAuthorizedKey>, path: &str) -> Result<Option<Metadata>> {
    system.stat_one(&row.place(path), false, Want::empty())
}

/// Checks that the directory belongs to the user, so that nothing is written that the user could not write.
fn check_own(system: &impl ReadSystem, row: &Row<SshAuthorizedKey>, directory: &str, user: &User) -> Result<()> {
    let Some(found) = look(system, row, directory)? else {
        return Err(Error::new(Code::NotFound, format!("No such file or directory - {directory}")));
    };
    if found.kind == Kind::Directory && found.uid == user.uid {
        return Ok(());
    }
    let message = format!("Permission denied - {directory} is not a directory that belongs to user '{}'", user.name);
    Err(Error::new(Code::Denied, message))
}

/// Puppet: the directory and all directories above it, except the topmost, are owned by root and not writable
/// by other users.
fn is_trusted(system: &impl ReadSystem, row: &Row<SshAuthorizedKey>, directory: &str) -> Result<bool> {
    let mut directory = directory;
    let mut is_first = true;
    while is_first || parent(directory) != "/" {
        let is_closed = look(system, row, directory)?
            .is_some_and(|found| found.kind == Kind::Directory && found.uid == 0 && found.mode & OPEN == 0);
        if !is_closed {
            return Ok(false);
        }
        (directory, is_first) = (parent(directory), false);
    }
    Ok(true)
}
