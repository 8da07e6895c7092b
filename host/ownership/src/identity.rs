//! The running user: its home directory, and groups without other members.

use std::fs;
use std::path::PathBuf;

use nix::unistd::{Gid, Group, Uid, User};

/// The user database, for primary groups.
const USERS: &str = "/etc/passwd";

/// Returns the home directory of the running user: the variable `HOME` if it is an absolute path, or else the
/// entry in the user database. `None` if neither exists, since no other directory would be safe.
#[must_use]
pub fn home() -> Option<PathBuf> {
    let named = std::env::var_os("HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| home_in_database(Uid::effective().as_raw()))
}

/// Returns the home directory of a user in the user database, if it is an absolute path.
#[must_use]
pub fn home_in_database(user: u32) -> Option<PathBuf> {
    let entry = User::from_uid(Uid::from_raw(user)).ok().flatten()?;
    Some(entry.dir).filter(|path| path.is_absolute())
}

/// Returns whether a group is the private group of a user: it has the user's name, is the user's primary group,
/// and has no other member. Returns false if the group cannot be looked up.
pub(crate) fn is_private_group(gid: u32, owner: u32) -> bool {
    let user = User::from_uid(Uid::from_raw(owner)).ok().flatten();
    let group = Group::from_gid(Gid::from_raw(gid)).ok().flatten();
    let (Some(user), Some(group)) = (user, group) else { return false };
    let Ok(list) = fs::read_to_string(USERS) else { return false };
    user.gid == group.gid
        && user.name == group.name
        && group.mem.iter().all(|member| *member == user.name)
        && !has_other_member(&list, gid, &user.name)
}

/// Returns whether another user in the user database has this primary group.
fn has_other_member(list: &str, gid: u32, name: &str) -> bool {
    let mut entries = list.lines().map(|line| line.split(':').collect::<Vec<_>>());
    entries.any(|fields| match fields.as_slice() {
        [other, _, _, primary, ..] => *other != name && primary.parse() == Ok(gid),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_is_taken_from_the_user_database() {
        let home = home_in_database(0);
        assert_eq!(home.as_deref(), Some("/root".as_ref()));
        assert_eq!(home_in_database(4_000_000_001), None);
    }

    #[test]
    fn private_group_has_no_other_member() {
        let list = "root:x:0:0::/root:/bin/sh\nbob:x:1000:1000::/home/bob:/bin/sh\neve:x:1001:1000::/:/bin/sh\n";
        assert!(has_other_member(list, 1000, "bob"));
        assert!(!has_other_member(list, 0, "root"));
        assert!(is_private_group(0, 0), "root's group has members");
        assert!(!is_private_group(4_000_000_001, 0));
    }
}
