//! Which files a pattern of a level means, ordered by name within each of its alternatives.

use crate::glob::{alternatives, is_pattern, matches};
use crate::world::World;

/// Returns the absolute paths of the files that an absolute pattern means; those of each alternative in order. Nothing if its
/// braces mean too many.
pub(super) fn files(world: &dyn World, pattern: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for alternative in alternatives(pattern)? {
        let names: Vec<&str> = alternative.split('/').filter(|name| !name.is_empty()).collect();
        descend(world, "", &names, &mut found);
    }
    Some(found)
}

fn descend(world: &dyn World, folder: &str, names: &[&str], found: &mut Vec<String>) {
    let Some((name, rest)) = names.split_first() else { return };
    let inside = if folder.is_empty() { "/" } else { folder };
    if *name == "**" && !rest.is_empty() {
        descend(world, folder, rest, found);
        for entry in world.entries(inside).iter().filter(|entry| entry.is_folder && !entry.is_link) {
            if matches("*", &entry.name) {
                descend(world, &format!("{folder}/{}", entry.name), names, found);
            }
        }
        return;
    }
    if !is_pattern(name) && !rest.is_empty() {
        return descend(world, &format!("{folder}/{name}"), rest, found);
    }
    for entry in world.entries(inside).into_iter().filter(|entry| matches(name, &entry.name)) {
        let path = format!("{folder}/{}", entry.name);
        match (rest.is_empty(), entry.is_folder) {
            (true, false) => found.push(path),
            (false, true) => descend(world, &path, rest, found),
            _ => {}
        }
    }
}
