//! `facts`: facts of this system, in Puppet's output formats.

mod external;
mod unknown_fact;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Result;
use catalog::Value;

use crate::args::{FactsShow, RenderAs};
use crate::console::Console;
use crate::exit;
use crate::ruby_output::{to_json, to_pretty_json, to_yaml};
use catalog::Level;
use engine::node::{self, ExternalFacts, RubyFactFiles, SystemFacts};

const VALUE_ONLY: &str = "Incorrect use of --value-only argument; it can only be used when querying for a single fact!";

/// Shows facts. Unlike in Puppet, an unknown fact is a failure; its value is null.
///
/// # Errors
/// Returns an error if the settings cannot be read.
pub(crate) fn run(arguments: &FactsShow, console: &mut Console) -> Result<ExitCode> {
    console.log_to_stderr();
    let (settings, modulepath) = console.modulepath(&arguments.common)?;
    let directories = external::directories(arguments, &settings, &modulepath);
    let files = Rc::new(RubyFactFiles::of(if arguments.no_custom_facts { Vec::new() } else { modulepath }));
    let facts = SystemFacts::new(&settings, true, ExternalFacts::Given(directories), files);
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
    facts.report(console)?;
    for query in &unknown {
        console.log(Level::Warning, "", &unknown_fact::message(&facts, all(&facts, true), query));
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

fn all(facts: &SystemFacts, with_legacy: bool) -> Value {
    let mut all: BTreeMap<String, Value> = facts.all(with_legacy).into_iter().collect();
    let (name, version) = node::puppet_version();
    all.entry(name).or_insert(version);
    Value::Hash(all.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

/// Looks up a fact.
fn find(facts: &SystemFacts, query: &str) -> Option<Value> {
    let is_version = |(name, version): (String, Value)| (query == name).then_some(version);
    facts.query(query).or_else(|| is_version(node::puppet_version()))
}
