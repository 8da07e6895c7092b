//! Validation of a row: a key requires a user or a target.

use marotte_sdk::prelude::*;

use crate::SshAuthorizedKey;

impl Canonicalize for SshAuthorizedKey {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, problems: &mut Problems<Self>) {
        if row.user.is_none() && row.target.is_none() {
            problems.error(row, None, "Attribute 'user' or 'target' is mandatory");
        }
    }
}
