//! Preparation of a catalog: deferred calls, validation, and relationships.

use std::collections::BTreeSet;

use anyhow::Result;
use catalog::{Catalog, Level};
use transaction::{CatalogIssue, Prepared};
use value::Strict;

use crate::clock::SystemClock;
use crate::deferred;
use crate::log::{Logger, TransactionLogger, log_compilation};
use crate::session::Session;
use crate::world::{RubyType, VerifyScope};

impl Session<'_> {
    /// Prepares a catalog, including its deferred calls; `None` if it is invalid, with the errors in the log.
    ///
    /// # Errors
    /// Returns an error if a component that the catalog needs is not accepted.
    pub fn prepare(&mut self, catalog: Catalog, logger: &mut dyn Logger) -> Result<Option<Prepared>> {
        let clock = SystemClock::default();
        self.declare_ruby_types(&catalog);
        let Self { runtime, world, request, .. } = self;
        compiler::session(world, request, |session| {
            let mut functions = deferred::Calls { session };
            let prepared =
                transaction::prepare(catalog, runtime, &mut functions, &mut TransactionLogger(logger), &clock);
            let logs = functions.session.take_logs();
            log_compilation(logger, &logs, functions.session.sources());
            world.ensure_providers_verified(if prepared.is_ok() { VerifyScope::Used } else { VerifyScope::All })?;
            Ok(match prepared {
                // With `strict = error`, an unmanaged attribute is an error.
                Ok(prepared) if request.settings.strict == Strict::Error && !prepared.unmanaged().is_empty() => {
                    refuse(logger, prepared.unmanaged())
                }
                Ok(prepared) => Some(prepared),
                Err(issues) => refuse(logger, &issues),
            })
        })
    }

    /// Declares the types of a catalog that exist only in Ruby in a module: their resources fail with the
    /// name of the file.
    fn declare_ruby_types(&mut self, catalog: &Catalog) {
        let mut names: BTreeSet<String> =
            catalog.iter().map(|(_, resource)| resource.reference.type_name.to_lowercase()).collect();
        names.retain(|name| name != "class" && !self.is_native(name));
        for name in names {
            if let Some(RubyType { schema, file }) = self.world.declared(&name) {
                let file = file.display();
                let reason = format!(
                    "it is written in Ruby ({file}), which is not run; marotte provider new --from-ruby {file} \
                     creates the skeleton of a component"
                );
                self.runtime.declare(schema, reason);
            }
        }
    }
}

/// Logs the reasons why a catalog cannot be applied.
fn refuse(logger: &mut dyn Logger, issues: &[CatalogIssue]) -> Option<Prepared> {
    for issue in issues {
        logger.log(Level::Err, "", &issue.to_string());
    }
    None
}
