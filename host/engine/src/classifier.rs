//! External node classifiers: a command that prints the classes, variables and environment of a node as YAML.
//! Messages are Puppet's.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use catalog::Value;
use launcher::Launch;
use ownership::{CheckError, OwnershipRule};
use ruby::yaml::Dates;
use value::NodeClass;

use crate::settings::Settings;
use crate::settings::types::NodeTerminus;

/// The classification of a node.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Classification {
    /// The classes.
    pub classes: Vec<NodeClass>,
    /// The top-scope variables.
    pub variables: Vec<(String, Value)>,
    /// The environment.
    pub environment: Option<String>,
}

/// Classifies a node with the classifier in the settings, if there is one.
///
/// # Errors
/// Returns an error if the classifier does not exist, other users can change it, it fails, or its output is
/// not a classification.
pub(crate) fn classify(settings: &Settings, node: impl FnOnce() -> String) -> Result<Classification> {
    if *settings.node_terminus != NodeTerminus::Exec {
        return Ok(Classification::default());
    }
    let external_nodes = settings.external_nodes.as_str();
    if external_nodes == "none" {
        bail!("You must set the 'external_nodes' parameter to use the external node terminus");
    }
    let mut words = external_nodes.split_whitespace();
    let Some(program) = words.next().filter(|program| Path::new(program).is_absolute()) else {
        bail!("You must set the exec parameter to a fully qualified command");
    };
    let checked = settings.checker.check_path(Path::new(program), OwnershipRule::Trusted);
    // A program that cannot be found is reported later, with the name of the node.
    if let Err(exposed @ CheckError::Exposed(_)) = checked {
        return Err(exposed.into());
    }
    // Determining the name may require the collection of facts.
    let node = node();
    let shown = format!("{external_nodes} {node}");
    let failed = |reason: String| anyhow!("Failed to find {node} via exec: {reason}");
    let output = Launch::inheriting(program, words.chain([node.as_str()])).run();
    let output = output.map_err(|error| failed(format!("Could not execute '{shown}': {error}")))?;
    if output.status != 0 {
        // Many classifiers print their errors on standard output.
        let printed = if output.stderr.trim_ascii().is_empty() { &output.stdout } else { &output.stderr };
        let printed = String::from_utf8_lossy(printed);
        return Err(failed(format!("Execution of '{shown}' returned {}: {}", output.status, printed.trim_end())));
    }
    let text = String::from_utf8(output.stdout);
    let text = text.map_err(|_| unusable(&node, "the output is not UTF-8"))?;
    if text.trim().is_empty() {
        bail!("Could not find node {node}");
    }
    read(&node, &text)
}

fn read(node: &str, text: &str) -> Result<Classification> {
    let parsed = value::yaml::parse_plain(text, Dates::Refused);
    let parsed = parsed.map_err(|error| unusable(node, &format!("(<unknown>): {error}")))?;
    let Value::Hash(entries) = parsed else { return Err(unusable(node, "the output is not a hash")) };
    let mut classified = Classification::default();
    for (key, value) in entries {
        let Value::String(key) = key else {
            return Err(unusable(node, &format!("the key {key} is not a string or symbol")));
        };
        match (&*key, value) {
            (_, Value::Undef) => {}
            ("classes", value) => classified.classes = classes(node, value)?,
            ("parameters", Value::Hash(variables)) => classified.variables = named(variables),
            ("parameters", _) => return Err(unusable(node, "'parameters' is not a hash")),
            ("environment", Value::String(environment)) => classified.environment = Some(environment.to_string()),
            ("environment", _) => return Err(unusable(node, "'environment' is not a string")),
            // Other keys of the classification are ignored.
            _ => {}
        }
    }
    Ok(classified)
}

fn named(entries: Vec<(Value, Value)>) -> Vec<(String, Value)> {
    entries.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// Converts the classes: a list of names, a hash of names and parameters, or a single name.
fn classes(node: &str, value: Value) -> Result<Vec<NodeClass>> {
    let plain = |name: String| NodeClass { name, parameters: Vec::new() };
    match value {
        Value::String(name) => Ok(vec![plain(name.to_string())]),
        Value::Array(names) => names
            .into_iter()
            .map(|name| match name {
                Value::String(name) => Ok(plain(name.to_string())),
                other => Err(unusable(node, &format!("{other} is not the name of a class"))),
            })
            .collect(),
        Value::Hash(entries) => named(entries)
            .into_iter()
            .map(|(name, parameters)| match parameters {
                Value::Undef => Ok(plain(name)),
                Value::Hash(parameters) => Ok(NodeClass { name, parameters: named(parameters) }),
                _ => Err(unusable(node, &format!("the parameters of the class {name} are not a hash"))),
            })
            .collect(),
        other => Err(unusable(node, &format!("'classes' is neither a list nor a hash: {other}"))),
    }
}

fn unusable(node: &str, reason: &str) -> anyhow::Error {
    anyhow!("Could not load external node results for {node}: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, parameters: Vec<(String, Value)>) -> NodeClass {
        NodeClass { name: name.to_owned(), parameters }
    }

    #[test]
    fn classes_are_a_list_or_a_hash() {
        let listed = read("n", "classes: [a, b::c]\nenvironment: dev\n").unwrap();
        assert_eq!(listed.classes, [class("a", vec![]), class("b::c", vec![])]);
        assert_eq!(listed.environment.as_deref(), Some("dev"));
        let hash = read("n", "classes: {a: , b: {p: 5}}\nparameters: {x: [1]}\n").unwrap();
        assert_eq!(hash.classes, [class("a", vec![]), class("b", vec![("p".into(), 5.into())])]);
        assert_eq!(hash.variables, [("x".to_owned(), Value::Array(vec![1.into()]))]);
    }

    #[test]
    fn classifier_output_is_parsed_like_ruby() {
        let text = ":classes:\n  :a: {p: y, q: 012}\nparameters: {v: n, w: off, sym: :s, o: 0o17}\n";
        let read = read("n", text).unwrap();
        assert_eq!(read.classes, [class("a", vec![("p".into(), "y".into()), ("q".into(), 10.into())])]);
        let variables: [(&str, Value); 4] =
            [("v", "n".into()), ("w", false.into()), ("sym", "s".into()), ("o", "0o17".into())];
        assert_eq!(read.variables, variables.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn invalid_classification_is_reported() {
        for (text, reason) in [
            ("hi", "the output is not a hash"),
            ("classes: 5", "'classes' is neither a list nor a hash: 5"),
            ("classes: {a: [1]}", "the parameters of the class a are not a hash"),
            ("parameters: x", "'parameters' is not a hash"),
            ("5: x", "the key 5 is not a string or symbol"),
            ("d: 2021-01-01", "(<unknown>): Tried to load unspecified class: Date"),
        ] {
            let error = read("n", text).unwrap_err().to_string();
            assert_eq!(error, format!("Could not load external node results for n: {reason}"));
        }
        assert!(
            read("n", "a: [b").unwrap_err().to_string().starts_with("Could not load external node results for n: ")
        );
    }
}
