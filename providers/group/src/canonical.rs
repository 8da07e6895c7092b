//! The canonical form of a group: its values have been judged when they were taken, and are spelled in one way from here on.

use marotte_sdk::prelude::*;

use crate::Group;

impl Canonicalize for Group {
    fn canonicalize(row: &mut Row<Self>, _system: &impl System, _problems: &mut Problems<Self>) {
        row.mark_changed();
    }
}
