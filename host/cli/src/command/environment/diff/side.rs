//! The environments that are compared: directories and artifacts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use engine::Settings;
use registry::environment::{EnvironmentReference, EnvironmentTree, FetchedEnvironment, ModuleVersion};
use registry::{Digest, Network, Repository};

use super::super::{module_directories, pulled};
use crate::console::Console;

/// One of the environments.
pub(super) enum Side {
    Directory(PathBuf),
    Artifact { from: Box<dyn Repository>, reference: EnvironmentReference, fetched: Box<FetchedEnvironment> },
}

impl Side {
    /// Finds the environment that a text names: a pulled one, a directory or an artifact.
    pub(super) fn open(text: &str, settings: &Settings, network: &Network) -> Result<Self> {
        if let Some((_, directory)) = pulled(settings, text)? {
            return Ok(Self::Directory(directory));
        }
        if Path::new(text).is_dir() {
            return Ok(Self::Directory(PathBuf::from(text)));
        }
        let reference = EnvironmentReference::parse(text)?;
        let from = reference.open(network)?;
        let fetched = Box::new(FetchedEnvironment::fetch(&*from, &reference)?);
        Ok(Self::Artifact { from, reference, fetched })
    }

    /// Returns the digests of the layers of an artifact.
    pub(super) fn layers(&self) -> BTreeSet<Digest> {
        match self {
            Self::Directory(_) => BTreeSet::new(),
            Self::Artifact { fetched, .. } => fetched.manifest.layers.iter().map(|layer| layer.digest).collect(),
        }
    }

    /// Returns the modules and the files, except those in layers that the other environment has, too.
    pub(super) fn read(
        self,
        equal: &BTreeSet<Digest>,
        settings: &Settings,
        console: &mut Console,
    ) -> Result<(Vec<ModuleVersion>, EnvironmentTree)> {
        match self {
            Self::Directory(directory) => {
                let tree = EnvironmentTree::read(&directory, &settings.checker)?;
                let directories = module_directories(&directory, &settings.checker, console)?;
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
