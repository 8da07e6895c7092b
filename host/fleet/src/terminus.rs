//! Documents of commands, made from the documents that agents and compilers of Puppet exchange, as PuppetDB's terminus makes
//! them. Sensitive parameters are removed.

mod report;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use indexmap::IndexSet;
use serde_json::{Map, Value as Json, json};
use thiserror::Error;

use crate::database::CommandDocument;
use crate::json::object;
use crate::time::Time;

pub use report::{AgentReport, report_command};

/// Metaparameters with relationships: the kind of the edge, and whether the resource of the parameter is its source.
const RELATIONSHIPS: [(&str, &str, bool); 4] = [
    ("before", "before", true),
    ("notify", "notifies", true),
    ("require", "required-by", false),
    ("subscribe", "subscription-of", false),
];

/// Metaparameters whose order has no meaning.
const UNORDERED: [&str; 8] = ["alias", "audit", "before", "check", "notify", "require", "subscribe", "tag"];

/// A document of an agent or compiler is not valid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DocumentError {
    /// A field is missing or has another type.
    #[error("The field '{0}' of the document is missing or not valid")]
    Field(&'static str),
    /// A relationship refers to a resource that is not in the catalog.
    #[error("Invalid relationship: {from} {{ {parameter} => {to} }}, because {to} doesn't seem to be in the catalog")]
    Relationship {
        /// The resource with the parameter.
        from: String,
        /// The parameter.
        parameter: &'static str,
        /// The other resource.
        to: String,
    },
}

/// What a command contains besides the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandContext<'a> {
    /// The node.
    pub certname: &'a str,
    /// The host that sends the command.
    pub producer: &'a str,
    /// The environment of the run.
    pub environment: &'a str,
    /// The time.
    pub at: Time,
}

/// Returns the command `replace facts`. `trusted` is the hash `$trusted`.
pub fn facts_command(
    context: &CommandContext<'_>,
    values: &Map<String, Json>,
    trusted: Option<Json>,
) -> CommandDocument {
    let mut values = values.clone();
    values.remove("_puppet_inventory_1");
    if let Some(trusted) = trusted {
        values.insert("trusted".to_owned(), trusted);
    }
    let document = object([
        ("certname", context.certname.into()),
        ("environment", context.environment.into()),
        ("producer", context.producer.into()),
        ("producer_timestamp", context.at.to_string().into()),
        ("values", values.into()),
    ]);
    CommandDocument { name: "replace facts", version: 5, document, at: context.at }
}

/// Returns the command `replace catalog` for the JSON of a catalog and of the resources that the node exports; those that are also in
/// the catalog are collected by the node itself. `run` has the identifiers of the run and of its job. `namevar` returns the namevar
/// of a type whose title can be another name.
///
/// # Errors
/// Returns an error if the document is not a catalog, or a relationship refers to an unknown resource.
pub fn catalog_command(
    context: &CommandContext<'_>,
    run: [Option<&str>; 2],
    mut catalog: Json,
    exported: Vec<Json>,
    namevar: &dyn Fn(&str) -> Option<String>,
) -> Result<CommandDocument, DocumentError> {
    let Some(Json::Array(mut resources)) = catalog.get_mut("resources").map(Json::take) else {
        return Err(DocumentError::Field("resources"));
    };
    add_exported(&mut resources, exported);
    let resources: Vec<Json> = resources.into_iter().map(|resource| plain_resource(resource, namevar)).collect();
    let edges = edges(catalog["edges"].as_array().map_or(&[][..], Vec::as_slice), &resources)?;
    let [transaction_uuid, job_id] = run;
    let text = |name: &str| catalog[name].as_str().filter(|text| !text.is_empty());
    let document = object([
        ("certname", context.certname.into()),
        ("version", text_of(&catalog["version"]).into()),
        ("environment", context.environment.into()),
        ("transaction_uuid", transaction_uuid.into()),
        ("catalog_uuid", text("catalog_uuid").or(transaction_uuid).into()),
        ("code_id", text("code_id").into()),
        ("job_id", job_id.into()),
        ("producer", context.producer.into()),
        ("producer_timestamp", context.at.to_string().into()),
        ("resources", resources.into()),
        ("edges", edges.into()),
    ]);
    Ok(CommandDocument { name: "replace catalog", version: 9, document, at: context.at })
}

