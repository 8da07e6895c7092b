//! Owns what is mounted: the kernel's own list.

use std::collections::BTreeSet;

use marotte_sdk::prelude::*;

use crate::entry::decoded;
use crate::value::Point;

/// Where the kernel says what is mounted.
const LIST: &str = "/proc/self/mounts";

/// So much is read at once.
const CHUNK: u32 = 1 << 20;

/// Returns the places where something is mounted. One whose name is no text is none of ours.
pub(crate) fn points(system: &impl Read) -> Result<BTreeSet<String>> {
    let list = list(system)?;
    let text = String::from_utf8_lossy(&list);
    let points = text.lines().filter_map(|line| line.split(' ').nth(1));
    Ok(points.map(|point| Point::new(&decoded(point)).0).collect())
}

/// Reads the list to its end, which no size tells.
fn list(system: &impl Read) -> Result<Vec<u8>> {
    let place = Place { row: 0, path: LIST.to_owned() };
    let mut list = Vec::new();
    loop {
        match system.read(&place, list.len() as u64, CHUNK) {
            Ok(chunk) if chunk.is_empty() => return Ok(list),
            Ok(chunk) => list.extend(chunk),
            Err(error) if error.code == Code::NotFound => return Ok(list),
            Err(error) => return Err(error),
        }
    }
}
