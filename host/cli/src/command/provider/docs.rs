//! `provider docs`: the reference of a component, generated from its schema. No component code is run.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use runtime::{ComponentSource, Runtime, RuntimeConfig};
use serde_json::{Value, json};

use crate::args::ProviderDocs;
use crate::command::describe::reference;
use crate::console::Console;
use crate::exit;
use engine::components;

/// Prints the reference: Markdown, or the schema and the grants as JSON.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a component.
pub(super) fn run(arguments: &ProviderDocs, console: &mut Console) -> Result<ExitCode> {
    console.settings(&arguments.common, None, "user")?;
    let path = arguments.file.display();
    let bytes = components::read(&arguments.file)?;
    let package = runtime::read_package("component", &bytes).with_context(|| format!("'{path}' is not a provider"))?;
    let about = &package.manifest.package;
    if console.is_structured() {
        let schema: Value = serde_json::from_str(&package.schema.to_json())?;
        let manifest = serde_json::to_value(&package.manifest)?;
        console.print_data(&json!({ "manifest": manifest, "schema": schema }));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let runtime = Runtime::new(RuntimeConfig::new(vec![ComponentSource::new("component", bytes)]))?;
    let mut text = format!("# {} {}\n", about.name, about.version);
    for schema in &package.schema.types {
        reference::describe(&mut text, schema, &runtime);
    }
    let is_anothers = |name: &str| package.schema.types.iter().all(|schema| schema.name != name);
    for provider in package.schema.providers.iter().filter(|provider| is_anothers(&provider.type_name)) {
        let (name, type_name) = (&provider.name, &provider.type_name);
        let _ =
            write!(text, "\n----------------\n\n### {name}, a provider of {type_name}\n\n{}\n", provider.docs.trim());
    }
    console.print_untrusted(&text);
    Ok(ExitCode::from(exit::SUCCESS))
}
