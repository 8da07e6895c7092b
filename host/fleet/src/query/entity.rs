//! The entities of the query language: their fields, relationships, and the tables that they come from.

mod list;

use crate::json::{self};
use serde_json::Value as Json;

pub(crate) use list::ENTITIES;

/// What a field contains, which decides the operators that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// The text of a JSON value.
    Serialized,
    Number,
    Boolean,
    Time,
    /// An array of texts.
    Texts,
    /// A JSON document with queries for the values in it.
    Document,
    /// A JSON value with operators of numbers and texts.
    Scalar,
    /// The path of a value in a structured fact.
    Path,
    /// The same as one text.
    EncodedPath,
    /// A JSON value without operators.
    Json,
}

/// Parts of statements that each dialect has its own text for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fragment {
    /// All facts of a node as a document.
    Facts,
    /// The trusted facts of a node.
    Trusted,
    /// The facts in a factset.
    FactsetFacts,
    /// The metrics in a report.
    Metrics,
    /// The log messages in a report.
    Logs,
    /// The metrics alone.
    MetricsData,
    /// The log messages alone.
    LogsData,
    /// The events in a report.
    ResourceEvents,
    /// The resources in a catalog.
    CatalogResources,
    /// The relationships in a catalog.
    CatalogEdges,
    /// Tables of nodes with their latest reports.
    Nodes,
    /// Tables of the latest reports.
    LatestReports,
    /// Tables of the events in the latest reports.
    LatestEvents,
    /// Table of the values in all facts.
    FactContents,
    /// Table of the relationships of all catalogs.
    Edges,
    /// Table of the inputs of all catalogs.
    CatalogInputs,
}

/// A part of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Text {
    /// The same in each dialect.
    Common(&'static str),
    /// Different in each dialect.
    Fragment(Fragment),
}

/// A field of an entity.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) sql: Text,
    /// Whether a query can refer to it.
    pub(crate) is_queryable: bool,
    /// Whether rows contain it.
    pub(crate) is_projectable: bool,
    /// Whether a query can extract values in it.
    pub(crate) has_parts: bool,
}

/// A relationship to another entity: the same values in these fields.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Relationship {
    pub(crate) entity: &'static str,
    pub(crate) local: &'static [&'static str],
    pub(crate) foreign: &'static [&'static str],
}

/// An entity of the query language.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entity {
    /// The name in queries, with underscores.
    pub(crate) name: &'static str,
    /// The name in messages.
    pub(crate) alias: &'static str,
    pub(crate) fields: &'static [Field],
    pub(crate) from: Text,
    /// The same for rows of the latest reports alone.
    pub(crate) latest: Option<Fragment>,
    /// A condition that every row fulfils.
    pub(crate) condition: Option<&'static str>,
    pub(crate) is_distinct: bool,
    /// Whether rows are the values of the only field.
    pub(crate) is_single_value: bool,
    pub(crate) relationships: &'static [&'static [Relationship]],
    /// Whether `select_NAME` is a subquery.
    pub(crate) is_subquery: bool,
    /// Whether queries have reports of agents only, unless they mention the type.
    pub(crate) has_report_type: bool,
}

impl Entity {
    /// Returns the entity of a name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        ENTITIES.iter().copied().find(|entity| entity.name == name)
    }

    /// Returns the entity of a subquery, by the name after `select_`.
    pub(crate) fn subquery(name: &str) -> Option<&'static Self> {
        Self::named(name).filter(|entity| entity.is_subquery)
    }

    pub(crate) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns a field that queries can refer to.
    pub(crate) fn queryable(&self, name: &str) -> Option<&'static Field> {
        self.field(name).filter(|field| field.is_queryable)
    }

    /// Returns the names of the fields that queries can refer to, sorted.
    pub(crate) fn queryable_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> =
            self.fields.iter().filter(|field| field.is_queryable).map(|field| field.name).collect();
        names.sort_unstable();
        names
    }

    /// Returns the names of the fields that rows can have.
    pub(crate) fn projectable_names(&self) -> Vec<&'static str> {
        self.fields.iter().filter(|field| field.is_projectable).map(|field| field.name).collect()
    }

    pub(crate) fn relationship(&self, name: &str) -> Option<&'static Relationship> {
        // Later lists replace relationships of earlier ones.
        self.relationships.iter().flat_map(|list| list.iter()).rfind(|relationship| relationship.entity == name)
    }
}

/// Returns the value as PuppetDB's messages print it.
pub(crate) fn shown(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null => "null".to_owned(),
        other => json::canonical(other),
    }
}
