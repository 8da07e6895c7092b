//! The paths of the query API.

use percent_encoding::percent_decode_str;
use serde_json::{Value as Json, json};

/// Something that a path is about, which can be unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Parent {
    Node(String),
    Factset(String),
    Catalog(String),
    Report(String),
    Environment(String),
    Producer(String),
}

impl Parent {
    /// Returns kind and name for messages.
    pub(super) fn names(&self) -> (&'static str, &str) {
        match self {
            Self::Node(name) => ("node", name),
            Self::Factset(name) => ("factset", name),
            Self::Catalog(name) => ("catalog", name),
            Self::Report(name) => ("report", name),
            Self::Environment(name) => ("environment", name),
            Self::Producer(name) => ("producer", name),
        }
    }
}

/// The form of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Rows,
    Object,
}

/// The parameters that a request can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AcceptedParameters {
    /// A query and a part of its rows.
    Query,
    /// The same with the times of distinct resources.
    Events,
    /// The same with summaries.
    Counts,
    /// A query with summaries.
    Totals,
    /// Neither.
    Object,
    /// A query with its entity.
    Root,
}

/// The query of a path: the entity, and the conditions that the path implies.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Endpoint {
    /// The entity; empty if it is in the query.
    pub(super) entity: &'static str,
    pub(super) conditions: Vec<Json>,
    pub(super) has_active_nodes: bool,
    /// The object that must exist.
    pub(super) parent: Option<Parent>,
    /// What the only row is about.
    pub(super) subject: Option<Parent>,
    pub(super) form: Form,
    pub(super) accepted: AcceptedParameters,
}

impl Endpoint {
    /// Returns the endpoint of a path; `None` if there is none.
    pub(super) fn of(path: &str) -> Option<Self> {
        let path = path.trim_matches('/');
        let decode = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
        let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(decode).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts.as_slice() {
            [] => Some(Self { accepted: AcceptedParameters::Root, ..Self::rows("") }),
            ["nodes", name] => Some(Self::object("nodes", "certname", Parent::Node((*name).to_owned()))),
            ["nodes", name, rest @ ..] => Some(below(rest, &["facts", "resources"])?.restricted(
                "certname",
                name,
                Parent::Node((*name).to_owned()),
            )),
            ["environments", name] => Some(Self::named("environments", Parent::Environment((*name).to_owned()))),
            ["environments", name, rest @ ..] => {
                let parent = Parent::Environment((*name).to_owned());
                Some(below(rest, &["facts", "resources", "reports", "events"])?.restricted("environment", name, parent))
            }
            ["producers", name] => Some(Self::named("producers", Parent::Producer((*name).to_owned()))),
            ["producers", name, rest @ ..] => {
                let parent = Parent::Producer((*name).to_owned());
                Some(below(rest, &["factsets", "catalogs", "reports"])?.restricted("producer", name, parent))
            }
            ["factsets", name] => Some(Self::object("factsets", "certname", Parent::Factset((*name).to_owned()))),
            ["factsets", name, "facts"] => {
                let endpoint = Self::rows("factsets").restricted("certname", name, Parent::Factset((*name).to_owned()));
                Some(Self { has_active_nodes: false, ..endpoint })
            }
            ["catalogs", name] => Some(Self::object("catalogs", "certname", Parent::Catalog((*name).to_owned()))),
            ["catalogs", name, rest @ ..] => {
                let parent = Parent::Catalog((*name).to_owned());
                Some(below(rest, &["edges", "resources"])?.restricted("certname", name, parent))
            }
            ["reports", hash, part] => Self::report(hash, part),
            rest => below(rest, ENTITIES),
        }
    }

    fn rows(entity: &'static str) -> Self {
        const ACTIVE: [&str; 9] = [
            "nodes",
            "resources",
            "edges",
            "facts",
            "inventory",
            "factsets",
            "fact_contents",
            "catalog_inputs",
            "catalog_input_contents",
        ];
        let accepted = match entity {
            "events" => AcceptedParameters::Events,
            "event_counts" => AcceptedParameters::Counts,
            "aggregate_event_counts" => AcceptedParameters::Totals,
            _ => AcceptedParameters::Query,
        };
        Self {
            entity,
            conditions: Vec::new(),
            has_active_nodes: ACTIVE.contains(&entity) || entity == "package_inventory",
            parent: None,
            subject: None,
            form: Form::Rows,
            accepted,
        }
    }

    fn object(entity: &'static str, field: &str, subject: Parent) -> Self {
        let condition = json!(["=", field, subject.names().1]);
        Self {
            conditions: vec![condition],
            has_active_nodes: false,
            subject: Some(subject),
            form: Form::Object,
            ..Self::rows(entity)
        }
    }

    /// Returns the endpoint of an environment or a producer, which has no query.
    fn named(entity: &'static str, subject: Parent) -> Self {
        Self { accepted: AcceptedParameters::Object, ..Self::object(entity, "name", subject) }
    }

    fn report(hash: &str, part: &str) -> Option<Self> {
        let parent = Parent::Report(hash.to_owned());
        match part {
            "events" => Some(Self::rows("events").restricted("report", hash, parent)),
            "logs" | "metrics" => {
                let entity = if part == "logs" { "report_logs" } else { "report_metrics" };
                let endpoint = Self::rows(entity).restricted("hash", hash, parent);
                Some(Self { form: Form::Object, accepted: AcceptedParameters::Object, ..endpoint })
            }
            _ => None,
        }
    }

    /// Adds a condition, and the object that must exist.
    fn restricted(mut self, field: &str, name: &str, parent: Parent) -> Self {
        self.conditions.push(json!(["=", field, name]));
        self.parent = Some(parent);
        self
    }
}

/// The entities that have a path, as in paths.
const ENTITIES: &[&str] = &[
    "nodes",
    "environments",
    "producers",
    "facts",
    "fact-names",
    "fact-paths",
    "fact-contents",
    "factsets",
    "inventory",
    "catalogs",
    "resources",
    "edges",
    "reports",
    "events",
    "event-counts",
    "aggregate-event-counts",
    "packages",
    "package-inventory",
    "catalog-inputs",
    "catalog-input-contents",
];

/// Returns the endpoint of an entity, with its fields in the rest of the path.
fn below(parts: &[&str], entities: &[&str]) -> Option<Endpoint> {
    const NAMES: [&str; 20] = [
        "nodes",
        "environments",
        "producers",
        "facts",
        "fact_names",
        "fact_paths",
        "fact_contents",
        "factsets",
        "inventory",
        "catalogs",
        "resources",
        "edges",
        "reports",
        "events",
        "event_counts",
        "aggregate_event_counts",
        "packages",
        "package_inventory",
        "catalog_inputs",
        "catalog_input_contents",
    ];
    let (first, rest) = parts.split_first()?;
    if !entities.contains(first) {
        return None;
    }
    let underscored = first.replace('-', "_");
    let mut endpoint = Endpoint::rows(NAMES.into_iter().find(|name| *name == underscored)?);
    let fields: &[&str] = match *first {
        "facts" => &["name", "value"],
        "resources" => &["type", "title"],
        "package-inventory" => &["certname"],
        _ => &[],
    };
    if rest.len() > fields.len() {
        return None;
    }
    let condition = |(field, value): (&&str, &&str)| json!(["=", field, value]);
    endpoint.conditions.extend(fields.iter().zip(rest).map(condition));
    Some(endpoint)
}
