//! Fallback for manifests that do not compile: the last good catalog, according to Puppet's setting
//! `usecacheonfailure`.

use std::time::SystemTime;

use anyhow::{Context as _, Result};
use catalog::{Catalog, Level};
use thiserror::Error;

use crate::catalog_cache::CachedCatalog;
use crate::clock::LocalZone;
use crate::engine::Engine;
use crate::log::Logger;

/// Reason why there is no stored catalog that can be applied.
#[derive(Debug, Error)]
pub enum CachedCatalogError {
    /// No catalog is stored, or it cannot be used.
    #[error("There is no cached catalog: {0:#}")]
    Missing(anyhow::Error),
    /// The stored catalog is for another environment.
    #[error("Not using cached catalog because its environment '{cached}' does not match '{expected}'")]
    Environment {
        /// The environment of the stored catalog.
        cached: String,
        /// The environment of the run.
        expected: String,
    },
}

/// Stores the catalog of the environment's own manifests for later runs.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(crate) fn keep(engine: &Engine, catalog: &Catalog, logger: &mut dyn Logger) -> Result<()> {
    let is_kept = last_good(engine).keep(catalog).context("Could not keep the last good catalog")?;
    if !is_kept {
        logger.log(Level::Debug, "", "The catalog contains a secret, and is not stored as the last good catalog");
    }
    Ok(())
}

/// Returns the last good catalog, if it exists and its use is requested. Puppet's agent uses it by default; here that would
/// hide errors of manifests. It is never used in a dry run, which would show the changes of other manifests.
pub(crate) fn find(engine: &Engine, noop: bool, is_test: bool, logger: &mut dyn Logger) -> Option<Catalog> {
    let setting = &engine.settings.usecacheonfailure;
    if !**setting {
        return None;
    }
    if noop || is_test && !setting.is_given() {
        logger.log(Level::Warning, "", "Not using cache on failed catalog");
        return None;
    }
    match load(engine) {
        Err(error) => {
            let is_missing = matches!(error, CachedCatalogError::Missing(_));
            logger.log(if is_missing { Level::Debug } else { Level::Err }, "", &error.to_string());
            None
        }
        Ok((catalog, time)) => {
            let time = LocalZone::system().time(time);
            let message = format!("The manifests do not compile; applying the catalog of {}", time.plain());
            logger.log(Level::Warning, "", &message);
            Some(catalog)
        }
    }
}

/// Returns the last good catalog and the time at which it was stored.
///
/// # Errors
/// Returns an error if there is no stored catalog for the environment, or other users can change it.
pub(crate) fn load(engine: &Engine) -> Result<(Catalog, SystemTime), CachedCatalogError> {
    let (catalog, time) = last_good(engine).load().map_err(|error| CachedCatalogError::Missing(error.into()))?;
    let expected = &engine.environment.name;
    if catalog.environment != *expected {
        return Err(CachedCatalogError::Environment { cached: catalog.environment, expected: expected.clone() });
    }
    Ok((catalog, time))
}

fn last_good(engine: &Engine) -> CachedCatalog {
    let settings = &engine.settings;
    CachedCatalog::new(&settings.catalog_cache_dir, &engine.node.name(), &settings.checker)
}
