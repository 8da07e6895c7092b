//! `environment diff`: the differences between two environments.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use engine::Settings;
use registry::environment::{
    EnvironmentReference, EnvironmentTree, FetchedEnvironment, FileChange, ModuleVersion, TreeDifference,
};
use registry::{Digest, Network, Repository};
use serde_json::json;

use super::super::provider::place;
use super::version_text;
use crate::args::EnvironmentDiff;
use crate::console::Console;
use crate::exit;

/// One of the environments.
enum Side {
    Directory(PathBuf),
    Artifact { from: Box<dyn Repository>, reference: EnvironmentReference, fetched: FetchedEnvironment },
}

/// Compares two environments.
///
/// # Errors
/// Never returns one; an environment that cannot be read has an exit code of its own.
pub(super) fn run(arguments: &EnvironmentDiff, console: &mut Console) -> Result<ExitCode> {
    match compare(arguments, console) {
        Ok(difference) => {
            let code = if difference.is_empty() { exit::SUCCESS } else { exit::DIFFERENT };
            print(&difference, console);
            Ok(ExitCode::from(code))
        }
        Err(error) => {
            console.fail(&error);
            Ok(ExitCode::from(exit::TROUBLE))
        }
    }
}

fn compare(arguments: &EnvironmentDiff, console: &mut Console) -> Result<TreeDifference> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let network = place::network(console);
    let (before, after) = (side(&arguments.before, &settings, &network)?, side(&arguments.after, &settings, &network)?);
    let (layers_before, layers_after) = (before.layers(), after.layers());
    let before = before.read(&layers_after, &settings, console)?;
    let after = after.read(&layers_before, &settings, console)?;
    Ok(TreeDifference::between((&before.0, &before.1), (&after.0, &after.1)))
}

fn side(text: &str, settings: &Settings, network: &Network) -> Result<Side> {
    if let Some((_, directory)) = super::pulled(settings, text)? {
        return Ok(Side::Directory(directory));
    }
    if Path::new(text).is_dir() {
        return Ok(Side::Directory(PathBuf::from(text)));
    }
    let reference = EnvironmentReference::parse(text)?;
    let from = reference.open(network)?;
    let fetched = FetchedEnvironment::fetch(&*from, &reference)?;
    Ok(Side::Artifact { from, reference, fetched })
}

impl Side {
    /// Returns the digests of the layers of an artifact.
    fn layers(&self) -> BTreeSet<Digest> {
        match self {
            Self::Directory(_) => BTreeSet::new(),
            Self::Artifact { fetched, .. } => fetched.manifest.layers.iter().map(|layer| layer.digest).collect(),
        }
    }

    /// Returns the modules and the files, except those in layers that the other environment has, too.
    fn read(
        self,
        equal: &BTreeSet<Digest>,
        settings: &Settings,
        console: &mut Console,
    ) -> Result<(Vec<ModuleVersion>, EnvironmentTree)> {
        match self {
            Self::Directory(directory) => {
                let tree = EnvironmentTree::read(&directory, &settings.checker)?;
                let directories = super::module_directories(&directory, &settings.checker, console)?;
                Ok((tree.modules(&directories), tree))
            }
            Self::Artifact { from, reference, fetched } => {
                let is_needed = |digest: &Digest| !equal.contains(digest);
                let tree = EnvironmentTree::fetch(&*from, &reference, &fetched.manifest, is_needed)?;
                Ok((fetched.manifest.modules, tree))
            }
        }
    }
}

fn print(difference: &TreeDifference, console: &mut Console) {
    if console.is_structured() {
        return console.print_data(&json!(difference));
    }
    let sign = |change| match change {
        FileChange::Added => '+',
        FileChange::Removed => '-',
        FileChange::Changed => '~',
    };
    let mut text = String::new();
    for module in &difference.modules {
        let (before, after) = (version_text(module.before.as_ref()), version_text(module.after.as_ref()));
        let version = match module.change {
            FileChange::Added => after,
            FileChange::Removed => before,
            FileChange::Changed if before == after => before,
            FileChange::Changed => format!("{before} -> {after}"),
        };
        text += &format!("{} module {} ({version})\n", sign(module.change), module.path);
    }
    for file in &difference.files {
        text += &format!("{} {}\n", sign(file.change), file.path);
    }
    console.print_untrusted(&text);
}
