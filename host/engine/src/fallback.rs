//! Fallback for manifests that do not compile: the last good catalog, according to Puppet's setting
//! `usecacheonfailure`.

use anyhow::{Context as _, Result};
use catalog::{Catalog, Level};

use crate::catalog_cache::CachedCatalog;
use crate::engine::Engine;
use crate::log::Logger;

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

/// Returns the last good catalog, if it exists and its use is permitted.
pub(crate) fn find(engine: &Engine, is_test: bool, logger: &mut dyn Logger) -> Option<Catalog> {
    let setting = &engine.settings.usecacheonfailure;
    let is_allowed = **setting && (setting.is_given() || !is_test);
    if !is_allowed {
        logger.log(Level::Warning, "", "Not using cache on failed catalog");
        return None;
    }
    let environment = &engine.environment.name;
    match last_good(engine).load() {
        Err(reason) => {
            logger.log(Level::Debug, "", &format!("There is no cached catalog: {reason}"));
            None
        }
        Ok(catalog) if catalog.environment != *environment => {
            let message = format!(
                "Not using cached catalog because its environment '{}' does not match '{environment}'",
                catalog.environment
            );
            logger.log(Level::Err, "", &message);
            None
        }
        Ok(catalog) => {
            // Puppet logs this at level info, but the user should see why a run continues after errors.
            logger.log(Level::Notice, "", &format!("Using cached catalog from environment '{environment}'"));
            Some(catalog)
        }
    }
}

fn last_good(engine: &Engine) -> CachedCatalog {
    let settings = &engine.settings;
    CachedCatalog::new(&settings.catalog_cache_dir, &engine.node.name(), &settings.checker)
}
