//! Description of an attribute.

use std::fmt::Write as _;

use catalog::schema::{Attribute, Choice, Role};

use super::text::wrapped;

/// Writes the description of an attribute.
pub(super) fn describe_attribute(text: &mut String, attribute: &Attribute) {
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

/// Returns a value in code quotes, with its aliases.
pub(super) fn spelling(choice: &Choice) -> String {
    let aliases: String = choice.aliases.iter().map(|alias| format!(" (also called `{alias}`)")).collect();
    format!("`{}`{aliases}", choice.value)
}
