//! `describe`: documentation, attributes and providers of a type. Only schemas are read; no component is run.

mod meta;
mod providers;
pub(crate) mod reference;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use catalog::schema::{Attribute, Choice, ProviderSchema, Role, TypeSchema};
use catalog::{Metaparameter, engine_types};
use runtime::{Package, Runtime, RuntimeConfig};

use crate::args::Describe;
use crate::console::Console;
use crate::exit;
use catalog::Level;
use engine::VerifyScope;
use engine::components;

/// The width to which texts are wrapped, as in Puppet.
const WIDTH: usize = 78;

/// Maximum length of a summary in the list of types, as in Puppet.
const SUMMARY: usize = 45;

/// Describes types, or lists them.
///
/// # Errors
/// Returns an error if a component cannot be read.
pub(crate) fn run(arguments: &Describe, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, None, "user")?;
    let runtime = Runtime::new(RuntimeConfig::new(components::of_run(&settings, &arguments.provider, console)?))?;
    let types = all_types(&runtime)?;
    if arguments.list {
        console.print_untrusted(&list(&types));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let mut code = exit::SUCCESS;
    for name in &arguments.types {
        let Some(schema) = types.iter().find(|schema| schema.name == name.to_lowercase()) else {
            console.log(Level::Err, "", &format!("Unknown type {name}; 'marotte describe --list' shows all"));
            code = exit::FAILURE;
            continue;
        };
        let mut text = whole(schema, &providers_of(&runtime, &schema.name), arguments);
        if !arguments.short {
            touches(&mut text, &granted(&runtime, &schema.name));
        }
        console.print_untrusted(&text);
    }
    Ok(ExitCode::from(code))
}

/// Returns the providers of a type, by name.
fn providers_of<'a>(runtime: &'a Runtime, type_name: &str) -> Vec<&'a ProviderSchema> {
    let mut providers: Vec<&ProviderSchema> =
        runtime.registry().providers_of(type_name).into_iter().map(|(_, provider)| provider).collect();
    providers.sort_by(|a, b| a.name.cmp(&b.name));
    providers
}

/// Returns the grants that the components of a type's providers request, one per line.
fn granted(runtime: &Runtime, type_name: &str) -> Vec<String> {
    let mut packages: Vec<&Package> = Vec::new();
    for (package, _) in runtime.registry().providers_of(type_name) {
        if !packages.iter().any(|known| known.name == package.name) {
            packages.push(package);
        }
    }
    packages.into_iter().flat_map(Package::grants).collect()
}

fn touches(text: &mut String, granted: &[String]) {
    if granted.is_empty() {
        return;
    }
    heading(text, "Grants", '-');
    for grant in granted {
        let _ = writeln!(text, "- {grant}");
    }
}

/// Returns all types, by name.
///
/// # Errors
/// Returns an error if a component with types is not permitted to run.
fn all_types(runtime: &Runtime) -> Result<Vec<Arc<TypeSchema>>> {
    engine::verify_types(runtime.registry(), VerifyScope::All)?;
    let mut types: Vec<Arc<TypeSchema>> = runtime.types().cloned().collect();
    types.extend(engine_types().into_iter().map(Arc::new));
    types.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(types)
}

fn list(types: &[Arc<TypeSchema>]) -> String {
    let mut text = String::from("These are the types known to marotte:\n");
    for schema in types {
        let _ = writeln!(text, "{:15} - {}", schema.name, summary(&schema.docs));
    }
    text
}

/// Returns the first sentence, shortened if it is too long.
fn summary(docs: &str) -> String {
    let docs = docs.split_whitespace().collect::<Vec<_>>().join(" ");
    // A dot within a word does not end a sentence.
    let sentence = docs.split(". ").next().unwrap_or_default();
    let sentence = sentence.strip_suffix('.').unwrap_or(sentence);
    if docs.is_empty() {
        ".. no documentation ..".to_owned()
    } else if sentence.chars().count() > SUMMARY {
        docs.chars().take(SUMMARY).chain(" ...".chars()).collect()
    } else {
        sentence.to_owned()
    }
}

fn heading(text: &mut String, title: &str, line: char) {
    let _ = writeln!(text, "\n{title}\n{}", line.to_string().repeat(title.len()));
}

fn wrapped(text: &mut String, words: &str, indent: &str) {
    for paragraph in words.split("\n\n") {
        let options = textwrap::Options::new(WIDTH).initial_indent(indent).subsequent_indent(indent);
        let flat = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{}", textwrap::fill(&flat, options));
    }
}

