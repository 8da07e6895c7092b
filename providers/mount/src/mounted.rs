//! Owns what is mounted: the kernel's own list.

use std::collections::BTreeSet;

use marotte_sdk::prelude::*;

use crate::entry::decoded;
use crate::value::Point;

/// Where the kernel says what is mounted.
const LIST: &str = "/proc/self/mounts";

/// More of it is not read.
const LIMIT: u32 = 1 << 24;

/// Returns the places where something is mounted. One whose name is no text is none of ours.
pub(crate) fn points(system: &impl Read) -> Result<BTreeSet<String>> {
    let list = list(system)?;
    let text = String::from_utf8_lossy(&list);
    let points = text.lines().filter_map(|line| line.split(' ').nth(1));
    Ok(points.map(|point| Point::new(&decoded(point)).0).collect())
}

fn list(system: &impl Read) -> Result<Vec<u8>> {
    let place = Place { row: 0, path: LIST.to_owned() };
    match system.read(&place, 0, LIMIT) {
        Err(error) if error.code == Code::NotFound => Ok(Vec::new()),
        read => read,
    }
}
