//! Index of definitions: classes, types and functions of manifests, and Ruby files of modules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::repository::Modules;
use crate::source::Definitions;

/// Directories of functions written in Ruby, in the forms of Puppet 4 and Puppet 3.
const RUBY_FUNCTIONS: [&str; 2] = ["lib/puppet/functions", "lib/puppet/parser/functions"];

/// Definitions by name.
pub(crate) struct Index<'a> {
    modules: &'a Modules,
    /// The modules whose manifests were read.
    checked: &'a BTreeSet<String>,
    definitions: &'a Definitions,
}

impl<'a> Index<'a> {
    pub(crate) fn new(modules: &'a Modules, checked: &'a BTreeSet<String>, definitions: &'a Definitions) -> Self {
        Self { modules, checked, definitions }
    }

    pub(crate) fn modules(&self) -> &'a Modules {
        self.modules
    }

    pub(crate) fn definitions(&self) -> &'a Definitions {
        self.definitions
    }

    /// Returns the directories of the modules whose manifests were read.
    pub(crate) fn checked(&self) -> impl Iterator<Item = &'a Path> {
        self.checked.iter().filter_map(|name| self.modules.get(name))
    }

    /// Returns whether the module of a qualified name is missing.
    pub(crate) fn lacks_module_of(&self, name: &str) -> bool {
        name.split_once("::").is_some_and(|(module, _)| self.modules.get(module).is_none() && module != "environment")
    }

    /// Returns the file of a function that is written in Ruby. As in Puppet, a function with a namespace is searched in the
    /// module of that name, another one in all modules.
    pub(crate) fn ruby_function(&self, name: &str) -> Option<PathBuf> {
        let paths = RUBY_FUNCTIONS.map(|directory| format!("{directory}/{}.rb", name.replace("::", "/")));
        match name.split_once("::") {
            Some((module, _)) => {
                let own = self.modules.environment().join(&paths[0]);
                let own = (module == "environment" && own.is_file()).then_some(own);
                own.or_else(|| existing(self.modules.get(module)?, &paths))
            }
            None => self.modules.all().find_map(|(_, directory)| existing(directory, &paths)),
        }
    }

    /// Returns the file of a module with a path below `lib`.
    pub(crate) fn ruby_file(&self, path: &str) -> Option<PathBuf> {
        let path = [format!("lib/{path}")];
        self.modules.all().find_map(|(_, directory)| existing(directory, &path))
    }

    /// Returns the Ruby files in a directory below `lib` of the checked modules.
    pub(crate) fn ruby_files(&self, directory: &str) -> Vec<(PathBuf, String)> {
        let mut found = Vec::new();
        for module in self.checked() {
            let base = module.join("lib").join(directory);
            for file in crate::repository::files_below(&base, &["rb"]) {
                let name = file.with_extension("");
                let name = name.strip_prefix(&base).unwrap_or(&name).display().to_string().replace('/', "::");
                found.push((file, name));
            }
        }
        found
    }

    /// Returns the Ruby files of all functions of the checked modules, with the names of the functions.
    pub(crate) fn ruby_functions(&self) -> Vec<(PathBuf, String)> {
        RUBY_FUNCTIONS.iter().flat_map(|directory| self.ruby_files(directory.trim_start_matches("lib/"))).collect()
    }
}

fn existing(directory: &Path, paths: &[String]) -> Option<PathBuf> {
    paths.iter().map(|path| directory.join(path)).find(|file| file.is_file())
}
