//! Queries in PuppetDB's query language, as JSON arrays and as typed values.

mod build;
mod check;
mod counts;
pub(crate) mod entity;
mod fault;
mod field;
mod operators;
mod paging;
mod reports;
mod restriction;
pub(crate) mod select;
mod totals;

use serde_json::Value as Json;

use crate::time::Time;
use entity::Entity;
use select::Plan;

pub use fault::QueryError;
pub use paging::Page;
pub(crate) use paging::{limit, offset};
pub(crate) use restriction::{with_active_nodes, with_condition};

/// A query that was checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    pub(crate) plan: Plan,
    /// Whether the number of all rows is counted.
    pub(crate) has_total: bool,
    /// Nodes that were deactivated before are in no list of inactive nodes.
    pub(crate) inactive_since: Time,
}

/// What a query about events needs besides the condition.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Summaries {
    /// What events are counted by: `certname`, `resource` or `containing_class`.
    pub summarize_by: Option<String>,
    /// The counted objects: `resource` or `certname`.
    pub count_by: Option<String>,
    /// A condition for the counts.
    pub counts_filter: Option<Json>,
}

impl Query {
    /// Reads a query of an entity, such as `nodes`. `since` is the oldest time of deactivation of an inactive node.
    ///
    /// # Errors
    /// Returns an error if a part of the query is unknown or wrong.
    pub fn new(
        entity: &str,
        condition: Option<&Json>,
        page: &Page,
        summaries: &Summaries,
        since: Time,
    ) -> Result<Self, QueryError> {
        let name = entity.replace('-', "_");
        let plan = match name.as_str() {
            "event_counts" => Plan::Counts(counts::read(condition, page, summaries)?),
            "aggregate_event_counts" => Plan::Totals(counts::totals(condition, page, summaries)?),
            _ => {
                let entity = Entity::named(&name)
                    .ok_or_else(|| QueryError::usage(format!("Invalid entity '{name}' in query")))?;
                Plan::Rows(rows(entity, condition, page)?)
            }
        };
        Ok(Self { plan, has_total: page.include_total, inactive_since: since })
    }

    /// Reads a query that starts with `["from", ENTITY]`. Its clauses take precedence over the page.
    ///
    /// # Errors
    /// Returns an error if a part of the query is unknown or wrong.
    pub fn from(query: &Json, page: &Page, summaries: &Summaries, since: Time) -> Result<Self, QueryError> {
        let wrong = |text: &str| QueryError::usage(format!("{text} Check your query and try again."));
        let parts = query.as_array().map(Vec::as_slice).unwrap_or_default();
        let (Some(Json::String(from)), Some(Json::String(name))) = (parts.first(), parts.get(1)) else {
            return Err(wrong("Your initial query must be of the form: [\"from\",<entity>,(<optional-query>)]."));
        };
        if from != "from" {
            return Err(wrong("Your initial query must be of the form: [\"from\",<entity>,(<optional-query>)]."));
        }
        let is_clause = |part: &Json| {
            let name = part.get(0).and_then(Json::as_str).unwrap_or_default();
            ["limit", "offset", "order_by"].contains(&name)
        };
        let (condition, clauses) = match &parts[2..] {
            [] => (None, &[][..]),
            [first, ..] if is_clause(first) => (None, &parts[2..]),
            [first, rest @ ..] if first.is_array() => (Some(first), rest),
            _ => return Err(wrong("Your `from` query accepts an optional query only as a second argument.")),
        };
        let mut page = page.clone();
        if let Some(entity) = Entity::named(&name.replace('-', "_")) {
            let slice = build::clauses(entity, clauses)?;
            page.limit = slice.limit.or(page.limit);
            page.offset = slice.offset.or(page.offset);
            if !slice.order.is_empty() {
                page.order_by =
                    slice.order.iter().map(|order| (order.field.name.to_owned(), order.is_descending)).collect();
            }
        }
        Self::new(name, condition, &page, summaries, since)
    }
}

impl Query {
    /// Returns whether rows are groups of others.
    pub(crate) fn has_groups(&self) -> bool {
        matches!(&self.plan, Plan::Rows(select) if !select.groups.is_empty())
    }
}

/// Returns whether the rows of an entity belong to nodes, which can be inactive.
pub(crate) fn has_nodes(entity: &str) -> bool {
    Entity::named(&entity.replace('-', "_")).is_some_and(|entity| entity.field("certname").is_some())
}

fn rows(entity: &'static Entity, condition: Option<&Json>, page: &Page) -> Result<select::Select, QueryError> {
    let order: Vec<select::Order> = page
        .order_by
        .iter()
        .map(|(name, is_descending)| paging::order(entity, name, *is_descending))
        .collect::<Result<_, _>>()?;
    if let Some(condition) = condition {
        check::check(Some(entity), condition)?;
        operators::check(entity, condition)?;
    }
    let condition = reports::restricted_query(entity, condition);
    let mut select = build::select(entity, condition.as_ref())?;
    // Names are ordered, as PuppetDB returns them.
    let order = match (entity.is_distinct, entity.fields) {
        (true, [field, ..]) if order.is_empty() => vec![select::Order { field, is_descending: false }],
        _ => order,
    };
    select.slice = select::Slice { order, limit: page.limit, offset: page.offset };
    Ok(select)
}

/// Reads a query text: JSON if it starts with a bracket, otherwise PQL.
///
/// # Errors
/// Returns an error if the text is neither.
pub fn parse(text: &str) -> Result<Json, QueryError> {
    if text.trim_start().starts_with('[') { parse_json(text) } else { Ok(crate::pql::parse(text)?) }
}

/// Reads a query text as JSON.
///
/// # Errors
/// Returns an error if the text is not JSON, or contains more than one query.
pub fn parse_json(text: &str) -> Result<Json, QueryError> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Json>();
    let fault = |error: serde_json::Error| QueryError::json(&error, text);
    let query = values.next().unwrap_or(Ok(Json::Null)).map_err(fault)?;
    match values.next() {
        None => Ok(query),
        Some(Ok(more)) => Err(QueryError::MoreQueries(paging::clojure(&more), paging::clojure(&query))),
        Some(Err(error)) => Err(fault(error)),
    }
}
