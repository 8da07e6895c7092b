//! Canonical form of a group. The individual values have already been validated; the canonical values replace
//! the originals.

use marotte_sdk::prelude::*;

use crate::Group;

impl Canonicalize for Group {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        row.mark_changed();
    }
}
