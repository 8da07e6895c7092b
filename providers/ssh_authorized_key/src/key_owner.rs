//! Owns where keys of a user may be written, and as whose. A user decides what is in the own folders, so a name there may lead
//! anywhere: nothing is written into a folder that is not the user's own, and nothing through a link that leads out of such folders.

use marotte_sdk::prelude::*;
use marotte_sdk::records;
use marotte_sdk::system::{Key, User, Want};

use crate::SshAuthorizedKey;

const FILE_MODE: u32 = 0o600;
const FOLDER_MODE: u32 = 0o700;
/// Writable by the group, and by everyone.
const OPEN: u32 = 0o022;

/// Returns the file that a row's key belongs into; nothing while there is no such user.
pub(crate) fn target(system: &impl ReadSystem, row: &SshAuthorizedKey) -> Option<String> {
    if let Some(target) = &row.target {
        return Some(target.to_string());
    }
    let user = system.user(&Key::Name(row.user.clone()?))?;
    Some(format!("{}/authorized_keys", usual_folder(&user)))
}

fn usual_folder(user: &User) -> String {
    format!("{}/.ssh", user.home.trim_end_matches('/'))
}

/// Writes the file for the row's user.
///
/// # Errors
/// There is no user, the place is not the user's, or it can't be written.
pub(crate) fn write(system: &impl WriteSystem, row: &Row<SshAuthorizedKey>, target: &str, text: &str) -> Result<()> {
    let name = row.user.as_deref().ok_or_else(|| Error::invalid("Cannot write SSH authorized keys without user"))?;
    let user = system.user(&Key::Name(name.to_owned()));
    let user = user.ok_or_else(|| Error::new(Code::NotFound, format!("User '{name}' does not exist")))?;
    let owned = |mode| Attrs { mode: Some(mode), uid: Some(user.uid), gid: Some(user.gid), ..Attrs::default() };
    let path = records::destination(system, row.id(), target.to_owned())?;
    let folder = parent(&path);
    if row.drop_privileges {
        // Where the home is the system says, not the user.
        if folder == usual_folder(&user) && look(system, row, folder)?.is_none() {
            system.make_directory(folder, &owned(FOLDER_MODE), false)?;
        }
        check_own(system, row, folder, &user)?;
    } else if !is_trusted(system, row, folder)? {
        return Err(Error::new(Code::Denied, "drop_privileges is false but the target path is not trusted"));
    }
    system.write(&path, &vec![text.into()], &owned(FILE_MODE), None)
}

fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((folder, _)) => folder,
    }
}

fn look(system: &impl ReadSystem, row: &Row<SshAuthorizedKey>, path: &str) -> Result<Option<Metadata>> {
    system.stat(&[row.place(path)], false, Want::empty()).pop().unwrap_or(Ok(None))
}

/// What the user could do, and no more.
fn check_own(system: &impl ReadSystem, row: &Row<SshAuthorizedKey>, folder: &str, user: &User) -> Result<()> {
    let Some(found) = look(system, row, folder)? else {
        return Err(Error::new(Code::NotFound, format!("No such file or directory - {folder}")));
    };
    if found.kind == Kind::Directory && found.uid == user.uid {
        return Ok(());
    }
    let message = format!("Permission denied - {folder} is not a folder that belongs to user '{}'", user.name);
    Err(Error::new(Code::Denied, message))
}

/// Puppet: the folder and all above it, but for the topmost, belong to root, and nobody else can write there.
fn is_trusted(system: &impl ReadSystem, row: &Row<SshAuthorizedKey>, folder: &str) -> Result<bool> {
    let mut folder = folder;
    let mut is_first = true;
    while is_first || parent(folder) != "/" {
        let is_closed = look(system, row, folder)?
            .is_some_and(|found| found.kind == Kind::Directory && found.uid == 0 && found.mode & OPEN == 0);
        if !is_closed {
            return Ok(false);
        }
        (folder, is_first) = (parent(folder), false);
    }
    Ok(true)
}
