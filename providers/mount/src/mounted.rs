//! Owns what is mounted: the kernel's own list.

use std::collections::BTreeSet;

use marotte_sdk::prelude::*;

use crate::entry::decoded;
use crate::value::Point;

/// Where the kernel says what is mounted.
const LIST: &str = "/proc/self/mounts";

/// The longest list that is read.
const LIMIT: u32 = 32 << 20;

/// Returns the places where something is mounted. One whose name is no text is none of ours.
pub(crate) fn points(system: &impl ReadSystem) -> Result<BTreeSet<String>> {
    let text = match system.read_lossy(&Place { row: 0, path: LIST.to_owned() }, LIMIT) {
        Err(error) if error.code == Code::NotFound => String::new(),
        text => text?,
    };
    let points = text.lines().filter_map(|line| line.split(' ').nth(1));
    Ok(points.map(|point| Point::new(&decoded(point)).0).collect())
}
