//! Description of an attribute in the reference.

use std::fmt::Write as _;

use catalog::schema::{Attribute, Role};

use super::super::attribute::spelling;

/// Writes the description of an attribute, in the format of Puppet's reference.
pub(super) fn describe_attribute(text: &mut String, attribute: &Attribute) {
    let mut remarks = Vec::new();
    if attribute.is_namevar() {
        remarks.push("(**Namevar:** If omitted, this parameter's value defaults to the resource's title.)".to_owned());
    }
    match attribute.role {
        Role::Property => {
            remarks.push("(**Property:** This parameter represents concrete state on the target system.)".to_owned());
        }
        Role::ReadOnly => remarks.push("(**Read only:** This attribute can be read but not set.)".to_owned()),
        Role::Parameter => {}
    }
    remarks.extend(attribute.docs.split("\n\n").map(flat).filter(|paragraph| !paragraph.is_empty()));
    let values: Vec<String> = attribute.choices.iter().filter(|choice| choice.is_named()).map(spelling).collect();
    if !values.is_empty() {
        remarks.push(format!("Valid values are {}.", values.join(", ")));
    }
    let patterns = attribute.choices.iter().filter(|choice| !choice.pattern.is_empty());
    let patterns: Vec<String> = patterns.map(|choice| format!("`/{}/`", choice.pattern)).collect();
    if !patterns.is_empty() {
        remarks.push(format!("Values can match {}.", patterns.join(", ")));
    }
    if !attribute.features.is_empty() {
        remarks.push(format!("Requires features {}.", attribute.features.join(", ")));
    }
    if let Some(reason) = &attribute.deprecated {
        remarks.push(format!("Deprecated: {reason}"));
    }
    let _ = write!(text, "\n{}\n: {}\n", attribute.name, remarks.join("\n\n  "));
}

/// Joins the lines of a paragraph.
pub(super) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
