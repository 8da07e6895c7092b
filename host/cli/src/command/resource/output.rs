//! Found resources as a manifest, YAML and JSON.

use anyhow::Result;
use catalog::{Value, wire};
use transaction::resource::FoundResource;

use crate::console::Console;
use crate::ruby_output::to_yaml;

/// Prints resources: as Puppet code, as YAML for Hiera, or as data.
///
/// # Errors
/// Returns an error if a value cannot be represented as JSON.
pub(super) fn print(type_name: &str, found: &[FoundResource], to_yaml: bool, console: &mut Console) -> Result<()> {
    if console.is_structured() {
        let all = found.iter().map(|found| to_json(type_name, found)).collect::<Result<Vec<_>>>()?;
        console.print_data(&all.into());
    } else if to_yaml {
        console.print_untrusted(&listed_as_yaml(type_name, found));
    } else {
        console.print_untrusted(&found.iter().map(|found| to_manifest(type_name, found)).collect::<String>());
    }
    Ok(())
}

/// Returns the attributes in Puppet's order, `ensure` first, including the provider.
fn sorted(found: &FoundResource) -> Vec<(&str, Value)> {
    let mut values: Vec<(&str, Value)> =
        found.values.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    if let Some(provider) = found.provider.as_deref().filter(|_| !values.iter().any(|(name, _)| *name == "provider")) {
        values.push(("provider", Value::from(provider)));
    }
    values.sort_by_key(|(name, _)| (*name != "ensure", *name));
    values
}

/// Returns a resource as Puppet code.
fn to_manifest(type_name: &str, found: &FoundResource) -> String {
    let values = sorted(found);
    let width = values.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines: String =
        values.iter().map(|(name, value)| format!("  {name:width$} => {},\n", FoundResource::show(value))).collect();
    format!("{type_name} {{ '{}':\n{lines}}}\n", found.title.replace('\'', "\\'"))
}

/// Returns resources of a type as YAML, as `puppet resource --to_yaml`.
fn listed_as_yaml(type_name: &str, found: &[FoundResource]) -> String {
    let attributes = |found: &FoundResource| {
        let values = sorted(found).into_iter().map(|(name, value)| (Value::from(name), value));
        (Value::from(found.title.as_str()), Value::Hash(values.collect()))
    };
    let all = Value::Hash(found.iter().map(attributes).collect());
    to_yaml(&Value::Hash(vec![(Value::from(type_name), all)]))
}

/// Returns a resource as JSON.
///
/// # Errors
/// Returns an error if a value cannot be represented as JSON.
fn to_json(type_name: &str, found: &FoundResource) -> Result<serde_json::Value> {
    let values = sorted(found).into_iter();
    let values: serde_json::Map<String, serde_json::Value> =
        values.map(|(name, value)| Ok((name.to_owned(), wire::to_json(&value)?))).collect::<Result<_>>()?;
    Ok(serde_json::json!({ "type": type_name, "title": found.title, "parameters": values }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resource_output_has_puppets_format() {
        let values = vec![
            ("list".to_owned(), Value::Array(vec!["a".into(), "b".into()])),
            ("amount".to_owned(), Value::Integer(3)),
            ("ensure".to_owned(), "present".into()),
        ];
        let found = FoundResource { title: "ap'ples".into(), provider: Some("st".into()), values };
        let expected = "stock { 'ap\\'ples':\n  ensure   => 'present',\n  amount   => 3,\n  list     => ['a', 'b'],\n  provider => 'st',\n}\n";
        assert_eq!(to_manifest("stock", &found), expected);
        let expected = "---\nstock:\n  ap'ples:\n    ensure: present\n    amount: 3\n    list:\n    - a\n    - b\n    provider: st\n";
        assert_eq!(listed_as_yaml("stock", &[found]), expected);
    }
}
