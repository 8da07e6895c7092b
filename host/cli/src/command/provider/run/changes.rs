//! Changes of a run in the tree that it was applied to.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use authoring::scratch;
use report::sanitize::printable_line;
use serde_json::json;

use crate::args::Apply;
use crate::command::apply;
use crate::console::Console;

/// Applies a manifest to the tree `root` and prints the paths that were added, changed and removed.
///
/// # Errors
/// Returns an error if the tree cannot be read, or the run cannot start.
pub(super) fn apply_below(apply: &Apply, root: &Path, console: &mut Console) -> Result<ExitCode> {
    let before = if root.is_dir() { scratch::contents(root)? } else { Default::default() };
    console.hold_results();
    let code = apply::run(apply, console);
    let (results, code) = (console.take_results(), code?);
    let after = if root.is_dir() { scratch::contents(root)? } else { Default::default() };
    let (mut added, mut changed) = (Vec::new(), Vec::new());
    for (path, is) in &after {
        match before.get(path) {
            None => added.push(path),
            Some(was) if was != is && !root.join(path.strip_prefix("/").unwrap_or(path)).is_dir() => changed.push(path),
            Some(_) => {}
        }
    }
    let removed: Vec<&PathBuf> = before.keys().filter(|path| !after.contains_key(*path)).collect();
    if console.is_structured() {
        let shown = |paths: &[&PathBuf]| paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        let (added, changed, removed) = (shown(&added), shown(&changed), shown(&removed));
        let result = results.first();
        console.print_data(&json!({ "added": added, "changed": changed, "removed": removed, "result": result }));
        return Ok(code);
    }
    let line = |sign: char, path: &Path| format!("  {sign} {}\n", printable_line(&path.display().to_string()));
    let mut lines: String =
        added.iter().map(|path| line('+', path)).chain(changed.iter().map(|path| line('~', path))).collect();
    lines.extend(removed.iter().map(|path| line('-', path)));
    if lines.is_empty() {
        lines.push_str("  nothing was changed\n");
    }
    console.print_untrusted(&format!("In the tree\n{lines}"));
    Ok(code)
}
