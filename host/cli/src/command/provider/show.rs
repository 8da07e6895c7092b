//! `provider show`: the capabilities of a component, proven by its imports, the grants that its manifest
//! requests, and its types. No component code is run.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use authoring::build::interface;
use catalog::schema::{Hook, Provided, ProviderSchema};
use registry::{Artifact, installed};
use runtime::Package;
use serde_json::{Value, json};

use super::acquire::named;
use crate::args::ProviderShow;
use crate::console::Console;
use crate::exit;
use engine::Settings;
use engine::components;
use engine::provider_lock::{LockPaths, ProviderLock};
use report::sanitize::printable_line;

/// The interfaces of the contract, with a description each.
const ABILITIES: [(&str, &str); 9] = [
    ("fs-read", "read files"),
    ("fs-write", "write files"),
    ("process-query", "run commands that only read"),
    ("process-mutate", "run commands that change something"),
    ("identity", "look up users and groups"),
    ("catalog", "see other resources"),
    ("http", "speak to hosts over the network"),
    ("download", "download files"),
    ("secrets", "have secrets revealed by the host"),
];

/// Interfaces available to every component: logging and facts.
const HARMLESS: [&str; 2] = ["log", "facts"];

/// Interfaces that only define types of values.
const FORMS: [&str; 6] = ["values", "errors", "fs-types", "http-types", "process-types", "schema"];

