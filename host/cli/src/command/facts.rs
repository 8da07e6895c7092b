//! `facts`: facts of this system, in Puppet's output formats.

mod external;
mod unknown_fact;

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;
use catalog::Value;
use facts::Facts;

use crate::args::{FactsShow, RenderAs};
use crate::console::Console;
use crate::exit;
use crate::ruby_output::{to_json, to_pretty_json, to_yaml};
use catalog::Level;
use engine::node;
use external::External;

const VALUE_ONLY: &str = "Incorrect use of --value-only argument; it can only be used when querying for a single fact!";

/// Shows facts. Unlike in Puppet, an unknown fact is a failure; its value is null.
///
/// # Errors
/// Returns an error if the settings cannot be read.
pub(crate) fn run(arguments: &FactsShow, console: &mut Console) -> Result<ExitCode> {
    console.log_to_stderr();
    let External { directories, checker, timeout, modulepath } = external::locate(arguments, console)?;
    let facts = node::system_facts(true, directories, &checker, timeout);
    let is_value_only = arguments.value_only && arguments.facts.len() == 1;
    if arguments.value_only && !is_value_only {
        console.log(Level::Warning, "", VALUE_ONLY);
    }
    let found: BTreeMap<&str, Option<Value>> =
        arguments.facts.iter().map(|query| (query.as_str(), find(&facts, query))).collect();
    let unknown: Vec<&str> = found.iter().filter(|(_, value)| value.is_none()).map(|(query, _)| *query).collect();
    let shown = match found.values().next() {
        None => all(&facts, arguments.show_legacy),
        Some(value) if is_value_only => value.clone().unwrap_or_else(|| "".into()),
        Some(_) => Value::Hash(
            found.iter().map(|(query, value)| ((*query).into(), value.clone().unwrap_or(Value::Undef))).collect(),
        ),
    };
    node::report(&facts, console)?;
    for query in &unknown {
        console.log(Level::Warning, "", &unknown_fact::message(all(&facts, true), &modulepath, query));
    }
    if arguments.timing {
        for (name, time) in facts.times() {
            console.print(&format!("fact '{name}', took: ({:.6}) seconds\n", time.as_secs_f64()));
        }
    }
    let shown = facts::sorted(shown);
    let text = match (arguments.common.render_as, &shown) {
        (RenderAs::Json, value) => to_json(value)?,
        (RenderAs::Yaml, value) => to_yaml(value),
        (RenderAs::Console | RenderAs::S, Value::String(text)) => format!("{text}\n"),
        (RenderAs::Console | RenderAs::S, value) => to_pretty_json(value)?,
    };
    console.print(&text);
    Ok(ExitCode::from(if unknown.is_empty() { exit::SUCCESS } else { exit::FAILURE }))
}

fn all(facts: &Facts, with_legacy: bool) -> Value {
    let mut all: BTreeMap<String, Value> = facts.all(with_legacy).into_iter().collect();
    let (name, version) = node::puppet_version();
    all.entry(name).or_insert(version);
    Value::Hash(all.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

/// Looks up a fact.
fn find(facts: &Facts, query: &str) -> Option<Value> {
    let is_version = |(name, version): (String, Value)| (query == name).then_some(version);
    facts.query(query).or_else(|| is_version(node::puppet_version()))
}
