//! `provider list`: components with their types, providers and grants. No component is run.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use catalog::Level;
use engine::components;
use engine::provider_lock::{LockPaths, ProviderLock};
use report::sanitize::printable_line;
use runtime::{Package, Runtime, RuntimeConfig};
use serde_json::{Value, json};

use crate::args::ProviderList;
use crate::console::Console;
use crate::exit;

/// Lists the components.
///
/// # Errors
/// Returns an error if a built-in component, the lock or the policy cannot be read.
pub(super) fn run(arguments: &ProviderList, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let runtime = Runtime::new(RuntimeConfig::new(components::embedded()))?;
    let mut answers = Vec::new();
    for package in runtime.registry().packages() {
        let digest = package.digest.unwrap_or_default();
        if console.is_json() {
            let component = format!("sha256:{}", hex::encode(digest));
            answers.push(to_json(package, &json!({ "built_in": true, "component": component, "signed_by": null })));
        } else {
            console.print_untrusted(&describe(package, &format!("built in, sha256 {}…", hex::encode(&digest[..8]))));
        }
    }
    let files = LockPaths::of(&settings);
    let ProviderLock { lock, policy, accepted } = files.read()?;
    let mut code = exit::SUCCESS;
    for entry in lock.entries() {
        match registry::installed::verify(entry, &files.store, &policy, &accepted) {
            Ok(artifact) if console.is_json() => {
                let signer = entry.signed.as_ref().map(|signature| signature.key().to_string());
                let more = json!({ "built_in": false, "component": entry.component, "signed_by": signer });
                answers.push(to_json(artifact.package(), &more));
            }
            Ok(artifact) => {
                let signer = match &entry.signed {
                    Some(signature) => format!("signed by {}", signature.key()),
                    None => "not signed".to_owned(),
                };
                console
                    .print_untrusted(&describe(artifact.package(), &format!("locked, {}, {signer}", entry.artifact)));
            }
            Err(refused) => {
                console.log(Level::Err, "", &refused.to_string());
                code = exit::FAILURE;
            }
        }
    }
    if console.is_json() {
        console.print_json(&answers.into());
    }
    Ok(ExitCode::from(code))
}

fn to_json(package: &Package, more: &Value) -> Value {
    let about = &package.manifest.package;
    let types: Vec<&String> = package.schema.types.iter().map(|schema| &schema.name).collect();
    let backends = package.schema.providers.iter();
    let backends = backends.map(|backend| json!({ "name": backend.name, "type": backend.type_name }));
    let mut answer = json!({
        "name": about.name,
        "version": about.version,
        "types": types,
        "providers": backends.collect::<Vec<_>>(),
        "grants": package.grants(),
    });
    for (key, value) in more.as_object().into_iter().flatten() {
        answer[key] = value.clone();
    }
    answer
}

fn describe(package: &Package, remark: &str) -> String {
    let manifest = &package.manifest;
    let title = format!("{} {} ({remark})", manifest.package.name, manifest.package.version);
    let mut text = printable_line(&title) + "\n";
    for schema in &package.schema.types {
        let providers = package.schema.providers.iter().filter(|provider| provider.type_name == schema.name);
        let names: Vec<&str> = providers.map(|provider| provider.name.as_str()).collect();
        let _ = writeln!(text, "  type {}: provider {}", schema.name, names.join(", "));
    }
    for grant in package.grants() {
        let _ = writeln!(text, "  may {}", printable_line(&grant));
    }
    text
}
