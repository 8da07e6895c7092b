//! Determines whether the changes would alter any file. Two runs of augtool are used: one prints the tree
//! after the changes, the other prints the resulting text of the files whose part of the tree differs.
//! augtool itself could only report this by writing files next to the originals.

use marotte_sdk::prelude::*;
use marotte_sdk::system::Place;

use crate::augtool::{SAVE_FAILED, query};
use crate::tree::{self, Change, File};
use crate::{Augeas, script};

/// Maximum size of a file.
const LIMIT: u32 = 8 << 20;

/// Nodes with the original and the resulting text of a file.
const GIVEN: &str = "/marotte/given";
const MADE: &str = "/marotte/made";

/// A file and its resulting content.
pub(crate) type Differing = (Place, Vec<u8>);

/// Returns the files whose content would change, as far as they can be compared, or `None` if no file would
/// change.
///
/// # Errors
/// Returns an error if a change fails or a lens cannot write the result.
pub(crate) fn differing(
    system: &impl ReadSystem,
    row: &Row<Augeas>,
    changes: &[String],
) -> Result<Option<Vec<Differing>>> {
    if changes.is_empty() {
        return Ok(None);
    }
    let (before, after) = tree::questions();
    let lines = [&script::load(row)[..], &before, changes, &after].concat();
    let output = query(system, row, script::text_of(&lines))?;
    tell_of_unread(system, row, &output);
    let change = tree::change(&output);
    if change == Change::default() {
        return Ok(None);
    }
    let mut script = script::text_of(&[script::load(row), changes.to_vec()].concat());
    let mut is_other = !change.removed.is_empty();
    let mut texts = Vec::new();
    for file in &change.changed {
        let place = row.place(format!("{}{}", row.root.trim_end_matches('/'), file.path));
        let text = text(system, &place)?;
        match script::quoted(&text) {
            Some(quoted) => {
                script.extend(retrieval(texts.len(), file, &quoted));
                texts.push((place, text));
            }
            // The content cannot be passed to augtool, so the effect is unknown.
            None => is_other = true,
        }
    }
    for path in &change.new {
        if let Some(question) = script::transforms_of(path) {
            script.extend(format!("{question}\n").into_bytes());
        }
    }
    let output =
        query(system, row, script).map_err(|error| if texts.is_empty() { error } else { error.reword(SAVE_FAILED) })?;
    is_other |= output.lines().any(|line| line.starts_with("/augeas/load/"));
    let mut files = Vec::new();
    for (number, (place, text)) in texts.into_iter().enumerate() {
        let name = format!("{MADE}/{number} = ");
        let made = output.lines().find(|line| line.starts_with(&name)).and_then(tree::printed);
        let made =
            made.ok_or_else(|| Error::other(format!("augtool did not print the resulting content of {}", place.path)))?;
        if made != text {
            files.push((place, made));
        }
    }
    Ok(Some(files).filter(|files| is_other || !files.is_empty()))
}

/// Puppet: reports files that could not be parsed, but warns only if the resource is limited to them.
fn tell_of_unread(system: &impl ReadSystem, row: &Row<Augeas>, output: &str) {
    let unread = tree::unread(output);
    let context = row.context.strip_prefix("/files").unwrap_or_default().trim_end_matches('/');
    if unread.iter().any(|(node, _)| row.incl.is_some() || *node == context) {
        system.warning(row, "Loading failed for one or more files, see debug for /augeas//error output");
    }
    for (node, fault) in unread {
        system.debug(row, &format!("/augeas/files{node}/error = {fault}"));
    }
}

/// Reads a file like Augeas, which adds a missing newline at the end.
fn text(system: &impl ReadSystem, place: &Place) -> Result<Vec<u8>> {
    let mut text = system.read(place, 0, LIMIT)?;
    if text.len() >= LIMIT as usize {
        return Err(Error::other(format!("{} is too long", place.path)));
    }
    if text.last().is_some_and(|last| *last != b'\n') {
        text.push(b'\n');
    }
    Ok(text)
}

/// Returns the commands that print the text of a file after the changes, using its lens.
fn retrieval(number: usize, file: &File, quoted: &[u8]) -> Vec<u8> {
    let node = script::path(&file.node);
    let rest = format!("\nretrieve {} {GIVEN}/{number} {node} {MADE}/{number}\nprint {MADE}/{number}\n", file.lens);
    [format!("set {GIVEN}/{number} ").as_bytes(), quoted, rest.as_bytes()].concat()
}
