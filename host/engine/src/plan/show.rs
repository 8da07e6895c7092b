//! The changes of a plan as text.

use anyhow::Result;
use catalog::{Catalog, Resource};

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
        let mut text = String::new();
        for change in &self.events {
            text.push_str(&format!("{}: {}\n", change.place(), change.describe()));
            let sets_content = matches!(&*change.property, "content" | "ensure") && !change.removes();
            if let Some(content) = content_of(&catalog, &change.resource).filter(|_| sets_content) {
                text.push_str(&added(content));
            }
        }
        let root = if self.root == "/" { String::new() } else { format!(" below '{}'", self.root) };
        let count = |is_counted: &dyn Fn(&str) -> bool| {
            let mut resources: Vec<&str> = self.events.iter().map(|change| &*change.resource).collect();
            resources.dedup();
            resources.iter().filter(|resource| is_counted(resource)).count()
        };
        let ensure = |resource: &str| {
            self.events.iter().find(|change| change.resource == resource && change.property == "ensure")
        };
        let created = count(&|resource| ensure(resource).is_some_and(|change| change.creates()));
        let removed = count(&|resource| ensure(resource).is_some_and(|change| change.removes()));
        let changed = count(&|_| true) - created - removed;
        let counts = format!("{created} to create, {changed} to change, {removed} to remove");
        Ok(format!("{text}{counts}{root}, on node '{}'\n", catalog.node))
    }
}

/// Returns the content that a resource of the catalog sets.
fn content_of<'c>(catalog: &'c Catalog, reference: &str) -> Option<&'c str> {
    let is_it = |resource: &&Resource| resource.reference.to_string() == reference;
    let resource = catalog.iter().map(|(_, resource)| resource).find(is_it)?;
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
