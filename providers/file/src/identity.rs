//! Cache of names and ids of users and groups. Missing users and groups are not cached, since an earlier resource
//! may add them.

use std::collections::BTreeMap;

use marotte_sdk::prelude::*;
use marotte_sdk::system::Key;

use crate::attribute::Identity;

/// The kind of an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum IdentityKind {
    /// Users.
    User,
    /// Groups.
    Group,
}

/// Cached users and groups.
#[derive(Debug, Default)]
pub(crate) struct Identities {
    users: Names,
    groups: Names,
    is_privileged: Option<bool>,
}

#[derive(Debug, Default)]
struct Names {
    ids: BTreeMap<String, u32>,
    names: BTreeMap<u32, String>,
}

impl Identities {
    /// Returns the numeric id of a user or group, if it exists.
    pub(crate) fn id(&mut self, system: &impl ReadSystem, of: IdentityKind, identity: &Identity) -> Option<u32> {
        let name = match identity {
            Identity::Id(id) => return Some(*id),
            Identity::Name(name) => name,
        };
        let known = self.known(of);
        if let Some(id) = known.ids.get(name) {
            return Some(*id);
        }
        let (_, id) = look_up(system, of, &Key::Name(name.clone()))?;
        known.ids.insert(name.clone(), id);
        Some(id)
    }

    /// Formats an id: as quoted name if it has one, or as number.
    pub(crate) fn shown(&mut self, system: &impl ReadSystem, of: IdentityKind, id: u32) -> String {
        let known = self.known(of);
        if let Some(name) = known.names.get(&id) {
            return format!("'{name}'");
        }
        let Some((name, _)) = look_up(system, of, &Key::Id(id)) else { return id.to_string() };
        let shown = format!("'{name}'");
        known.names.insert(id, name);
        shown
    }

    /// Returns whether the run can change the owner of files.
    pub(crate) fn is_privileged(&mut self, system: &impl ReadSystem) -> bool {
        *self.is_privileged.get_or_insert_with(|| system.fact("identity.privileged") != Some(Value::Boolean(false)))
    }

    fn known(&mut self, of: IdentityKind) -> &mut Names {
        match of {
            IdentityKind::User => &mut self.users,
            IdentityKind::Group => &mut self.groups,
        }
    }
}

fn look_up(system: &impl ReadSystem, of: IdentityKind, key: &Key) -> Option<(String, u32)> {
    match of {
        IdentityKind::User => system.user(key).map(|user| (user.name, user.uid)),
        IdentityKind::Group => system.group(key).map(|group| (group.name, group.gid)),
    }
}
