//! The line of a module: name, version, directory and validity.

use std::path::Path;

use modules::{DependencyFault, Module};
use report::sanitize::printable;

use super::List;

impl List<'_> {
    /// Formats a module. As in Puppet, a list marks it as invalid if any dependent rejects it; a tree only
    /// below the last dependent in the output.
    pub(super) fn line(&self, module: &Module, directory: &Path, parent: Option<Option<&Module>>) -> String {
        let version = module.version.as_ref().map_or_else(|| "???".to_owned(), |version| format!("v{version}"));
        let mut text = format!("{} ({})", printable(&module.display_name()), self.colored("36", &version));
        if module.path != directory {
            text += &format!(" [{}]", printable(&module.path.display().to_string()));
        }
        let mut faults = self.unmet.iter().filter(|unmet| {
            unmet.fault == DependencyFault::Mismatch && Some(&unmet.dependency.name) == module.forge_name.as_ref()
        });
        let is_invalid = match parent {
            None => faults.next().is_some(),
            Some(parent) => parent
                .is_some_and(|parent| faults.next_back().is_some_and(|unmet| unmet.dependent == parent.display_name())),
        };
        if is_invalid {
            text += &format!("  {}", self.colored("31", "invalid"));
        }
        text
    }

    pub(super) fn colored(&self, color: &str, text: &str) -> String {
        let text = printable(text);
        if self.colored { format!("\x1b[0;{color}m{text}\x1b[0m") } else { text.into_owned() }
    }
}
