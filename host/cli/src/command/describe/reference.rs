//! `doc --reference type`: reference of all types as Markdown. Only schemas are read; no component is run.

mod attribute;

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Result, bail};
use catalog::schema::{Attribute, TypeSchema};
use runtime::{Runtime, RuntimeConfig};
use serde_json::json;

use super::{all_types, data, granted, providers, providers_of};
use crate::args::Doc;
use crate::console::Console;
use crate::exit;
use engine::components;

use attribute::{describe_attribute, flat};

/// The other references of Puppet.
const OTHERS: [&str; 6] = ["configuration", "function", "indirection", "metaparameter", "providers", "report"];

/// Prints the reference of the types, or lists the references.
///
/// # Errors
/// Returns an error if the reference does not exist, or a component cannot be read.
pub(crate) fn run(arguments: &Doc, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    if arguments.list && console.is_structured() {
        console.print_data(&json!([{ "name": "type", "summary": "All Puppet resource types and all their details" }]));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    if arguments.list {
        console.print("type - All Puppet resource types and all their details\n");
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    match arguments.reference.as_str() {
        "type" => {}
        other if OTHERS.contains(&other) => {
            bail!("Could not run: Puppet's reference '{other}' is not available; use 'type'")
        }
        other => bail!("Could not run: Could not find reference {other}"),
    }
    let runtime = Runtime::new(RuntimeConfig::new(components::of_run(&settings, &arguments.provider, console)?))?;
    if console.is_structured() {
        console.print_data(&all_types(&runtime)?.iter().map(|schema| data::of_type(schema, &runtime)).collect());
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let mut text = String::from("# Type Reference\n\n## Resource Types\n");
    for schema in all_types(&runtime)? {
        describe(&mut text, &schema, &runtime);
    }
    console.print_untrusted(&text);
    Ok(ExitCode::from(exit::SUCCESS))
}

/// Appends the description of a type.
pub(crate) fn describe(text: &mut String, schema: &TypeSchema, runtime: &Runtime) {
    let _ = write!(text, "\n----------------\n\n### {}\n\n{}\n", schema.name, schema.docs.trim());
    let mut attributes: Vec<&Attribute> = schema.attributes.iter().collect();
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    if !attributes.is_empty() {
        text.push_str("\n#### Parameters\n");
    }
    attributes.iter().for_each(|attribute| describe_attribute(text, attribute));
    if !schema.features.is_empty() {
        text.push_str("\n#### Features\n\n");
        for feature in &schema.features {
            let _ = writeln!(text, "- `{}`: {}", feature.name, flat(&feature.docs));
        }
    }
    let providers = providers_of(runtime, &schema.name);
    if !providers.is_empty() {
        text.push_str("\n#### Providers\n");
        for provider in &providers {
            let _ = write!(text, "\n{}\n: {}\n", provider.name, flat(&provider.docs));
        }
        if !schema.features.is_empty() {
            text.push_str("\n#### Provider Features\n\n");
            text.push_str(&providers::table(&schema.features, &providers));
        }
    }
    let granted = granted(runtime, &schema.name);
    if !granted.is_empty() {
        text.push_str("\n#### Grants\n\n");
        for grant in &granted {
            let _ = writeln!(text, "- {grant}");
        }
    }
    for example in &schema.examples {
        let _ = write!(text, "\n#### Example\n\n```puppet\n{}\n```\n", example.trim());
    }
}
