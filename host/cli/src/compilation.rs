//! Compilation for the commands that compile: input, settings and log messages.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use catalog::Catalog;
use compiler::{CompileRequest, Manifests};
use ownership::OwnershipRule;
use runtime::{ComponentSource, Package};
use syntax::SourceMap;

use crate::compile_context::CompileContext;
use crate::console::{Console, Level};
use crate::settings::Settings;
use crate::world::{SystemWorld, VerifyScope};
use crate::{components, provider_lock};

/// Returns the components of a run: those given on the command line, and the built-in and locked ones that define none of their
/// types.
///
/// # Errors
/// A file cannot be read or is not a component.
pub(crate) fn components(
    settings: &Settings,
    tried: &[PathBuf],
    console: &mut Console,
) -> Result<Vec<ComponentSource>> {
    let mut sources = components::embedded();
    let mut locked = provider_lock::read(settings)?;
    for path in tried {
        settings.checker.check_path(path, OwnershipRule::Code)?;
        let (package, source) = unlocked(path, console)?;
        components::drop_overridden(&mut sources, &package);
        locked.retain(|source| !provider_lock::is_overridden_by(source, &package));
        sources.push(source);
    }
    sources.extend(locked);
    Ok(sources)
}

/// Reads a component given on the command line and logs the grants that it requests.
fn unlocked(path: &Path, console: &mut Console) -> Result<(Package, ComponentSource)> {
    let bytes = components::read(path)?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let package =
        runtime::read_package(&name, &bytes).with_context(|| format!("'{}' is not a provider", path.display()))?;
    let grants = package.grants();
    let grants = if grants.is_empty() { "do nothing to the system".to_owned() } else { grants.join(", ") };
    console.log(Level::Warning, "", &format!("The provider {} is not locked; it may {grants}", path.display()));
    Ok((package, ComponentSource::new(name, bytes)))
}

/// What a compilation gave.
pub(crate) struct CompileOutcome {
    /// The catalog; `None` if what went wrong is on the console.
    pub(crate) catalog: Option<Catalog>,
    /// How long it took.
    pub(crate) time: Duration,
}

/// Compiles and logs the messages. Exported resources are stored afterwards, if there is a store.
///
/// # Errors
/// A component of a used type is not allowed to run, the environment's `config_version` command fails, or exported resources
/// cannot be stored.
pub(crate) fn compile(
    surroundings: &CompileContext,
    directories: &SystemWorld,
    request: &CompileRequest,
    console: &mut Console,
) -> Result<CompileOutcome> {
    let node = &surroundings.node;
    let name = node.name();
    let start = Instant::now();
    let version = surroundings.environment.version()?;
    let compiled = compiler::compile(directories, request);
    let time = start.elapsed();
    directories.ensure_providers_verified(if compiled.is_ok() { VerifyScope::Used } else { VerifyScope::All })?;
    node.report(console)?;
    let catalog = match compiled {
        Ok(mut compiled) => {
            if let Some(version) = version {
                compiled.catalog.version = version;
            }
            print_logs(console, &compiled.logs, &compiled.sources);
            if let Some(store) = &surroundings.store {
                store.replace(&name, &compiled.exported)?;
            }
            Some(compiled.catalog)
        }
        Err(failure) => {
            print_logs(console, &failure.logs, &failure.sources);
            let before = if failure.is_parse {
                format!("Could not parse for environment {}: ", surroundings.environment.name)
            } else {
                String::new()
            };
            for diagnostic in &failure.diagnostics {
                console.diagnostic(diagnostic, &failure.sources, &before, &format!(" on node {name}"));
            }
            None
        }
    };
    Ok(CompileOutcome { catalog, time })
}

/// Returns the request to the compiler.
///
/// # Errors
/// A setting depends on itself.
pub(crate) fn request(surroundings: &CompileContext, noop: bool) -> Result<CompileRequest> {
    let (node, settings) = (&surroundings.node, &surroundings.settings);
    Ok(CompileRequest {
        facts: node.client_facts(noop),
        trusted: node.trusted(),
        manifests: Manifests::Site,
        variables: surroundings.classified.variables.clone(),
        classes: surroundings.classified.classes.clone(),
        shown_settings: surroundings.shown_settings()?,
        settings: compiler::CompilerSettings {
            strict: *settings.strict,
            strict_variables: *settings.strict_variables,
            include_legacy_facts: *settings.include_legacy_facts,
            storeconfigs: surroundings.store.is_some(),
            language: surroundings.language,
            hiera_config: surroundings.hiera_config()?,
            environment_data_provider: Some(surroundings.environment.data_provider.clone())
                .filter(|name| !name.is_empty()),
            maximum_memory: (*settings.compile_memory).min(address_space() / 2),
            ..compiler::CompilerSettings::default()
        },
        node: node.name(),
        ..CompileRequest::default()
    })
}

/// Returns the address space that this process may have, in bytes. Without memory the process would abort, without an error or a report.
fn address_space() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current;
    limit.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX)
}

/// Writes what functions and the compiler itself had to say.
pub(crate) fn print_logs(console: &mut Console, logs: &[compiler::Log], sources: &SourceMap) {
    for line in logs {
        match &line.diagnostic {
            Some(diagnostic) => console.diagnostic(diagnostic, sources, "", ""),
            None => console.log(line.level.into(), &line.source, &line.message),
        }
    }
}
