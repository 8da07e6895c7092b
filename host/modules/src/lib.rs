//! Modules of the Puppet language: their metadata and dependencies, Puppetfiles, and the problems that `module check`
//! reports.

mod check;
mod dependency;
mod metadata;
mod puppetfile;

use std::path::PathBuf;

pub use check::{ModuleFault, check, check_system, compare};
pub use dependency::{DependencyFault, ModuleDependency, UnmetDependency, counts, unmet, warnings, with_prefix};
pub use metadata::{Module, OperatingSystem};
pub use puppetfile::{DeclaredModule, ModuleOrigin, Puppetfile};

/// Reads the modules in directories. Also returns messages about invalid metadata, with the names of the modules. Directories
/// whose name cannot be that of a module are ignored, as in Puppet.
pub fn read(directories: impl IntoIterator<Item = PathBuf>) -> (Vec<Module>, Vec<(String, String)>) {
    let (mut modules, mut invalid) = (Vec::new(), Vec::new());
    for directory in directories {
        let name = directory.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_module_name(name) {
            let (module, message) = Module::read(&directory, name);
            modules.push(module);
            invalid.extend(message.map(|message| (name.to_owned(), message)));
        }
    }
    (modules, invalid)
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}
