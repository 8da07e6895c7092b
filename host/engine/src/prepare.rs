//! Preparation of a catalog: deferred calls, validation, and relationships.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use catalog::{Catalog, Level};
use syntax::{Diagnostic, SourceMap};
use transaction::{CatalogIssue, Prepared};
use value::Strict;

use crate::clock::SystemClock;
use crate::deferred;
use crate::log::{Logger, TransactionLogger, log_compilation};
use crate::ruby_types::RubyType;
use crate::session::Session;
use crate::world::{SystemWorld, VerifyScope};

impl Session<'_> {
    /// Prepares a catalog, including its deferred calls; `None` if it is invalid, with the errors in the log.
    ///
    /// # Errors
    /// Returns an error if a component that the catalog needs is not accepted.
    pub fn prepare(&mut self, catalog: Catalog, logger: &mut dyn Logger) -> Result<Option<Prepared>> {
        let clock = SystemClock::default();
        self.declare_ruby_types(&catalog);
        let Self { runtime, world, request, sources, .. } = self;
        let sources = &*sources.borrow();
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
                    refuse(logger, prepared.unmanaged(), sources, world)
                }
                Ok(prepared) => Some(prepared),
                Err(issues) => refuse(logger, &issues, sources, world),
            })
        })
    }

    /// Passes the types of a catalog that modules declare in Ruby to the runtime. A resource of a type that exists only in Ruby
    /// fails with the name of the file. A resource of a built-in type fails if it sets an attribute that only the module declares.
    fn declare_ruby_types(&mut self, catalog: &Catalog) {
        let mut names: BTreeSet<String> =
            catalog.iter().map(|(_, resource)| resource.reference.type_name.to_lowercase()).collect();
        // Modules cannot replace classes and the engine's types.
        names.retain(|name| name != "class" && !catalog::is_engine_type(name));
        for name in names {
            if self.is_native(&name) {
                if let Some(RubyType { schema, .. }) = self.world.overriding(&name) {
                    self.runtime.set_module_schema(schema);
                }
            } else if let Some(RubyType { schema, file, .. }) = self.world.declared_with_titles(&name) {
                let reason = format!(
                    "{}; 'marotte provider new --from-ruby {}' creates the skeleton of a component",
                    untrusted(&file),
                    file.display()
                );
                self.runtime.declare(schema, reason);
            }
        }
    }
}

/// Returns the reason why a type or provider in a Ruby file of a module cannot be used.
fn untrusted(file: &Path) -> String {
    let file = file.display();
    format!("it is written in Ruby ({file}), which is run once its module is trusted ('marotte module trust MODULE')")
}

/// Logs the reasons why a catalog cannot be applied.
fn refuse(
    logger: &mut dyn Logger,
    issues: &[CatalogIssue],
    sources: &SourceMap,
    world: &SystemWorld,
) -> Option<Prepared> {
    for issue in issues {
        match located(issue, sources, world) {
            Some(diagnostic) => logger.diagnostic(&diagnostic, sources, "", ""),
            None => logger.log(Level::Err, "", &issue.to_string()),
        }
    }
    None
}

/// Returns an issue with its position in the source; `None` if the source is not known. Only texts that the compiler
/// has read are shown, since a catalog of another origin can name any file.
fn located(issue: &CatalogIssue, sources: &SourceMap, world: &SystemWorld) -> Option<Diagnostic> {
    let (reference, position) = (issue.resource.as_ref()?, issue.position.as_ref()?);
    let source = sources.find(&position.file)?;
    let found = syntax::find_resource(
        source,
        position.line,
        &reference.title,
        issue.invalid.as_ref().map(|invalid| &*invalid.name),
    )?;
    let mut diagnostic = Diagnostic::error("INVALID_RESOURCE", issue.message.clone(), found.title);
    // Puppet prints the line of the resource only.
    diagnostic.shows_column = false;
    let Some(invalid) = &issue.invalid else { return Some(diagnostic) };
    if invalid.name == "path" && &*reference.type_name == "File" && !reference.title.starts_with('/') {
        diagnostic = diagnostic.with_hint("write the whole path, beginning with '/'");
    }
    let Some(value) = found.value else { return Some(diagnostic) };
    let written = source.slice(value);
    if invalid.name == "provider"
        && let Some(file) = world.ruby_provider(&reference.type_name.to_lowercase(), written.trim_matches(['\'', '"']))
    {
        return Some(diagnostic.with_label(value, "this value").with_hint(untrusted(&file)));
    }
    let hint = match syntax::nearest(written.trim_matches(['\'', '"']), invalid.choices.iter().map(String::as_str)) {
        Some(choice) => Some(format!("did you mean '{choice}'?")),
        None if invalid.name == "mode" && written.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(format!("put it in quotes: '{written}'"))
        }
        None if invalid.name == "mode" => {
            Some("write an octal mode such as '0644', or a symbolic one such as 'u=rw,go=r'".to_owned())
        }
        None if &*reference.type_name == "Cron" => range_of_cron(&invalid.name).map(str::to_owned),
        None if invalid.name == "source" && &*reference.type_name == "File" => {
            Some("use an absolute path, or a URL with file, puppet, http or https".to_owned())
        }
        None => None,
    };
    diagnostic = diagnostic.with_label(value, "this value");
    Some(hint.into_iter().fold(diagnostic, Diagnostic::with_hint))
}

/// Returns the valid values of a field of `cron`.
fn range_of_cron(field: &str) -> Option<&'static str> {
    match field {
        "minute" => Some("a minute is a number from 0 to 59, a step such as '*/5', or an array of these"),
        "hour" => Some("an hour is a number from 0 to 23, a step such as '*/2', or an array of these"),
        "monthday" => Some("a day of the month is a number from 1 to 31, or an array of numbers"),
        "month" => Some("a month is a number from 1 to 12, a name such as 'january', or an array of these"),
        "weekday" => Some("a weekday is a number from 0 to 7, a name such as 'monday', or an array of these"),
        _ => None,
    }
}