/// Describes a type in the order of Puppet's `describe`; information that Puppet does not have comes last.
fn whole(schema: &TypeSchema, providers: &[&ProviderSchema], arguments: &Describe) -> String {
    let mut text = String::new();
    heading(&mut text, &schema.name, '=');
    wrapped(&mut text, &schema.docs, "");
    text.push('\n');
    heading(&mut text, "Parameters", '-');
    let mut attributes: Vec<&Attribute> = schema.attributes.iter().collect();
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    if arguments.short {
        let names: Vec<&str> = attributes.iter().map(|attribute| attribute.name.as_str()).collect();
        wrapped(&mut text, &names.join(", "), "    ");
    } else {
        attributes.iter().for_each(|attribute| describe_attribute(&mut text, attribute));
    }
    if arguments.meta {
        heading(&mut text, "Meta Parameters", '-');
        if arguments.short {
            wrapped(&mut text, &Metaparameter::ALL.map(Metaparameter::name).join(", "), "    ");
        } else {
            for metaparameter in Metaparameter::ALL {
                let _ = writeln!(text, "\n- **{}**", metaparameter.name());
                wrapped(&mut text, meta::docs(metaparameter), "    ");
            }
        }
    }
    if arguments.providers {
        text.push_str(&providers::describe(providers));
    } else if !providers.is_empty() {
        heading(&mut text, "Providers", '-');
        let names: Vec<&str> = providers.iter().map(|provider| provider.name.as_str()).collect();
        wrapped(&mut text, &names.join(", "), "    ");
    }
    if !arguments.short {
        extras(&mut text, schema, providers, arguments.providers);
    }
    text
}

/// Writes the features and the examples of a type.
fn extras(text: &mut String, schema: &TypeSchema, providers: &[&ProviderSchema], with_table: bool) {
    if !schema.features.is_empty() {
        heading(text, "Features", '-');
        for feature in &schema.features {
            let _ = writeln!(text, "\n- **{}**", feature.name);
            wrapped(text, &feature.docs, "    ");
        }
        if with_table && !providers.is_empty() {
            let _ = write!(text, "\n{}", providers::table(&schema.features, providers));
        }
    }
    for example in &schema.examples {
        heading(text, "Example", '-');
        let _ = writeln!(text, "{}", example.trim_end());
    }
}

fn describe_attribute(text: &mut String, attribute: &Attribute) {
    let mut remarks = Vec::new();
    if attribute.is_namevar() && attribute.name != "name" {
        remarks.push("*namevar*".to_owned());
    }
    if attribute.role == Role::ReadOnly {
        remarks.push("read only".to_owned());
    }
    if !attribute.aliases.is_empty() {
        remarks.push(format!("also {}", attribute.aliases.join(", ")));
    }
    let remarks = if remarks.is_empty() { String::new() } else { format!(" ({})", remarks.join("; ")) };
    let _ = writeln!(text, "\n- **{}**{remarks}", attribute.name);
    wrapped(text, &attribute.docs, "    ");
    let values: Vec<String> = attribute.choices.iter().filter(|choice| choice.is_named()).map(spelling).collect();
    let patterns = attribute.choices.iter().filter(|choice| !choice.pattern.is_empty());
    let patterns: Vec<String> = patterns.map(|choice| format!("`/{}/`", choice.pattern)).collect();
    if !values.is_empty() {
        wrapped(text, &format!("Valid values are {}.", values.join(", ")), "    ");
    }
    if !patterns.is_empty() {
        wrapped(text, &format!("Values can match {}.", patterns.join(", ")), "    ");
    }
    if values.is_empty() && patterns.is_empty() && !attribute.data_type.is_empty() {
        wrapped(text, &format!("Data type: {}.", attribute.data_type), "    ");
    }
    if !attribute.features.is_empty() {
        wrapped(text, &format!("Requires features {}.", attribute.features.join(", ")), "    ");
    }
    if let Some(reason) = &attribute.deprecated {
        wrapped(text, &format!("Deprecated: {reason}"), "    ");
    }
}

fn spelling(choice: &Choice) -> String {
    let aliases: String = choice.aliases.iter().map(|alias| format!(" (also called `{alias}`)")).collect();
    format!("`{}`{aliases}", choice.value)
}
