//! Fallback for manifests that do not compile: the last good catalog, according to Puppet's setting `usecacheonfailure`.

use anyhow::{Context as _, Result};
use catalog::Catalog;

use crate::args::Apply;
use crate::catalog_cache::CachedCatalog;
use crate::compile_context::CompileContext;
use crate::console::{Console, Level};

/// Keeps the catalog of the environment's own manifests for later runs.
///
/// # Errors
/// It can't be written.
pub(super) fn keep(surroundings: &CompileContext, catalog: &Catalog, console: &mut Console) -> Result<()> {
    let is_kept = last_good(surroundings)?.keep(catalog).context("Could not keep the last good catalog")?;
    if !is_kept {
        console.log(Level::Debug, "", "The catalog holds a secret, and is not kept as the last good one");
    }
    Ok(())
}

/// Returns the last good catalog, if it may be used and there is one.
///
/// # Errors
/// A setting depends on itself.
pub(super) fn find(arguments: &Apply, surroundings: &CompileContext, console: &mut Console) -> Result<Option<Catalog>> {
    let settings = &surroundings.settings;
    let setting = &settings.usecacheonfailure;
    let is_allowed = **setting && (setting.is_given() || !arguments.test);
    if !is_allowed {
        console.log(Level::Warning, "", "Not using cache on failed catalog");
        return Ok(None);
    }
    let environment = &surroundings.environment.name;
    match last_good(surroundings)?.load() {
        Err(reason) => {
            console.log(Level::Debug, "", &format!("There is no cached catalog: {reason}"));
            Ok(None)
        }
        Ok(catalog) if catalog.environment != *environment => {
            let message = format!(
                "Not using cached catalog because its environment '{}' does not match '{environment}'",
                catalog.environment
            );
            console.log(Level::Err, "", &message);
            Ok(None)
        }
        Ok(catalog) => {
            // Puppet logs this at level info, but a run that continues after errors should report why.
            console.log(Level::Notice, "", &format!("Using cached catalog from environment '{environment}'"));
            Ok(Some(catalog))
        }
    }
}

fn last_good(surroundings: &CompileContext) -> Result<CachedCatalog> {
    let settings = &surroundings.settings;
    Ok(CachedCatalog::new(&settings.catalog_cache_dir, &surroundings.node.name(), &settings.checker))
}
