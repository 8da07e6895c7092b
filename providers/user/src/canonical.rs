//! Owns what follows from the values of a user before anything is read: who says anything about a user wants it to be there.

use marotte_sdk::prelude::*;

use crate::{Ensure, User, UserAttribute};

impl Canonicalize for User {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        // In the file, and on its way there, a line is about one user.
        for (letters, fault) in [(&[':'][..], "':'"), (&['\n', '\r'], "newlines")] {
            if row.password.as_ref().and_then(Text::clear).is_some_and(|password| password.contains(letters)) {
                problems.error(row, UserAttribute::Password, format!("Passwords cannot include {fault}"));
            }
        }
        if row.ensure.is_none() && is_managed(row) {
            row.ensure = Some(Ensure::Present);
        }
        // Numbers are numbers from here on, however they were spelled.
        row.mark_changed();
    }
}

/// Puppet: a user about whom no property says anything is not managed at all.
fn is_managed(user: &User) -> bool {
    let is_named = user.home.is_some() || user.comment.is_some() || user.shell.is_some();
    let is_numbered = user.uid.is_some() || user.gid.is_some() || user.groups.is_some();
    let is_secured = user.password.is_some()
        || user.password_min_age.is_some()
        || user.password_max_age.is_some()
        || user.password_warn_days.is_some()
        || user.expiry.is_some();
    let is_elsewhere = user.roles.is_some()
        || user.auths.is_some()
        || user.profiles.is_some()
        || user.keys.is_some()
        || user.project.is_some()
        || user.attributes.is_some()
        || user.salt.is_some()
        || user.iterations.is_some()
        || user.loginclass.is_some();
    is_named || is_numbered || is_secured || is_elsewhere
}
