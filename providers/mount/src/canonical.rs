//! Canonical form of a mount point: without trailing slashes, since grants are matched against it.

use marotte_sdk::prelude::*;

use crate::Mount;

impl Canonicalize for Mount {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        // The trailing slashes have been removed from the value.
        row.mark_changed();
    }
}
