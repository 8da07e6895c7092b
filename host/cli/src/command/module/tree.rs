//! Output of `module list`: by directory, or as a tree of dependencies.

mod lines;
mod module_line;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use modules::{Module, UnmetDependency, with_prefix};
use report::sanitize::printable;

use lines::{Node, format};

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
}
