//! `resource`: existing resources as a manifest, and changing one resource. All access goes through components,
//! as in a run.

use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use catalog::{Value, wire};
use runtime::Runtime;
use transaction::resource::{self, FoundResource};
use transaction::{ApplyOptions, NoFunctions, Noop, Prepared};

use crate::args::ResourceArguments;
use crate::console::Console;
use crate::exit;
use crate::ruby_output::to_yaml;
use engine::clock::SystemClock;
use engine::log::TransactionLogger;
use engine::{Engine, ManifestSet, RunLock, SessionOptions, VerifyScope};

/// Shows resources, or changes one and shows it.
///
/// # Errors
/// Returns an error if the type or an attribute does not exist, or resources cannot be listed or read.
pub(crate) fn run(arguments: &ResourceArguments, console: &mut Console) -> Result<ExitCode> {
    let settings = console.settings(&arguments.common, arguments.root.as_deref(), "user")?;
    let engine = Engine::open(settings, arguments.compile.options(None), console.engine_hooks(), console)?;
    let noop = *engine.settings().noop;
    let _lock = match arguments.settings.is_empty() || noop {
        true => None,
        false => Some(RunLock::take(engine.settings(), console)?),
    };
    let session =
        engine.session(ManifestSet::default(), SessionOptions { noop, ..SessionOptions::default() }, console)?;
    let mut runtime = session.runtime;
    if arguments.types {
        let mut names: Vec<String> = runtime.registry().type_names().map(|name| name.to_owned() + "\n").collect();
        names.sort();
        console.print_untrusted(&names.concat());
        return Ok(ExitCode::from(exit::SUCCESS));
    }
    let type_name = arguments.type_name.as_deref().unwrap_or_default().to_lowercase();
    let mut has_failed = false;
    let found = find(arguments, &type_name, noop, &mut runtime, console, &mut has_failed);
    runtime.finish()?;
    engine::verify_types(runtime.registry(), if found.is_ok() { VerifyScope::Used } else { VerifyScope::All })?;
    let found = found.map_err(|reason| anyhow!("Could not run: {reason}"))?;
    if console.is_json() {
        let all = found.iter().map(|found| to_json(&type_name, found)).collect::<Result<Vec<_>>>()?;
        console.print(&format!("{:#}\n", serde_json::Value::Array(all)));
    } else if arguments.to_yaml {
        console.print_untrusted(&listed_as_yaml(&type_name, &found));
    } else {
        console.print_untrusted(&found.iter().map(|found| to_manifest(&type_name, found)).collect::<String>());
    }
    Ok(ExitCode::from(if has_failed && arguments.fail { exit::FAILURE } else { exit::SUCCESS }))
}

fn find(
    arguments: &ResourceArguments,
    type_name: &str,
    is_noop: bool,
    runtime: &mut Runtime,
    console: &mut Console,
    has_failed: &mut bool,
) -> Result<Vec<FoundResource>> {
    let settings = arguments.settings.iter().map(|setting| parse(setting)).collect::<Result<Vec<_>>>()?;
    let clock = SystemClock::default();
    let mut observer = TransactionLogger(console);
    let Some(title) = &arguments.title else {
        if type_name == "file" {
            bail!(
                "Listing all file instances is not supported.  Please specify a file or directory, e.g. puppet resource file /etc"
            );
        }
        return Ok(resource::list(type_name, runtime, &mut observer, &clock)?);
    };
    if !settings.is_empty() {
        let catalog = resource::single(type_name, title, &settings);
        let prepared = transaction::prepare(catalog, runtime, &mut NoFunctions, &mut observer, &clock);
        let reason =
            |issues: Vec<transaction::CatalogIssue>| issues.first().map(ToString::to_string).unwrap_or_default();
        let prepared = prepared.map_err(|issues| anyhow!(reason(issues)))?;
        let noop = if is_noop { Noop::On } else { Noop::Off };
        let options = ApplyOptions { noop, ..ApplyOptions::default() };
        *has_failed = transaction::apply(prepared, runtime, &options, &mut observer, &clock).has_failures();
    }
    let mut found = resource::look(type_name, title, &settings, runtime, &mut observer, &clock)?;
    if !arguments.param.is_empty() {
        let catalog = resource::single(type_name, title, &settings);
        let prepared = transaction::prepare(catalog, runtime, &mut NoFunctions, &mut observer, &clock);
        add_parameters(&mut found, &arguments.param, prepared.as_ref().ok());
    }
    Ok(vec![found])
}

/// Adds the values of parameters.
fn add_parameters(found: &mut FoundResource, names: &[String], prepared: Option<&Prepared>) {
    let Some(prepared) = prepared else { return };
    for (index, _) in prepared.catalog().iter() {
        for (name, value) in prepared.values(index) {
            if names.iter().any(|wanted| wanted == name) && !found.values.iter().any(|(known, _)| known == name) {
                found.values.push((name.to_owned(), value.clone()));
            }
        }
    }
}

/// Parses `attribute=value`.
fn parse(setting: &str) -> Result<(String, String)> {
    let is_word = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    match setting.split_once('=') {
        Some((name, value)) if is_word(name) && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => bail!("Invalid parameter setting {setting}"),
    }
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

fn to_manifest(type_name: &str, found: &FoundResource) -> String {
    let values = sorted(found);
    let width = values.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines: String =
        values.iter().map(|(name, value)| format!("  {name:width$} => {},\n", FoundResource::show(value))).collect();
    format!("{type_name} {{ '{}':\n{lines}}}\n", found.title.replace('\'', "\\'"))
}

fn listed_as_yaml(type_name: &str, found: &[FoundResource]) -> String {
    let attributes = |found: &FoundResource| {
        let values = sorted(found).into_iter().map(|(name, value)| (Value::from(name), value));
        (Value::from(found.title.as_str()), Value::Hash(values.collect()))
    };
    let all = Value::Hash(found.iter().map(attributes).collect());
    to_yaml(&Value::Hash(vec![(Value::from(type_name), all)]))
}

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
    fn a_resource_is_written_as_puppet_writes_it() {
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

    #[test]
    fn settings_are_words_with_values() {
        assert_eq!(parse("a=b=c").unwrap(), ("a".to_owned(), "b=c".to_owned()));
        for wrong in ["amount", "=x", "a=", "a-b=c"] {
            assert_eq!(parse(wrong).unwrap_err().to_string(), format!("Invalid parameter setting {wrong}"));
        }
    }
}
