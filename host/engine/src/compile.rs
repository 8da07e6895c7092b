//! Compilation of a session's manifests.

use std::time::{Duration, Instant};

use anyhow::Result;
use catalog::{Catalog, Resource};

use crate::log::{Logger, log_compilation};
use crate::node_database::check_exported;
use crate::session::Session;
use crate::world::VerifyScope;

/// The result of a compilation.
pub struct CompileOutcome {
    /// The catalog; `None` if the compilation failed, with the errors in the log.
    pub catalog: Option<Catalog>,
    /// The resources that the node exports, collected or not.
    pub exported: Vec<Resource>,
    /// The duration of the compilation.
    pub time: Duration,
}

impl Session<'_> {
    /// Compiles and logs the messages.
    ///
    /// # Errors
    /// Returns an error if a component of a used type is not accepted, the environment's `config_version`
    /// command fails, or an exported resource contains a sensitive value.
    pub fn compile(&self, logger: &mut dyn Logger) -> Result<CompileOutcome> {
        let (engine, name) = (self.engine, self.engine.node.name());
        let start = Instant::now();
        let version = match &engine.options.config_version {
            Some(version) => Some(version.clone()),
            None => engine.environment.version()?,
        };
        let compiled = compiler::compile(&self.world, &self.request);
        let time = start.elapsed();
        self.verify(if compiled.is_ok() { VerifyScope::Used } else { VerifyScope::All })?;
        engine.node.report(logger)?;
        let mut exported = Vec::new();
        let catalog = match compiled {
            Ok(mut compiled) => {
                if let Some(version) = version {
                    compiled.catalog.version = version;
                }
                log_compilation(logger, &compiled.logs, &compiled.sources);
                if *engine.settings.storeconfigs {
                    check_exported(&compiled.exported)?;
                }
                exported = compiled.exported;
                *self.sources.borrow_mut() = compiled.sources;
                Some(compiled.catalog)
            }
            Err(failure) => {
                log_compilation(logger, &failure.logs, &failure.sources);
                let before = if failure.is_parse {
                    format!("Could not parse for environment {}: ", engine.environment.name)
                } else {
                    String::new()
                };
                for diagnostic in &failure.diagnostics {
                    logger.diagnostic(diagnostic, &failure.sources, &before, &format!(" on node {name}"));
                }
                None
            }
        };
        Ok(CompileOutcome { catalog, exported, time })
    }
}
