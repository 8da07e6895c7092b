//! The changes of a plan as text.

use anyhow::Result;
use catalog::Resource;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Plan;

/// Maximum number of lines that are shown of a file's content.
const MAX_LINES: usize = 200;

impl Plan {
    /// Returns the changes, one per line, each followed by the new content if it is one of a file; then the counts of
    /// created, changed and removed resources.
    ///
    /// # Errors
    /// Returns an error if the plan contains no valid catalog.
    pub fn describe(&self) -> Result<String> {
        let catalog = self.catalog(&|_| true)?;
        let references: FxHashMap<String, &Resource> =
            catalog.iter().map(|(_, resource)| (resource.reference.to_string(), resource)).collect();
        let mut text = String::new();
        let (mut created, mut removed, mut changed) =
            (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
        for change in &self.events {
            text.push_str(&format!("{}: {}\n", change.place(), change.describe()));
            let is_ensure = change.property == "ensure";
            let sets_content = (is_ensure || change.property == "content") && !change.removes();
            let content = references.get(&change.resource).filter(|_| sets_content).and_then(|it| content_of(it));
            text.extend(content.map(added));
            let counted = match (is_ensure, change.creates(), change.removes()) {
                (true, true, _) => &mut created,
                (true, _, true) => &mut removed,
                _ => &mut changed,
            };
            counted.insert(&*change.resource);
        }
        changed.retain(|resource| !created.contains(resource) && !removed.contains(resource));
        let root = if self.root == "/" { String::new() } else { format!(" below '{}'", self.root) };
        let (created, changed, removed) = (created.len(), changed.len(), removed.len());
        let counts = format!("{created} to create, {changed} to change, {removed} to remove");
        Ok(format!("{text}{counts}{root}, on node '{}'\n", catalog.node))
    }
}

/// Returns the content that a resource sets.
fn content_of(resource: &Resource) -> Option<&str> {
    resource.parameters.iter().find(|parameter| &*parameter.name == "content")?.value.as_str()
}

/// Formats a content as added lines.
fn added(content: &str) -> String {
    let mut text: String = content.lines().take(MAX_LINES).map(|line| format!("    +{line}\n")).collect();
    let others = content.lines().count().saturating_sub(MAX_LINES);
    if others > 0 {
        text.push_str(&format!("    … {others} more lines\n"));
    }
    text
}
