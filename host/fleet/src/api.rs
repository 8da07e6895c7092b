//! Requests of PuppetDB's query API, below `/pdb/query/v4`, and their replies, without sockets.

mod endpoint;
mod parameters;

use std::cell::Cell;
use std::ops::ControlFlow;

use serde_json::{Value as Json, json};

use crate::query::{Query, QueryError, has_nodes, with_active_nodes, with_condition};
use crate::store::{Store, StoreError, StoredObject};
use crate::time::Time;
use endpoint::{Endpoint, Form, Parent};
use parameters::Parameters;

/// A request for a query.
#[derive(Debug, Clone, Copy)]
pub struct QueryRequest<'a> {
    /// The path below `/pdb/query/v4/`, with percent encoding.
    pub path: &'a str,
    /// The parameters, decoded; those in the body of a POST request come from [`body_parameters`].
    pub parameters: &'a [(String, String)],
    /// Nodes that were deactivated or expired before are in no list of inactive nodes.
    pub inactive_since: Time,
}

/// Receives a reply.
pub trait QueryReply {
    /// Receives the head: the status, the type of the content, and the number of all rows for the field `X-Records`.
    fn head(&mut self, status: u16, content_type: &'static str, records: Option<u64>);

    /// Receives the next part of the content; a break ends the query.
    fn content(&mut self, text: &str) -> ControlFlow<()>;
}

const JSON: &str = "application/json;charset=utf-8";
const TEXT: &str = "text/plain;charset=utf-8";

/// Returns the parameters of a POST request.
///
/// # Errors
/// Returns an error if the body is not a JSON object.
pub fn body_parameters(body: &[u8]) -> Result<Vec<(String, String)>, QueryError> {
    let text = String::from_utf8_lossy(body);
    let body: Json = serde_json::from_str(&text).map_err(|error| QueryError::json(&error, &text))?;
    let Json::Object(members) = body else {
        return Err(QueryError::usage("The body of a query must be a JSON object"));
    };
    let text = |(name, value): (String, Json)| match value {
        Json::String(text) => (name, text),
        other => (name, other.to_string()),
    };
    Ok(members.into_iter().map(text).collect())
}

/// Answers a request.
///
/// # Errors
/// Returns an error if the store fails. Wrong requests have a reply.
pub fn answer(store: &dyn Store, request: QueryRequest<'_>, reply: &mut dyn QueryReply) -> Result<(), StoreError> {
    let Some(endpoint) = Endpoint::of(request.path) else {
        return send(reply, 404, &json!({"error": "There is no such path"}));
    };
    if let Some(parent) = &endpoint.parent
        && !store.exists(parent.object())?
    {
        return missing(reply, parent);
    }
    match plan(&endpoint, request) {
        Ok(Plan::Tree(query)) => send(reply, 200, &query),
        Ok(Plan::Query(query, is_pretty)) => match endpoint.form {
            Form::Rows => rows(store, &query, is_pretty, reply),
            Form::Object => object(store, &query, &endpoint, reply),
        },
        Err(error) => {
            reply.head(400, TEXT, None);
            let _ended = reply.content(&error.to_string());
            Ok(())
        }
    }
}

/// What a request needs.
enum Plan {
    Query(Query, bool),
    /// The query as JSON arrays.
    Tree(Json),
}

fn plan(endpoint: &Endpoint, request: QueryRequest<'_>) -> Result<Plan, QueryError> {
    let parameters = Parameters::read(endpoint, request.parameters)?;
    let Parameters { mut query, page, summaries, is_pretty, is_ast_only } = parameters;
    let since = request.inactive_since;
    if endpoint.entity.is_empty() {
        let mut query = query.unwrap_or(Json::Null);
        let entity = query.get(1).and_then(Json::as_str).unwrap_or_default();
        if !is_ast_only && has_nodes(entity) {
            query = with_active_nodes(Some(query)).unwrap_or(Json::Null);
        }
        let read = Query::from(&query, &page, &summaries, since)?;
        return Ok(if is_ast_only { Plan::Tree(query) } else { Plan::Query(read, is_pretty) });
    }
    if endpoint.has_active_nodes {
        query = with_active_nodes(query);
    }
    for condition in &endpoint.conditions {
        query = Some(with_condition(query, condition));
    }
    Query::new(endpoint.entity, query.as_ref(), &page, &summaries, since).map(|query| Plan::Query(query, is_pretty))
}

/// Sends the rows of a query as an array. An error before the first row has its own reply.
fn rows(store: &dyn Store, query: &Query, is_pretty: bool, reply: &mut dyn QueryReply) -> Result<(), StoreError> {
    let records = Cell::new(None);
    let mut is_begun = false;
    let result = store.query(query, &mut |total| records.set(Some(total)), &mut |row| {
        if !is_begun {
            reply.head(200, JSON, records.get());
        }
        let separator = if is_begun { ",\n" } else { "[" };
        is_begun = true;
        if reply.content(separator).is_break() {
            return ControlFlow::Break(());
        }
        match is_pretty.then(|| pretty(row)).flatten() {
            Some(text) => reply.content(&text),
            None => reply.content(row),
        }
    });
    match result {
        Err(error @ (StoreError::Value(_) | StoreError::Query(_))) if !is_begun => {
            reply.head(400, TEXT, None);
            let _ended = reply.content(&error.to_string());
        }
        Err(error) => return Err(error),
        Ok(()) if is_begun => {
            let _ended = reply.content("]");
        }
        Ok(()) => {
            reply.head(200, JSON, records.get());
            let _ended = reply.content("[]");
        }
    }
    Ok(())
}

fn pretty(row: &str) -> Option<String> {
    let value: Json = serde_json::from_str(row).ok()?;
    serde_json::to_string_pretty(&value).ok()
}

/// Sends the first row of a query.
fn object(store: &dyn Store, query: &Query, endpoint: &Endpoint, reply: &mut dyn QueryReply) -> Result<(), StoreError> {
    let mut found = None;
    store.query(query, &mut |_| (), &mut |row| {
        found = Some(row.to_owned());
        ControlFlow::Break(())
    })?;
    match (found, &endpoint.subject) {
        (Some(row), _) => {
            reply.head(200, JSON, None);
            let _ended = reply.content(&row);
            Ok(())
        }
        (None, Some(subject)) => missing(reply, subject),
        (None, None) => send(reply, 200, &Json::Null),
    }
}

fn missing(reply: &mut dyn QueryReply, subject: &Parent) -> Result<(), StoreError> {
    let (kind, name) = subject.names();
    send(reply, 404, &json!({"error": format!("No information is known about {kind} {name}")}))
}

fn send(reply: &mut dyn QueryReply, status: u16, content: &Json) -> Result<(), StoreError> {
    reply.head(status, JSON, None);
    let _ended = reply.content(&content.to_string());
    Ok(())
}

impl Parent {
    fn object(&self) -> StoredObject<'_> {
        match self {
            Self::Node(name) => StoredObject::Node(name),
            Self::Factset(name) => StoredObject::Factset(name),
            Self::Catalog(name) => StoredObject::Catalog(name),
            Self::Report(name) => StoredObject::Report(name),
            Self::Environment(name) => StoredObject::Environment(name),
            Self::Producer(name) => StoredObject::Producer(name),
        }
    }
}
