//! Owns `describe`: what a type is for, its attributes, its providers. It reads schemas and runs no component.

mod providers;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use catalog::schema::{Attribute, Choice, ProviderSchema, Role, TypeSchema};
use catalog::{Metaparameter, engine_types};
use runtime::{Config, Runtime};

use crate::args::Describe;
use crate::compilation;
use crate::console::{Console, Level};
use crate::exit;
use crate::settings::Settings;

/// The width that texts are wrapped to, Puppet's.
const WIDTH: usize = 78;

/// Describes types, or lists them.
///
/// # Errors
/// A component can't be read.
pub(crate) fn run(arguments: &Describe, console: &mut Console) -> Result<ExitCode> {
    Settings::of(&arguments.common, None, "user", console)?;
    let runtime = Runtime::new(Config::new(compilation::components(&arguments.provider, console)?))?;
    let mut types: Vec<Arc<TypeSchema>> = runtime.types().cloned().collect();
    types.extend(engine_types().into_iter().map(Arc::new));
    types.sort_by(|a, b| a.name.cmp(&b.name));
    if arguments.list {
        console.tell(&list(&types));
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let mut code = exit::SUCCESS;
    for name in &arguments.types {
        let Some(schema) = types.iter().find(|schema| schema.name == name.to_lowercase()) else {
            console.log(Level::Err, "", &format!("Unknown type {name}; 'marotte describe --list' shows all"));
            code = exit::FAILURE;
            continue;
        };
        let mut providers: Vec<&ProviderSchema> = runtime
            .packages()
            .iter()
            .flat_map(|package| &package.schema.providers)
            .filter(|provider| arguments.providers && provider.type_name == schema.name)
            .collect();
        providers.sort_by(|a, b| a.name.cmp(&b.name));
        console.tell(&if arguments.short { short(schema) } else { long(schema, &providers) });
        if !providers.is_empty() {
            console.tell(&providers::describe(&providers));
        }
    }
    Ok(ExitCode::from(code))
}

fn list(types: &[Arc<TypeSchema>]) -> String {
    let mut text = String::from("These are the types known to marotte:\n");
    for schema in types {
        let summary = schema.docs.lines().find(|line| !line.is_empty()).unwrap_or(".. no documentation ..");
        let summary: String = if summary.chars().count() > 60 {
            summary.chars().take(56).chain(" ...".chars()).collect()
        } else {
            summary.to_owned()
        };
        let _ = writeln!(text, "{:15} - {summary}", schema.name);
    }
    text
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

fn long(schema: &TypeSchema, providers: &[&ProviderSchema]) -> String {
    let mut text = String::new();
    heading(&mut text, &schema.name, '=');
    wrapped(&mut text, &schema.docs, "");
    for (title, wanted) in [("Properties", true), ("Parameters", false)] {
        let mut attributes: Vec<&Attribute> =
            schema.attributes.iter().filter(|attribute| (attribute.role != Role::Parameter) == wanted).collect();
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        if !attributes.is_empty() {
            heading(&mut text, title, '-');
        }
        for attribute in attributes {
            describe_attribute(&mut text, attribute);
        }
    }
    if !schema.features.is_empty() {
        heading(&mut text, "Features", '-');
        for feature in &schema.features {
            let _ = writeln!(text, "\n- **{}**", feature.name);
            wrapped(&mut text, &feature.docs, "    ");
        }
        if !providers.is_empty() {
            let _ = write!(text, "\n{}", providers::table(&schema.features, providers));
        }
    }
    for example in &schema.examples {
        heading(&mut text, "Example", '-');
        let _ = writeln!(text, "{}", example.trim_end());
    }
    text
}

fn describe_attribute(text: &mut String, attribute: &Attribute) {
    let mut remarks = Vec::new();
    if attribute.is_namevar() {
        remarks.push("namevar".to_owned());
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

fn short(schema: &TypeSchema) -> String {
    let mut text = String::new();
    heading(&mut text, &schema.name, '=');
    wrapped(&mut text, &schema.docs, "");
    let names: Vec<&str> = schema.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
    heading(&mut text, "Attributes", '-');
    wrapped(&mut text, &names.join(", "), "    ");
    heading(&mut text, "Meta Parameters", '-');
    wrapped(&mut text, &Metaparameter::ALL.map(Metaparameter::name).join(", "), "    ");
    text
}
