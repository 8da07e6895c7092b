//! `provider list`: components with their types; with `--verbose` also with providers and grants. No component is
//! run.

mod layout;

use std::process::ExitCode;

use anyhow::Result;
use catalog::Level;
use engine::components;
use engine::provider_lock::{LockPaths, ProviderLock};
use runtime::{Package, Runtime, RuntimeConfig};
use serde_json::{Value, json};

use crate::args::ProviderList;
use crate::console::Console;
use crate::exit;
use layout::Layout;

/// Lists the components.
///
/// # Errors
/// Returns an error if a built-in component, the lock or the policy cannot be read.
pub(super) fn run(arguments: &ProviderList, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let runtime = Runtime::new(RuntimeConfig::new(components::embedded()))?;
    let mut answers = Vec::new();
    let layout = Layout { is_long: arguments.common.verbose, width: console.width() };
    for package in runtime.registry().packages().filter(|package| is_listed(package, &arguments.words)) {
        let digest = package.digest.unwrap_or_default();
        if console.is_structured() {
            let component = format!("sha256:{}", hex::encode(digest));
            answers.push(to_json(package, &json!({ "built_in": true, "component": component, "signed_by": null })));
        } else {
            let remark = format!("built in, sha256 {}…", hex::encode(&digest[..8]));
            console.print_untrusted(&layout.describe(package, &remark));
        }
    }
    let files = LockPaths::of(&settings);
    let ProviderLock { lock, policy, accepted } = files.read()?;
    let mut code = exit::SUCCESS;
    for entry in lock.entries() {
        match registry::installed::verify(entry, &files.store, &policy, &accepted) {
            Ok(artifact) if !is_listed(artifact.package(), &arguments.words) => {}
            Ok(artifact) if console.is_structured() => {
                let signer = entry.signed.as_ref().map(|signature| signature.key().to_string());
                let more = json!({ "built_in": false, "component": entry.component, "signed_by": signer });
                answers.push(to_json(artifact.package(), &more));
            }
            Ok(artifact) => {
                let signer = match &entry.signed {
                    Some(signature) => format!("signed by {}", signature.key()),
                    None => "not signed".to_owned(),
                };
                let remark = format!("locked, {}, {signer}", entry.artifact);
                console.print_untrusted(&layout.describe(artifact.package(), &remark));
            }
            Err(refused) => {
                console.log(Level::Err, "", &refused.to_string());
                code = exit::FAILURE;
            }
        }
    }
    if console.is_structured() {
        console.print_data(&answers.into());
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

/// Returns whether one of the words is part of the name of a component or of one of its types.
fn is_listed(package: &Package, words: &[String]) -> bool {
    let names: Vec<&str> = package.schema.types.iter().map(|schema| schema.name.as_str()).collect();
    let is_named =
        |word: &String| package.manifest.package.name.contains(word) || names.iter().any(|name| name.contains(word));
    words.is_empty() || words.iter().any(is_named)
}