/// Adds exported resources to those of a catalog; resources that are there are marked.
fn add_exported(resources: &mut Vec<Json>, exported: Vec<Json>) {
    let name = |resource: &Json| (text_of(&resource["type"]), text_of(&resource["title"]));
    let own: HashMap<(String, String), usize> =
        resources.iter().enumerate().map(|(index, resource)| (name(resource), index)).collect();
    for mut resource in exported {
        match own.get(&name(&resource)) {
            Some(index) => resources[*index]["exported"] = true.into(),
            None => {
                resource["exported"] = true.into();
                resources.push(resource);
            }
        }
    }
}

/// Returns a resource with plain values and without sensitive parameters.
fn plain_resource(mut resource: Json, namevar: &dyn Fn(&str) -> Option<String>) -> Json {
    let mut parameters = Map::new();
    if let Some(Json::Object(all)) = resource.get_mut("parameters").map(Json::take) {
        let sensitive: Vec<&str> =
            resource["sensitive_parameters"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let shown = all.into_iter().filter(|(name, value)| !sensitive.contains(&name.as_str()) && !is_sensitive(value));
        parameters.extend(shown.map(|(name, value)| (name, plain(value))));
    }
    let title = text_of(&resource["title"]);
    let type_name = resource["type"].as_str().unwrap_or_default();
    add_alias(&mut parameters, type_name, &title, namevar);
    for name in UNORDERED {
        if let Some(Json::Array(values)) = parameters.get_mut(name) {
            values.sort_by_key(text_of);
        }
    }
    let mut tags: Vec<&str> = resource["tags"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    tags.sort_unstable();
    object([
        ("type", type_name.into()),
        ("title", title.into()),
        ("exported", resource["exported"].as_bool().unwrap_or_default().into()),
        ("file", resource["file"].clone()),
        ("line", resource["line"].clone()),
        ("tags", tags.into()),
        ("parameters", parameters.into()),
    ])
}

/// Adds the name of a resource as an alias if its title is another one.
fn add_alias(
    parameters: &mut Map<String, Json>,
    type_name: &str,
    title: &str,
    namevar: &dyn Fn(&str) -> Option<String>,
) {
    let mut aliases = match parameters.get("alias") {
        Some(Json::Array(aliases)) => aliases.clone(),
        Some(alias) => vec![alias.clone()],
        None => Vec::new(),
    };
    let name = namevar(type_name).and_then(|namevar| parameters.get(&namevar).cloned());
    if let Some(name) = name.filter(|name| !name.is_null() && name.as_str() != Some(title) && !aliases.contains(name)) {
        aliases.push(name);
    }
    if !aliases.is_empty() {
        parameters.insert("alias".to_owned(), Json::Array(aliases));
    }
}

fn is_sensitive(value: &Json) -> bool {
    match value {
        Json::Array(values) => values.iter().any(is_sensitive),
        Json::Object(entries) => {
            entries.get("__ptype").is_some_and(|kind| kind == "Sensitive") || entries.values().any(is_sensitive)
        }
        _ => false,
    }
}

/// Returns a value of rich JSON as plain JSON: other types become texts.
fn plain(value: Json) -> Json {
    match value {
        Json::Array(values) => values.into_iter().map(plain).collect(),
        Json::Object(entries) => match entries.get("__ptype").and_then(Json::as_str) {
            Some("Default") => "default".into(),
            Some("Regexp") => {
                format!("/{}/", entries.get("__pvalue").and_then(Json::as_str).unwrap_or_default()).into()
            }
            Some("Hash") => {
                let pairs = entries.get("__pvalue").and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                let pair = |pair: &[Json]| (text_of(&plain(pair[0].clone())), plain(pair[1].clone()));
                pairs.chunks_exact(2).map(pair).collect()
            }
            Some(kind) => match entries.get("__pvalue") {
                Some(value) => text_of(&plain(value.clone())).into(),
                None => kind.into(),
            },
            None => entries.into_iter().map(|(name, value)| (name, plain(value))).collect(),
        },
        other => other,
    }
}

/// Returns a value as Ruby's `to_s` does.
fn text_of(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => inspected(other),
    }
}

/// Returns a value as Ruby's `inspect` does, except for characters that it escapes.
fn inspected(value: &Json) -> String {
    match value {
        Json::Null => "nil".to_owned(),
        Json::Array(values) => format!("[{}]", values.iter().map(inspected).collect::<Vec<_>>().join(", ")),
        Json::Object(entries) => {
            let entry = |(name, value): (&String, &Json)| format!("{:?}=>{}", name, inspected(value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Returns the edges of a catalog, with edges for the metaparameters of its resources.
fn edges(contained: &[Json], resources: &[Json]) -> Result<Vec<Json>, DocumentError> {
    let names = ResourceNames::new(resources);
    let mut edges = IndexSet::new();
    for edge in contained {
        let end = |name: &'static str| edge[name].as_str().and_then(reference).ok_or(DocumentError::Field("edges"));
        edges.insert((end("source")?, end("target")?, edge["relationship"].as_str().unwrap_or("contains")));
    }
    // Virtual resources have no relationships yet.
    for resource in resources.iter().filter(|resource| resource["exported"] != true) {
        let own = (text_of(&resource["type"]), text_of(&resource["title"]));
        for (parameter, relationship, is_source) in RELATIONSHIPS {
            for other in references(&resource["parameters"][parameter]) {
                let found = reference(&other).and_then(|(type_name, title)| names.find(&type_name, &title));
                let from = || format!("{}[{}]", own.0, own.1);
                let missing = || DocumentError::Relationship { from: from(), parameter, to: other.clone() };
                let found = found.ok_or_else(missing)?;
                let (source, target) = if is_source { (own.clone(), found) } else { (found, own.clone()) };
                edges.insert((source, target, relationship));
            }
        }
    }
    Ok(edges.into_iter().map(|(source, target, relationship)| edge(source, target, relationship)).collect())
}

fn edge(source: (String, String), target: (String, String), relationship: &str) -> Json {
    let end = |(type_name, title): (String, String)| object([("type", type_name.into()), ("title", title.into())]);
    object([("source", end(source)), ("target", end(target)), ("relationship", relationship.into())])
}

/// Returns the references in the value of a metaparameter.
fn references(value: &Json) -> Vec<String> {
    match value {
        Json::Array(values) => values.iter().flat_map(references).collect(),
        Json::String(text) => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// Splits `Type[title]`.
fn reference(text: &str) -> Option<(String, String)> {
    let (type_name, title) = text.strip_suffix(']')?.split_once('[')?;
    Some((type_name.to_owned(), title.to_owned()))
}

/// The resources of a catalog by title and alias.
struct ResourceNames<'r> {
    titles: BTreeSet<(&'r str, &'r str)>,
    aliases: BTreeMap<(&'r str, &'r str), &'r str>,
}

impl<'r> ResourceNames<'r> {
    fn new(resources: &'r [Json]) -> Self {
        let mut names = Self { titles: BTreeSet::new(), aliases: BTreeMap::new() };
        for resource in resources {
            let (Some(type_name), Some(title)) = (resource["type"].as_str(), resource["title"].as_str()) else {
                continue;
            };
            names.titles.insert((type_name, title));
            for alias in resource["parameters"]["alias"].as_array().into_iter().flatten().filter_map(Json::as_str) {
                names.aliases.insert((type_name, alias), title);
            }
        }
        names
    }

    fn find(&self, type_name: &str, title: &str) -> Option<(String, String)> {
        let title = if type_name == "File" && title.len() > 1 { title.trim_end_matches('/') } else { title };
        let known = self.titles.contains(&(type_name, title)).then_some(title);
        let title = known.or_else(|| self.aliases.get(&(type_name, title)).copied())?;
        Some((type_name.to_owned(), title.to_owned()))
    }
}

/// Returns the command `deactivate node`.
pub fn deactivate_command(certname: &str, at: Time) -> CommandDocument {
    let document = json!({ "certname": certname, "producer_timestamp": at.to_string() });
    CommandDocument { name: "deactivate node", version: 3, document, at }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    pub(super) const CONTEXT: CommandContext<'_> = CommandContext {
        certname: "web1.example.com",
        producer: "web1.example.com",
        environment: "production",
        at: Time(1_772_355_600_000),
    };

    pub(super) fn recorded(text: &str) -> Json {
        serde_json::from_str(text).unwrap()
    }

    /// Returns a document with comparable times and orders. Tags have no order, and real titles of `main` are symbols, so that
    /// their texts are aliases.
    pub(super) fn comparable(mut document: Json) -> Json {
        fn walk(value: &mut Json) {
            match value {
                Json::Array(values) => values.iter_mut().for_each(walk),
                Json::Object(entries) => {
                    if let Some(Json::Array(tags)) = entries.get_mut("tags") {
                        tags.sort_by_key(text_of);
                    }
                    if entries.get("title").is_some_and(|title| title == "main")
                        && let Some(parameters) = entries.get_mut("parameters").and_then(Json::as_object_mut)
                    {
                        parameters.remove("alias");
                    }
                    // Absent and null are the same.
                    entries.retain(|name, value| !value.is_null() && !matches!(name.as_str(), "kind"));
                    entries.values_mut().for_each(walk);
                }
                Json::String(text) => {
                    if let Ok(time) = text.parse::<Time>() {
                        *text = time.to_string();
                    }
                }
                _ => {}
            }
        }
        walk(&mut document);
        if let Some(Json::Array(metrics)) = document.get_mut("metrics") {
            metrics.sort_by_key(Json::to_string);
        }
        document
    }

    #[test]
    fn terminus_sends_catalogs_as_in_puppet() {
        let recorded = recorded(include_str!("../tests/terminus/catalog.json"));
        let namevar = |type_name: &str| {
            Some(if type_name == "File" { "path" } else { "name" }.to_owned()).filter(|_| type_name != "Exec")
        };
        let run = [Some("0b1c2d3e-0000-4000-8000-000000000001"), Some("7")];
        let document =
            catalog_command(&CONTEXT, run, recorded["catalog"].clone(), Vec::new(), &namevar).unwrap().document;
        let [found, expected] = [document.clone(), recorded["command"].clone()].map(comparable);
        for part in ["resources", "edges"] {
            let [found, expected] = [&found, &expected].map(|document| document[part].as_array().unwrap());
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(found, expected);
            }
        }
        assert_eq!(found, expected);
        assert!(!document.to_string().contains("hidden"));
        Command::of_document("replace catalog", 9, document, CONTEXT.at).unwrap();
    }

    #[test]
    fn terminus_refuses_relationships_to_unknown_resources() {
        let catalog = json!({ "version": 1, "edges": [], "resources": [
            { "type": "Notify", "title": "a", "tags": [], "parameters": { "require": ["File[/x]"] } },
        ] });
        let refused = catalog_command(&CONTEXT, [None, None], catalog, Vec::new(), &|_| None).unwrap_err();
        let expected = "Invalid relationship: Notify[a] { require => File[/x] }, because File[/x] doesn't seem to be in the catalog";
        assert_eq!(refused.to_string(), expected);
        assert_eq!(
            catalog_command(&CONTEXT, [None, None], json!({}), Vec::new(), &|_| None),
            Err(DocumentError::Field("resources"))
        );
    }

    #[test]
    fn terminus_removes_sensitive_values_at_any_depth() {
        let secret = json!({ "__ptype": "Sensitive", "__pvalue": "hidden" });
        let catalog = json!({ "version": 1, "edges": [], "resources": [{ "type": "Notify", "title": "a", "tags": [],
            "parameters": { "one": secret, "two": [{ "x": secret }], "three": "plain", "four": { "__ptype": "Regexp", "__pvalue": "a.b" } } }] });
        let document = catalog_command(&CONTEXT, [None, None], catalog, Vec::new(), &|_| None).unwrap().document;
        assert_eq!(document["resources"][0]["parameters"], json!({ "three": "plain", "four": "/a.b/" }));
    }

    #[test]
    fn terminus_adds_trusted_facts() {
        let values = json!({ "os": { "family": "Debian" }, "_puppet_inventory_1": {} });
        let trusted = Some(json!({ "certname": "web1.example.com" }));
        let document = facts_command(&CONTEXT, values.as_object().unwrap(), trusted).document;
        assert_eq!(
            document["values"],
            json!({ "os": { "family": "Debian" }, "trusted": { "certname": "web1.example.com" } })
        );
        assert_eq!(document["producer_timestamp"], "2026-03-01T09:00:00.000Z");
    }
}
