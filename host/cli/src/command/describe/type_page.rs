//! Description of a type.

use std::fmt::Write as _;

use catalog::Metaparameter;
use catalog::schema::{Attribute, ProviderSchema, TypeSchema};

use super::attribute::describe_attribute;
use super::text::{heading, wrapped};
use super::{meta, providers};
use crate::args::Describe;

/// Describes a type in the order of Puppet's `describe`; information that Puppet does not have comes last.
pub(super) fn describe_type(schema: &TypeSchema, providers: &[&ProviderSchema], arguments: &Describe) -> String {
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