/// Shows a component.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a component, or a locked provider is not permitted to
/// run.
pub(super) fn run(arguments: &ProviderShow, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let (package, digest) = match locked(arguments, &settings)? {
        Some(artifact) => (artifact.package().clone(), artifact.component_digest().bytes().to_vec()),
        None => {
            let path = arguments.file.display();
            let bytes = components::read(&arguments.file)?;
            let name = arguments.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let package =
                runtime::read_package(&name, &bytes).with_context(|| format!("'{path}' is not a provider"))?;
            (package, runtime::sha256(&bytes).to_vec())
        }
    };
    if console.is_json() {
        console.print_json(&to_json(&package, &digest));
    } else {
        console.print_untrusted(&to_text(&package, &digest));
    }
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Returns the locked provider of this name; `None` if a file of this name exists.
fn locked(arguments: &ProviderShow, settings: &Settings) -> Result<Option<Artifact>> {
    let Some(name) = arguments.file.to_str().filter(|_| !arguments.file.exists()) else { return Ok(None) };
    let files = LockPaths::of(settings);
    let ProviderLock { lock, policy, .. } = files.read()?;
    match lock.find(name) {
        Some(entry) => Ok(Some(installed::inspect(entry, &files.store, &policy)?)),
        None if named::check(name).is_ok() => {
            bail!("'{name}' is no file, and the provider '{name}' is not in the lock")
        }
        None => Ok(None),
    }
}

fn can(package: &Package, ability: &str) -> bool {
    package.imports.iter().any(|import| interface(import) == Some(ability))
}

/// Returns the imports that are neither of the contract nor of WASI. No host loads a component with such
/// imports.
fn foreign(package: &Package) -> Vec<&str> {
    let is_known = |import: &str| match interface(import) {
        Some(name) => {
            HARMLESS.contains(&name) || FORMS.contains(&name) || ABILITIES.iter().any(|(known, _)| *known == name)
        }
        None => import.starts_with("wasi:"),
    };
    package.imports.iter().map(String::as_str).filter(|import| !is_known(import)).collect()
}

/// Describes a component as text.
pub(super) fn to_text(package: &Package, digest: &[u8]) -> String {
    let digest = hex::encode(digest);
    let about = &package.manifest.package;
    let license = about.license.as_deref().map(|license| format!(", {license}")).unwrap_or_default();
    let (title, contract) =
        (format!("{} {}", about.name, about.version), format!("version {} of the contract{license}", about.interface));
    let mut text = format!(
        "{}\n  for {}\n  sha256 {digest}\n\nWhat its imports prove\n",
        printable_line(&title),
        printable_line(&contract)
    );
    for (name, what) in ABILITIES {
        let _ = writeln!(text, "  {} {what}", if can(package, name) { "can   " } else { "cannot" });
    }
    for import in foreign(package) {
        let _ =
            writeln!(text, "  imports {}, which is not in the contract: it cannot be loaded", printable_line(import));
    }
    text.push_str("\nWhat it asks to be granted\n");
    let grants = package.grants();
    if grants.is_empty() {
        text.push_str("  nothing\n");
    }
    for grant in grants {
        let _ = writeln!(text, "  {}", printable_line(&grant));
    }
    text.push_str("\nAccess to secrets\n");
    for line in secret_access(package) {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str("\nWhat it offers\n");
    for schema in &package.schema.types {
        let summary = schema.docs.lines().next().unwrap_or_default();
        let _ = writeln!(text, "  type {}: {}", schema.name, printable_line(summary));
    }
    for provider in &package.schema.providers {
        let words = format!("provider {} of {}{}", provider.name, provider.type_name, describe(provider));
        let _ = writeln!(text, "  {}", printable_line(&words));
    }
    text
}

/// Returns how the host limits the component's access to secrets, as lines of text.
fn secret_access(package: &Package) -> Vec<&'static str> {
    let secrets = &package.manifest.secrets;
    let mut lines = Vec::new();
    if can(package, "secrets") && !secrets.reveal.is_empty() {
        lines.push("can read the Sensitive values of the attributes that are granted above");
    }
    if secrets.read {
        lines
            .push("can read files that secrets were written to, and the output of commands that secrets were given to");
    } else {
        lines.push(
            "cannot read files that secrets were written to; once it has used a secret, the output of its commands is",
        );
        lines.push("redacted. It can still obtain the length of a secret, and what servers and programs return after receiving one");
    }
    lines
}

fn describe(provider: &ProviderSchema) -> String {
    let mut text = String::new();
    let conditional = |provided: &Provided| match provided.when.as_slice() {
        [] => provided.feature.clone(),
        _ => format!("{} (where it can)", provided.feature),
    };
    let features: Vec<String> = provider.features.iter().map(conditional).collect();
    if !features.is_empty() {
        let _ = write!(text, "; features {}", features.join(", "));
    }
    let more = [Hook::Generate, Hook::Expand, Hook::Precheck, Hook::Instances, Hook::Refresh, Hook::Prefetch];
    let calls: Vec<String> = more.iter().filter(|hook| provider.hooks.contains(hook)).map(word).collect();
    if !calls.is_empty() {
        let _ = write!(text, "; also {}", calls.join(", "));
    }
    if !provider.hooks.contains(&Hook::Get) {
        text.push_str("; not built yet");
    }
    text
}

fn word(hook: &Hook) -> String {
    format!("{hook:?}").to_lowercase()
}

/// Describes a component as JSON.
pub(super) fn to_json(package: &Package, digest: &[u8]) -> Value {
    let digest = hex::encode(digest);
    let about = &package.manifest.package;
    let abilities: serde_json::Map<String, Value> =
        ABILITIES.iter().map(|(name, _)| ((*name).to_owned(), can(package, name).into())).collect();
    json!({
        "name": about.name,
        "version": about.version,
        "interface": about.interface,
        "license": about.license,
        "sha256": digest,
        "can": abilities,
        "imports": package.imports,
        "foreign_imports": foreign(package),
        "grants": {
            "files": package.manifest.files,
            "commands": package.manifest.commands,
            "given": package.manifest.given,
            "environment": package.manifest.environment,
            "network": package.manifest.network,
            "secrets": package.manifest.secrets,
            "resources": package.manifest.resources,
        },
        "types": package.schema.types,
        "providers": package.schema.providers,
    })
}
