//! The one spelling of a mount point: without slashes at its end, as what may be run on it goes by that.

use marotte_sdk::prelude::*;

use crate::Mount;

impl Canonicalize for Mount {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        // The value has lost them when it was taken; from here on the host knows it so, too.
        row.mark_changed();
    }
}
