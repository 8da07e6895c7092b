//! Mounted file systems, from the kernel's list.

use std::collections::BTreeSet;

use marotte_sdk::limits;
use marotte_sdk::prelude::*;

use crate::entry::decoded;
use crate::value::Point;

/// The kernel's list of mounted file systems.
const LIST: &str = "/proc/self/mounts";

/// Returns the mount points. Invalid UTF-8 in names is replaced.
pub(crate) fn points(system: &impl ReadSystem) -> Result<BTreeSet<String>> {
    let text = match system.read_lossy(&Place::unowned(LIST), limits::CONFIG_FILE) {
        Err(error) if error.code == Code::NotFound => String::new(),
        text => text?,
    };
    let points = text.lines().filter_map(|line| line.split(' ').nth(1));
    Ok(points.map(|point| Point::new(&decoded(point)).0).collect())
}
