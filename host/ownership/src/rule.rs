//! Rules for the owner and the permissions of a single file or directory.

use crate::error::Reason;

/// The permission bit for writing by the group.
const GROUP_WRITE: u32 = 0o020;

/// The permission bit for writing by all users.
const WORLD_WRITE: u32 = 0o002;

/// The sticky bit of a directory, whose entries can only be renamed or removed by their owners.
const STICKY: u32 = 0o1000;

/// A rule for the owner of a file and its write permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnershipRule {
    /// Settings, state, keys and programs: owned by root or the running user, and writable only by the owner
    /// and the owner's private group, which has no other member.
    Trusted,
    /// Manifests, modules and data: may have any owner, for example a deploy account, and may be writable by a
    /// group, but not by everybody.
    Code,
}

/// Position of an object on the checked path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathPosition {
    /// A directory above it. If it is sticky, other users may add entries but not replace existing ones.
    Above,
    /// The path itself.
    End,
}

/// Owner, group and permissions of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attributes {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    /// The type and the permissions, as returned by `stat`.
    pub(crate) mode: u32,
}

impl Attributes {
    /// Returns whether this is a directory in which all users can add entries, but not rename entries of
    /// other users.
    pub(crate) fn is_shared_directory(self) -> bool {
        self.mode & STICKY != 0 && self.mode & (GROUP_WRITE | WORLD_WRITE) != 0
    }

    /// Returns the reason why the rule does not allow this object, or `None` if it does. `is_private` is called
    /// if the group may write, and returns whether the group has no other member than the owner.
    pub(crate) fn violation(
        self,
        rule: OwnershipRule,
        position: PathPosition,
        user: u32,
        is_private: impl FnOnce() -> bool,
    ) -> Option<Reason> {
        let is_foreign = rule == OwnershipRule::Trusted && !is_trusted_owner(self.uid, user);
        let is_exempt = position == PathPosition::Above && self.mode & STICKY != 0;
        let by_world = !is_exempt && self.mode & WORLD_WRITE != 0;
        let by_group = !is_exempt && rule == OwnershipRule::Trusted && self.mode & GROUP_WRITE != 0;
        // A foreign owner can change the permissions at any time, so the group is irrelevant.
        let by_group = by_group && (is_foreign || by_world || !is_private());
        let (owner, writable) = (is_foreign.then_some(self.uid), (by_world || by_group).then_some(self.mode & 0o7777));
        (owner.is_some() || writable.is_some()).then_some(Reason { owner, writable, by_world })
    }
}

/// Returns whether the owner is root or the running user.
pub(crate) fn is_trusted_owner(owner: u32, user: u32) -> bool {
    owner == 0 || owner == user
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: u32 = 1000;
    const OTHER: u32 = 65534;

    fn violation_of(rule: OwnershipRule, position: PathPosition, uid: u32, mode: u32) -> Option<Reason> {
        Attributes { uid, gid: uid, mode }.violation(rule, position, USER, || false)
    }

    #[test]
    fn trusted_rule_accepts_root_and_running_user_only() {
        for (uid, is_accepted) in [(0, true), (USER, true), (OTHER, false), (1001, false)] {
            let reason = violation_of(OwnershipRule::Trusted, PathPosition::End, uid, 0o100644);
            assert_eq!(reason.is_none(), is_accepted, "{uid}");
            let reason = violation_of(OwnershipRule::Trusted, PathPosition::Above, uid, 0o41755);
            assert_eq!(reason.is_none(), is_accepted, "sticky directory of {uid}");
        }
        let root_only = Attributes { uid: USER, gid: 0, mode: 0o100600 };
        assert_eq!(
            root_only.violation(OwnershipRule::Trusted, PathPosition::End, 0, || true),
            Some(Reason { owner: Some(USER), writable: None, by_world: false }),
            "root does not trust a file of another user"
        );
    }

    #[test]
    fn trusted_rule_refuses_group_and_world_write() {
        for mode in [0o100664, 0o100620, 0o100646, 0o100602, 0o100666, 0o100777] {
            assert!(violation_of(OwnershipRule::Trusted, PathPosition::End, USER, mode).is_some(), "{mode:o}");
        }
        for mode in [0o100644, 0o100600, 0o100755, 0o100444] {
            assert!(violation_of(OwnershipRule::Trusted, PathPosition::End, USER, mode).is_none(), "{mode:o}");
        }
    }

    #[test]
    fn trusted_rule_accepts_write_by_private_group() {
        let attributes = |mode| Attributes { uid: USER, gid: USER, mode };
        let violation = |mode| attributes(mode).violation(OwnershipRule::Trusted, PathPosition::End, USER, || true);
        assert_eq!(violation(0o100664), None);
        assert!(violation(0o100666).is_some());
    }

    #[test]
    fn code_rule_refuses_world_write_only() {
        for uid in [0, USER, OTHER] {
            assert_eq!(violation_of(OwnershipRule::Code, PathPosition::End, uid, 0o100664), None);
            assert!(violation_of(OwnershipRule::Code, PathPosition::End, uid, 0o100666).is_some());
        }
    }

    #[test]
    fn sticky_directory_is_accepted_above_but_not_at_the_end() {
        for rule in [OwnershipRule::Trusted, OwnershipRule::Code] {
            assert_eq!(violation_of(rule, PathPosition::Above, 0, 0o41777), None);
            assert!(violation_of(rule, PathPosition::End, 0, 0o41777).is_some());
            assert!(violation_of(rule, PathPosition::Above, 0, 0o40777).is_some());
        }
    }
}
