//! `resource`: existing resources as a manifest, and changing one resource. All access goes through components,
//! as in a run.

mod attributes;
mod output;
mod unknown;

use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use runtime::Runtime;
use transaction::resource::{self, FoundResource};
use transaction::{ApplyOptions, NoFunctions, Noop};

use crate::args::ResourceArguments;
use crate::console::Console;
use crate::exit;
use engine::clock::SystemClock;
use engine::log::TransactionLogger;
use engine::{Engine, ManifestSet, RunLock, SessionOptions, VerifyScope};

use attributes::{add_parameters, parse};

/// Shows resources, or changes one and shows it.
///
/// # Errors
/// Returns an error if the type or an attribute does not exist, or resources cannot be listed or read.
pub(crate) fn run(arguments: &ResourceArguments, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, arguments.root.as_deref(), "user")?;
    let engine = Engine::open(settings, arguments.compile.options(None), console.engine_hooks(), console)?;
    let noop = *engine.settings().noop;
    let _lock = match arguments.settings.is_empty() || noop {
        true => None,
        false => Some(RunLock::take(engine.settings(), console)?),
    };
    let session =
        engine.session(ManifestSet::default(), SessionOptions { noop, ..SessionOptions::default() }, console)?;
    let mut runtime = session.runtime;
    if arguments.types {
        let mut names: Vec<&str> = runtime.registry().type_names().collect();
        names.sort_unstable();
        match console.is_structured() {
            true => console.print_data(&names.into()),
            false => console.print_untrusted(&(names.join("\n") + "\n")),
        }
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let type_name = arguments.type_name.as_deref().unwrap_or_default().to_lowercase();
    let mut has_failed = false;
    let found = find(arguments, &type_name, noop, &mut runtime, console, &mut has_failed);
    runtime.finish()?;
    engine::verify_types(runtime.registry(), if found.is_ok() { VerifyScope::Used } else { VerifyScope::All })?;
    let hint = || unknown::hint(&runtime, &type_name, &arguments.settings);
    let found = found.map_err(|reason| anyhow!("Could not run: {reason}{}", hint()))?;
    output::print(&type_name, &found, arguments.to_yaml, console)?;
    Ok(ExitCode::from(if has_failed && arguments.fail { exit::FAILURE } else { exit::SUCCESS }))
}

fn find(
    arguments: &ResourceArguments,
    type_name: &str,
    is_noop: bool,
    runtime: &mut Runtime,
    console: &mut Console,
    has_failed: &mut bool,
) -> Result<Vec<FoundResource>> {
    let settings = arguments.settings.iter().map(|setting| parse(setting)).collect::<Result<Vec<_>>>()?;
    let clock = SystemClock::default();
    let mut observer = TransactionLogger(console);
    let Some(title) = &arguments.title else {
        if type_name == "file" {
            bail!(
                "Listing all file instances is not supported.  Please specify a file or directory, e.g. marotte resource file /etc"
            );
        }
        return Ok(resource::list(type_name, runtime, &mut observer, &clock)?);
    };
    if !settings.is_empty() {
        let catalog = resource::single(type_name, title, &settings);
        let prepared = transaction::prepare(catalog, runtime, &mut NoFunctions, &mut observer, &clock);
        let reason =
            |issues: Vec<transaction::CatalogIssue>| issues.first().map(ToString::to_string).unwrap_or_default();
        let prepared = prepared.map_err(|issues| anyhow!(reason(issues)))?;
        let noop = if is_noop { Noop::On } else { Noop::Off };
        let options = ApplyOptions { noop, ..ApplyOptions::default() };
        *has_failed = transaction::apply(prepared, runtime, &options, &mut observer, &clock).has_failures();
    }
    let mut found = resource::read(type_name, title, &settings, runtime, &mut observer, &clock)?;
    if !arguments.param.is_empty() {
        let catalog = resource::single(type_name, title, &settings);
        let prepared = transaction::prepare(catalog, runtime, &mut NoFunctions, &mut observer, &clock);
        add_parameters(&mut found, &arguments.param, prepared.as_ref().ok());
    }
    Ok(vec![found])
}
