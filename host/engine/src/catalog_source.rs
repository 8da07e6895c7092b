//! Sources of the catalog of a run: the compiler, the last good catalog if the manifests do not compile, or a file.

use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use catalog::{Catalog, Level, wire};
use fleet::NodeDatabase;
use ownership::OwnershipRule;

use crate::fallback::{self, CachedCatalogError};
use crate::log::Logger;
use crate::plan::Plan;
use crate::session::Session;

/// The catalog of a run.
pub struct RunCatalog {
    /// The catalog.
    pub catalog: Catalog,
    /// The duration of the compilation.
    pub time: Duration,
    /// Whether this is the last good catalog because the manifests do not compile.
    pub is_cached: bool,
}

impl Session<'_> {
    /// Reads a catalog in the JSON format of Puppet; `-` is standard input.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, all users can write to it, or it is not a catalog.
    pub fn read_catalog(&self, path: &Path) -> Result<Catalog> {
        let text = if path == Path::new("-") {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map(|_| text)
        } else {
            // The error for a world-writable file keeps its own message.
            self.engine
                .settings
                .checker
                .read(path, OwnershipRule::Code)
                .map_err(io::Error::from)
                .and_then(|bytes| String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8")))
        };
        let text = text.with_context(|| format!("Could not run: Could not read '{}'", path.display()))?;
        wire::read(&text, &|name| self.is_native(name))
            .with_context(|| format!("Could not run: Could not deserialize catalog from JSON: '{}'", path.display()))
    }

    /// Reads the catalog of a server in Puppet's JSON. Types that are only written in Ruby are known from the plugins of the
    /// environment.
    ///
    /// # Errors
    /// Returns an error if the text is not a catalog, or the catalog has a resource of an unknown type.
    pub fn read_retrieved_catalog(&self, text: &str) -> Result<Catalog> {
        let is_known = |name: &str| self.is_native(name) || self.world.declared(name).is_some();
        wire::read(text, &is_known).context("Could not retrieve catalog from remote server")
    }

    /// Stores the catalog for runs that cannot retrieve or compile one. A catalog with secrets is not stored.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn keep_catalog(&self, catalog: &Catalog, logger: &mut dyn Logger) -> Result<()> {
        fallback::keep(self.engine, catalog, logger)
    }

    /// Returns the stored catalog and the time at which it was stored, or the reason why there is none.
    ///
    /// # Errors
    /// Returns an error if there is no stored catalog for the environment, or other users can change it.
    pub fn stored_catalog(&self) -> Result<(Catalog, SystemTime), CachedCatalogError> {
        fallback::load(self.engine)
    }

    /// Returns the catalog of a plan.
    ///
    /// # Errors
    /// Returns an error if the plan contains no valid catalog.
    pub fn planned_catalog(&self, plan: &Plan) -> Result<Catalog> {
        plan.catalog(&|name| self.is_native(name))
    }

    /// Compiles the catalog of a run. The catalog of the environment's own manifests is stored as the last
    /// good one unless this is a dry run. If the manifests do not compile, the last good catalog is used if
    /// the setting `usecacheonfailure` requests it, except in a dry run. `is_test` is whether the run was started
    /// with `--test`, which disables that unless a flag or variable requests it. Returns `None` if there is no
    /// catalog, with the errors in the log. Facts and catalog are sent to the database, if there is one.
    ///
    /// # Errors
    /// Returns the errors of [`Session::compile`], or an error if the database does not accept the facts or the catalog, or the
    /// last good catalog cannot be written.
    pub fn compile_for_run(&self, noop: bool, is_test: bool, logger: &mut dyn Logger) -> Result<Option<RunCatalog>> {
        let database = self.engine.options.database.as_deref();
        if let Some(database) = database {
            let recorded = self.engine.record_facts(database, noop, logger);
            unless_soft(database, recorded, logger)?;
        }
        let done = self.compile(logger)?;
        if let (Some(database), Some(catalog)) = (database, &done.catalog) {
            unless_soft(database, self.record_catalog(database, catalog, &done.exported), logger)?;
        }
        let run_catalog = |catalog, is_cached| RunCatalog { catalog, time: done.time, is_cached };
        match done.catalog {
            Some(catalog) => {
                let (name, environment, seconds) = (&catalog.node, &catalog.environment, done.time.as_secs_f64());
                let message =
                    format!("Compiled catalog for {name} in environment {environment} in {seconds:.2} seconds");
                logger.log(Level::Notice, "", &message);
                if self.is_own && !noop {
                    fallback::keep(self.engine, &catalog, logger)?;
                }
                Ok(Some(run_catalog(catalog, false)))
            }
            None if self.is_own => {
                let found = fallback::find(self.engine, noop, is_test, logger);
                Ok(found.map(|catalog| run_catalog(catalog, true)))
            }
            None => Ok(None),
        }
    }
}

/// Logs the error of a command instead of returning it if the run continues without it.
fn unless_soft(database: &dyn NodeDatabase, recorded: Result<()>, logger: &mut dyn Logger) -> Result<()> {
    match recorded {
        Err(error) if database.is_soft() => {
            logger.log(Level::Err, "", &format!("{error:#}"));
            Ok(())
        }
        recorded => recorded,
    }
}
