//! The database for collectors and queries of manifests.

use std::sync::Arc;

use anyhow::Result;
use engine::{EngineOptions, Settings};
use fleet::NodeDatabase;

use super::authority;
use crate::args::Compile;

/// Returns the database of the settings; `None` without one.
///
/// # Errors
/// Returns an error if a setting or the file puppetdb.conf is not valid, or the database cannot be opened.
pub(crate) fn of_settings(settings: &Settings) -> Result<Option<Arc<dyn NodeDatabase>>> {
    server::node_database(settings, || certname(settings))
}

/// Returns the options of the engine for a command that compiles. `node` is the name of the node if a flag gives one.
///
/// # Errors
/// Returns the errors of [`of_settings`].
pub(crate) fn options(compile: &Compile, node: Option<&str>, settings: &Settings) -> Result<EngineOptions> {
    Ok(EngineOptions { database: of_settings(settings)?, ..compile.options(node) })
}

/// Returns the database of the report processor `puppetdb`.
///
/// # Errors
/// Returns an error if a setting or the file puppetdb.conf is not valid, or the database cannot be opened.
pub(crate) fn of_reports(settings: &Settings) -> Result<Arc<dyn NodeDatabase>> {
    server::report_database(settings, || certname(settings))
}

/// Returns the name of the certificate for connections to PuppetDB.
fn certname(settings: &Settings) -> Result<String> {
    Ok(authority::certname(settings)?.to_string())
}
