//! Output of `module list`: by directory, or as a tree of dependencies.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use modules::{DependencyFault, Module, UnmetDependency, with_prefix};
use report::sanitize::printable;

/// A line, and the nested lines.
struct Node {
    text: String,
    inner: Vec<Node>,
}

/// The data that the lines are built from.
struct List<'a> {
    modules: &'a [Module],
    unmet: &'a [UnmetDependency],
    colored: bool,
}

/// Formats the list.
pub(super) fn show(
    directories: &[PathBuf],
    modules: &[Module],
    unmet: &[UnmetDependency],
    as_tree: bool,
    colored: bool,
) -> String {
    let list = List { modules, unmet, colored };
    let mut text = String::new();
    for directory in directories {
        let mut inside: Vec<&Module> = modules.iter().filter(|module| module.path == *directory).collect();
        let none = if inside.is_empty() { " (no modules installed)" } else { "" };
        text += &format!("{}{none}\n", printable(&directory.display().to_string()));
        let nodes = if as_tree {
            // Modules with the fewest dependents come first; in a cycle every module may have dependents.
            inside.sort_by_key(|module| list.dependents(module));
            list.tree(&inside, &mut Vec::new(), None, directory, &mut BTreeSet::new())
        } else {
            inside.sort_by(|a, b| a.sort_key().cmp(b.sort_key()));
            let line = |module: &&Module| Node { text: list.line(module, directory, None), inner: Vec::new() };
            inside.iter().map(line).collect()
        };
        text += &format(&nodes, 0);
    }
    text
}

impl<'a> List<'a> {
    fn dependents(&self, module: &Module) -> usize {
        let depends = |other: &&Module| {
            other.dependencies.iter().any(|dependency| Some(&dependency.name) == module.forge_name.as_ref())
        };
        self.modules.iter().filter(depends).count()
    }

    /// Shows each module once, below its first dependent.
    fn tree(
        &self,
        modules: &[&'a Module],
        ancestors: &mut Vec<&'a str>,
        parent: Option<&Module>,
        directory: &Path,
        seen: &mut BTreeSet<&'a str>,
    ) -> Vec<Node> {
        let mut nodes = Vec::new();
        for module in modules {
            if !seen.insert(module.sort_key()) {
                continue;
            }
            let text = self.line(module, directory, Some(parent));
            let mut inner = Vec::new();
            if !ancestors.contains(&module.sort_key()) {
                let missing = module.dependencies.iter().filter(|dependency| dependency.is_missing(self.modules));
                inner.extend(missing.map(|dependency| {
                    let name = printable(&dependency.name).replacen('/', "-", 1);
                    let versions = self.colored("36", &with_prefix(&dependency.versions));
                    let text = format!("{} {name} ({versions})", self.colored("41", "UNMET DEPENDENCY"));
                    Node { text, inner: Vec::new() }
                }));
                let there: Vec<&Module> =
                    module.dependencies.iter().filter_map(|dependency| dependency.in_directory(self.modules)).collect();
                ancestors.push(module.sort_key());
                inner.extend(self.tree(&there, ancestors, Some(module), directory, seen));
                ancestors.pop();
            }
            nodes.push(Node { text, inner });
        }
        nodes
    }

    /// Formats a module. As in Puppet, a list marks it as invalid if any dependent rejects it; a tree only
    /// below the last dependent in the output.
    fn line(&self, module: &Module, directory: &Path, parent: Option<Option<&Module>>) -> String {
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

    fn colored(&self, color: &str, text: &str) -> String {
        let text = printable(text);
        if self.colored { format!("\x1b[0;{color}m{text}\x1b[0m") } else { text.into_owned() }
    }
}

fn format(nodes: &[Node], level: usize) -> String {
    let indent = "  ".repeat(level);
    let mut text = String::new();
    for (index, node) in nodes.iter().enumerate() {
        let is_last = index + 1 == nodes.len();
        let branch = if node.inner.is_empty() { '─' } else { '┬' };
        text += &format!("{indent}{}─{branch} {}\n", if is_last { '└' } else { '├' }, node.text);
        for line in format(&node.inner, level + 1).lines() {
            match line.strip_prefix(&format!("{indent} ")).filter(|_| !is_last) {
                Some(rest) => text += &format!("{indent}│{rest}\n"),
                None => text += &format!("{line}\n"),
            }
        }
    }
    text
}
