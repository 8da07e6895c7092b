//! Third-party providers of a run: exactly those in the lock file, each verified before use.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use catalog::Level;
use marotte_contract::manifest::Manifest;
use marotte_contract::schema::PackageSchema;
use ownership::Checker;
use registry::{
    AcceptedProviders, Artifact, Digest, LockFile, LockGuard, LockedProvider, Policy, ProviderStore, installed,
};
use runtime::{ComponentIndex, ComponentRefused, ComponentSource, Package};

use crate::components;
use crate::log::Logger;
use crate::settings::{self, Settings};

/// The paths of lock file, policy and store.
pub struct LockPaths {
    /// The lock.
    pub lock: PathBuf,
    /// The policy.
    pub policy: PathBuf,
    /// The store.
    pub store: ProviderStore,
    checker: Arc<Checker>,
}

/// The data that determine which third-party providers run.
pub struct ProviderLock {
    /// The lock.
    pub lock: LockFile,
    /// The policy.
    pub policy: Policy,
    /// The providers accepted on this system.
    pub accepted: AcceptedProviders,
}

impl LockPaths {
    /// Returns the paths from the settings.
    pub fn of(settings: &Settings) -> Self {
        Self {
            lock: settings.provider_lock.value.clone(),
            policy: settings.provider_policy.value.clone(),
            store: ProviderStore::new(settings.provider_store.value.clone()),
            checker: Arc::clone(&settings.checker),
        }
    }

    /// Reads the lock file, the policy and the record of accepted providers.
    ///
    /// # Errors
    /// Returns an error if one of the files cannot be read, or other users can change it.
    pub fn read(&self) -> Result<ProviderLock> {
        let policy = Policy::load(&self.policy, &self.checker)?;
        let accepted = self.store.accepted(&self.checker)?;
        Ok(ProviderLock { lock: LockFile::load(&self.lock, &self.checker)?, policy, accepted })
    }

    /// Waits for the lock that protects these files from concurrent changes. Logs a message while waiting.
    ///
    /// # Errors
    /// Returns an error if the directory of the lock cannot be created.
    pub fn change(&self, logger: &mut dyn Logger) -> Result<LockGuard> {
        let words = format!("Waiting for another marotte, which changes '{}'", self.lock.display());
        Ok(LockGuard::begin(&self.lock, || logger.log(Level::Notice, "", &words))?)
    }
}

/// Returns the locked providers for the runtime. Their schemas are read now; a component is verified and
/// loaded when one of its types is first used. Without a lock file nothing else is read.
///
/// # Errors
/// Returns an error if lock file or policy cannot be read, a schema differs from the lock file, or a provider
/// defines a built-in type.
pub fn read(settings: &Settings) -> Result<Vec<ComponentSource>> {
    let files = LockPaths::of(settings);
    let lock = LockFile::load(&files.lock, &files.checker)?;
    if lock.entries().is_empty() {
        return Ok(Vec::new());
    }
    let ProviderLock { lock, policy, accepted } = files.read()?;
    let (store, known) = (Arc::new(files.store), Arc::new((policy, accepted)));
    let mut sources = Vec::new();
    for entry in lock.entries() {
        let (schema, manifest) = installed::read_metadata(entry, &store)?;
        check_types(&entry.name, &schema, &manifest)?;
        sources.push(lazy_source(entry, ComponentIndex::of(&schema, &manifest), &store, &known));
    }
    Ok(sources)
}

fn lazy_source(
    entry: &LockedProvider,
    outline: ComponentIndex,
    store: &Arc<ProviderStore>,
    known: &Arc<(Policy, AcceptedProviders)>,
) -> ComponentSource {
    let (entry_to_verify, store, known) = (entry.clone(), Arc::clone(store), Arc::clone(known));
    let load_verified = move || {
        let (policy, accepted) = &*known;
        let verified = installed::verify(&entry_to_verify, &store, policy, accepted);
        let artifact = verified.map_err(|refused| ComponentRefused(refused.to_string()))?;
        let package = artifact.package().clone();
        Ok((artifact.into_component(), package))
    };
    ComponentSource::lazy(entry.name.clone(), outline, load_verified).with_digest(entry.component.bytes())
}

/// Checks that a provider defines no built-in type other than those in the field `ruby.replaces` of its manifest.
///
/// # Errors
/// Returns an error if the provider defines another built-in type.
pub fn check_types(provider: &str, schema: &PackageSchema, manifest: &Manifest) -> Result<()> {
    let replaced = manifest.ruby.as_ref().map(|code| code.replaces.as_slice()).unwrap_or_default();
    let is_refused = |name: &&str| {
        components::built_in_types().any(|known| known == *name) && !replaced.iter().any(|known| known == *name)
    };
    let Some(name) = schema.types.iter().map(|known| known.name.as_str()).find(is_refused) else { return Ok(()) };
    bail!(
        "The provider '{provider}' defines the type '{name}', which is built in: it cannot be used; marotte provider remove {provider} removes it if it is locked"
    )
}

/// Returns the names of the types that a component defines.
pub fn types(package: &Package) -> impl Iterator<Item = &str> {
    package.schema.types.iter().map(|schema| schema.name.as_str())
}

/// Returns whether a locked provider is replaced by a package given on the command line.
pub fn is_overridden_by(locked: &ComponentSource, given: &Package) -> bool {
    let defines = |name: &str| types(given).any(|known| known == name);
    locked.name() == given.manifest.package.name
        || locked.outline().is_some_and(|outline| outline.types.iter().any(defines))
}

/// Returns a verified provider for the runtime.
pub fn source(artifact: Artifact) -> ComponentSource {
    let (name, digest) = (artifact.name().to_owned(), artifact.component_digest());
    let outline = ComponentIndex::of(&artifact.package().schema, &artifact.package().manifest);
    ComponentSource::new(name, artifact.into_component()).with_digest(digest.bytes()).with_outline(outline)
}

/// Returns the components in modules: `providers/*.wasm`.
pub fn in_modules(modulepath: &[PathBuf]) -> Vec<PathBuf> {
    let modules = modulepath.iter().flat_map(|directory| settings::directories_in(directory));
    let mut found: Vec<PathBuf> = modules.flat_map(|module| components_in(&module.join("providers"))).collect();
    found.sort();
    found
}

fn components_in(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    // Directories and special files are ignored.
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "wasm") && path.is_file()).collect()
}

/// Checks that the components in modules are locked.
///
/// # Errors
/// Returns an error if a component is not locked or cannot be read.
pub fn check_modules(modulepath: &[PathBuf], settings: &Settings) -> Result<()> {
    let carried = in_modules(modulepath);
    if carried.is_empty() {
        return Ok(());
    }
    let lock = LockFile::load(&settings.provider_lock, &settings.checker)?;
    for path in carried {
        let digest = Digest::of(&components::read(&path)?);
        if !lock.entries().iter().any(|entry| entry.component == digest) {
            let shown = path.display();
            return Err(anyhow!(
                "The provider '{shown}' of a module is not in the lock: marotte provider add --from-modules shows its grants and adds it"
            ));
        }
    }
    Ok(())
}
