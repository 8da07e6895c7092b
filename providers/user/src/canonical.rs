//! Validation and normalization of a row. A user with any managed property defaults to `ensure => present`.

use marotte_sdk::prelude::*;

use crate::{Ensure, User, UserAttribute};

impl Canonicalize for User {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        // The password is written to a line with fields separated by colons.
        for (letters, fault) in [(&[':'][..], "':'"), (&['\n', '\r'], "newlines")] {
            if row.password.as_ref().and_then(Text::clear).is_some_and(|password| password.contains(letters)) {
                problems.error(row, UserAttribute::Password, format!("Passwords cannot include {fault}"));
            }
        }
        if row.ensure.is_none() && is_managed(row) {
            row.ensure = Some(Ensure::Present);
        }
        // Numbers given as text are now numeric.
        row.mark_changed();
    }
}

/// Puppet: without any managed property, `ensure` has no default.
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
