//! Expansion of glob patterns: matching files are ordered by name within each brace alternative.

use ruby::glob::{alternatives, is_pattern, matches};
use value::World;

/// Returns the absolute paths of the files that match an absolute pattern, ordered by alternative. `None` if the braces
/// expand to too many alternatives.
pub(super) fn files(world: &dyn World, pattern: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for alternative in alternatives(pattern)? {
        let names: Vec<&str> = alternative.split('/').filter(|name| !name.is_empty()).collect();
        descend(world, "", &names, &mut found);
    }
    Some(found)
}

fn descend(world: &dyn World, directory: &str, names: &[&str], found: &mut Vec<String>) {
    let Some((name, rest)) = names.split_first() else { return };
    let inside = if directory.is_empty() { "/" } else { directory };
    if *name == "**" && !rest.is_empty() {
        descend(world, directory, rest, found);
        for entry in world.entries(inside).iter().filter(|entry| entry.is_directory && !entry.is_link) {
            if matches("*", &entry.name) {
                descend(world, &format!("{directory}/{}", entry.name), names, found);
            }
        }
        return;
    }
    if !is_pattern(name) && !rest.is_empty() {
        return descend(world, &format!("{directory}/{name}"), rest, found);
    }
    for entry in world.entries(inside).into_iter().filter(|entry| matches(name, &entry.name)) {
        let path = format!("{directory}/{}", entry.name);
        match (rest.is_empty(), entry.is_directory) {
            (true, false) => found.push(path),
            (false, true) => descend(world, &path, rest, found),
            _ => {}
        }
    }
}
